"""Measures chat-tui with a large account in its store, and its first sync, in a terminal of 120x40.

A stub server on this machine has three generated accounts. The program itself fills its store with all
messages of the first, in whose longest room most is measured. The second is in many rooms, and the
program meets it with an empty store, as a new device does. The third has as many messages as the first
one in many rooms of spaces.
"""

import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from bench import app_client, flood, matrix_peers, package, peers

OURS, BETTER = "chat-tui", "better"
MEANING = {
    "fill_s": "store filled by syncs, s",
    "first_screen_ms": "start to first screen, ms",
    "rss_mb": "memory, MB",
    "idle_switches": f"voluntary switches in {peers.IDLE_SECONDS} s",
    "letter_p50_ms": "letter to screen, p50, ms",
    "letter_p99_ms": "letter to screen, p99, ms",
    "page_p50_ms": "page up settled, p50, ms",
    "page_p99_ms": "page up settled, p99, ms",
    "held_ms": f"{peers.HELD} page-ups held, settled, ms",
    "held_bytes": f"{peers.HELD} page-ups held, bytes",
    "resize_ms": f"settled after {peers.RESIZES} resizes, ms",
    "resize_cpu_ms": f"processor for {peers.RESIZES} resizes, ms",
    "switch_p50_ms": "next room settled, p50, ms",
    "switch_p99_ms": "next room settled, p99, ms",
    "search_ms": "search command, ms",
    "find_p50_ms": "letter of a search on the screen, p50, ms",
    "find_p99_ms": "letter of a search on the screen, p99, ms",
    "sync_first_rooms_ms": "first sync, sliding: start to first rooms, ms",
    "sync_list_ms": "first sync, sliding: start to list, ms",
    "sync_all_ms": "first sync, sliding: start to all rooms, ms",
    "sync_cpu_ms": "first sync, sliding: processor, ms",
    "sync_rss_mb": "first sync, sliding: memory, MB",
    "sync_keys": "first sync, sliding: keys typed",
    "sync_key_wait_ms": "first sync, sliding: longest wait, ms",
    "sync_sign_in_ms": "first sync, sliding: Enter in the form to list, ms",
    "full_sync_first_rooms_ms": "first sync, /sync: start to first rooms, ms",
    "full_sync_list_ms": "first sync, /sync: start to list, ms",
    "full_sync_all_ms": "first sync, /sync: start to all rooms, ms",
    "full_sync_cpu_ms": "first sync, /sync: processor, ms",
    "full_sync_rss_mb": "first sync, /sync: memory, MB",
    "full_sync_keys": "first sync, /sync: keys typed",
    "full_sync_key_wait_ms": "first sync, /sync: longest wait, ms",
    "full_sync_sign_in_ms": "first sync, /sync: Enter in the form to list, ms",
    "read_pages": "pages to the start of the longest room",
    "read_before_mb": "memory before reading, MB",
    "read_end_mb": "memory at its start, MB",
    "read_after_mb": "memory after leaving it, MB",
    "read_growth_mb": "memory that reading took, MB",
    "spaces_first_screen_ms": "many rooms in spaces: start to first screen, ms",
    "spaces_rss_mb": "many rooms in spaces: memory, MB",
    "spaces_find_p50_ms": "many rooms in spaces: letter of a filter, p50, ms",
    "spaces_find_p99_ms": "many rooms in spaces: letter of a filter, p99, ms",
    "spaces_go_p50_ms": "many rooms in spaces: letter of C-o, p50, ms",
    "spaces_go_p99_ms": "many rooms in spaces: letter of C-o, p99, ms",
    "spaces_scroll_p50_ms": "many rooms in spaces: list scrolled, p50, ms",
    "spaces_scroll_p99_ms": "many rooms in spaces: list scrolled, p99, ms",
    "spaces_switch_p50_ms": "many rooms in spaces: next room settled, p50, ms",
    "spaces_switch_p99_ms": "many rooms in spaces: next room settled, p99, ms",
} | flood.MEANING


def program_path(options):
    """The program that is measured: a given one, or a release build."""
    if given := options.binary or os.environ.get("CHATTUI_BINARY"):
        return str(pathlib.Path(given).resolve())
    build = package.ROOT / "Scripts" / "lib" / "build" / "release"
    return subprocess.run([build], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def measure(options, folder):
    """A row of chat-tui and, on request, of each peer."""
    if options.peers:
        peers.install()
    binary = program_path(options)
    stub = app_client.Stub(options, matrix_peers.make_certificate(folder) if options.peers else None)
    try:
        reader = app_client.Client(binary, stub, "reader", folder / "reader")
        figures = app_client.measure_large_store(reader)
        figures |= app_client.measure_spaces(
            app_client.Client(binary, stub, "mayor", folder / "mayor"))
        for slides in (True, False):
            figures |= app_client.measure_first_sync(binary, stub, folder, slides)
        figures |= flood.measure(binary, folder)[0]
        rows = [{"subject": OURS} | figures]
        matrix = matrix_peers.measure(stub, folder) if options.peers else []
    finally:
        stub.end()
    if options.peers:
        lines = folder / "lines"
        peers.write_lines(lines, options.messages)
        rows += [peers.measure(peer, folder, lines) for peer in peers.PEERS] + matrix
    return [{key: round(value, 2) if isinstance(value, float) else value for key, value in row.items()}
            for row in rows]


def print_table(rows):
    print(f"{'':46}" + "".join(f"{row['subject']:>18}" for row in rows) + "".join(
        f"{'of ' + row['subject']:>18}" for row in rows[1:]))
    for key, meaning in MEANING.items():
        cells = [cell(row.get(key)) for row in rows]
        cells += [f"{rows[0][key] / row[key]:18.3g}" if row.get(key) else f"{'-':>18}" for row in rows[1:]]
        print(f"{meaning:46}" + "".join(cells))


def cell(figure):
    if figure is None:
        return f"{'-':>18}"
    return f"{figure:18,.{0 if isinstance(figure, int) or figure >= 1000 else 2}f}"


def misses(rows, thresholds):
    ours, others = rows[0], {row["subject"]: row for row in rows[1:]}
    for key, limit in thresholds["most"].items():
        if ours[key] > limit:
            yield f"{key} is {ours[key]}, most is {limit}"
    for key, (other, limit) in thresholds["most_of_own"].items():
        if ours[key] > limit * ours[other]:
            yield f"{key} is {ours[key] / ours[other]:.3g} of {other}, most is {limit}"
    if not others:
        return
    for name, limits in thresholds["most_ratio"].items():
        for key, limit in limits.items():
            figure = (min(row[key] for row in others.values() if key in row) if name == BETTER
                      else others[name][key])
            if ours[key] > limit * figure:
                peer = "the better peer" if name == BETTER else name
                yield f"{key} is {ours[key] / figure:.3g} of {peer}'s, most is {limit}"


def main():
    parser = argparse.ArgumentParser(prog="Scripts/bench app", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print rows instead of a table")
    parser.add_argument("--check", action="store_true", help="fail when a threshold is missed; ratios are compared with --peers")
    parser.add_argument("--peers", action="store_true",
                        help="measure irssi and WeeChat with as many lines, and matrix-nio and weechat-matrix "
                             "with the same account; installs what is missing")
    parser.add_argument("--rooms", type=int, default=300, metavar="N", help="(300)")
    parser.add_argument("--messages", type=int, default=100_000, metavar="N", help="in all (100,000)")
    parser.add_argument("--longest", type=int, default=30_000, metavar="N",
                        help="messages of the longest room (30,000)")
    parser.add_argument("--large", type=int, default=2000, metavar="N",
                        help="rooms of the account with a first sync (2,000)")
    parser.add_argument("--binary", type=pathlib.Path,
                        help="a built chat-tui to measure (CHATTUI_BINARY, or a release build)")
    options = parser.parse_args()
    if options.rooms < 120 or options.large < 50 or not 0 < options.longest < options.messages:
        parser.error("there are at least 120 and 50 rooms, and more messages than in the longest room")
    random.seed(1)
    try:
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            rows = measure(options, pathlib.Path(folder))
    except RuntimeError as error:
        sys.exit(f"bench: {error}")
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode if error.returncode > 0 else 1)
    found = list(misses(rows, package.thresholds("app"))) if options.check else []
    package.finish(rows, found, None if options.json else print_table)


if __name__ == "__main__":
    main()
