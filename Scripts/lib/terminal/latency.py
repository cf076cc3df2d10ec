"""Measures how responsive a full-screen terminal program feels.

The program runs on a pseudo terminal of its own. Keys are written to it one at a time, each after
the screen has been quiet and after a random pause, and the time until the first change on the
screen is taken when the bytes arrive: the emulator that decides what changed works afterwards.
Beside it stands the processor time that the program takes until the screen is quiet again.

Keys are given as text, with <Enter>, <Tab>, <Esc>, <Backspace>, <Up>, <Down>, <Left>, <Right>,
<PageUp>, <PageDown>, <Home>, <End>, <F5>, <C-x> and <lt> for "<"; "*50" at the end repeats them.

Example: Scripts/pty-latency --wait 'Lounge' --before '<Tab>' --keys 'hello *20' --idle 5 -- chat-tui
Ends with 0, with 2 when --wait never shows, and with 3 when the program ends early.
"""

import argparse
import json
import random
import re
import sys
import time

from terminal.program import Program

NAMED = {"Enter": "\r", "Tab": "\t", "Esc": "\x1b", "Backspace": "\x7f", "lt": "<",
         "Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C", "Left": "\x1b[D",
         "Home": "\x1b[H", "End": "\x1b[F", "PageUp": "\x1b[5~", "PageDown": "\x1b[6~",
         "F1": "\x1bOP", "F3": "\x1bOR", "F5": "\x1b[15~"}


def parse_keys(text):
    repeated = re.fullmatch(r"(.*)\*(\d+)", text, re.S)
    text, times = (repeated[1], int(repeated[2])) if repeated else (text, 1)
    keys = []
    for name, key in re.findall(r"<([^<>]+)>|(.)", text, re.S):
        if key:
            keys.append(key)
        elif name in NAMED:
            keys.append(NAMED[name])
        elif re.fullmatch(r"C-[a-z]", name):
            keys.append(chr(ord(name[2]) & 0x1F))
        else:
            sys.exit(f"pty-latency: there is no key <{name}>")
    return keys * times


def settle(program, quiet, limit):
    """Reads until the output is quiet for a while; returns it with times."""
    chunks, end = [], time.perf_counter() + limit
    while time.perf_counter() < end and (chunk := program.read(quiet)):
        chunks.append(chunk)
    return chunks


def measure_start(program, pattern, quiet, limit):
    """The milliseconds until the first output and until the awaited text, None for neither."""
    first = shown = None
    end = program.started + limit
    while pattern and time.perf_counter() < end and not program.has_ended and shown is None:
        if not (chunk := program.read(0.2)):
            continue
        elapsed = round((chunk[0] - program.started) * 1000, 1)
        first = first or elapsed
        program.show(chunk[1])
        if re.search(pattern, program.text()):
            shown = elapsed
    for _, data in settle(program, quiet, limit):
        program.show(data)
    return first, shown


def measure_keys(program, keys, quiet):
    latencies, efforts, sizes, silent = [], [], [], 0
    for key in keys:
        if program.has_ended:
            break
        # A random delay exposes a program that polls.
        for _, data in settle(program, random.uniform(0, 0.03), 1):
            program.show(data)
        before = program.processor_ms()
        pressed = time.perf_counter()
        program.write(key)
        chunks = settle(program, quiet, 5)
        efforts.append(program.processor_ms() - before)
        changes = [moment for moment, data in chunks if program.show(data)]
        sizes.append(sum(len(data) for _, data in chunks))
        if changes:
            latencies.append((changes[0] - pressed) * 1000)
        else:
            silent += 1
    return latencies, efforts, sizes, silent


def measure_idle(program, seconds):
    _, *before = program.usage()
    end, size = time.perf_counter() + seconds, 0
    while not program.has_ended and (left := end - time.perf_counter()) > 0:
        if chunk := program.read(left):
            program.show(chunk[1])
            size += len(chunk[1])
    _, *after = program.usage()
    return {"seconds": seconds, "bytes": size, "voluntary_switches": after[0] - before[0],
            "nonvoluntary_switches": after[1] - before[1]}


def percentiles(values):
    values = sorted(values)
    return {name: round(values[min(int(len(values) * part), len(values) - 1)], 2)
            for name, part in (("p50", 0.5), ("p99", 0.99), ("max", 1))} if values else None


def arguments():
    parser = argparse.ArgumentParser(
        prog="pty-latency", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="+", help="the program and its arguments, after --")
    parser.add_argument("--columns", type=int, default=100)
    parser.add_argument("--rows", type=int, default=30)
    parser.add_argument("--term", default="xterm-256color")
    parser.add_argument("--wait", default=r"\S", help="pattern on the screen once the program has started; empty: do not wait")
    parser.add_argument("--before", default="", help="keys to press before anything is measured")
    parser.add_argument("--keys", default="", help="keys to measure")
    parser.add_argument("--idle", type=float, default=0, help="seconds to watch at rest")
    parser.add_argument("--quiet-ms", type=float, default=40, help="silence that ends a response")
    parser.add_argument("--limit", type=float, default=30, help="longest start, in seconds")
    parser.add_argument("--show", action="store_true", help="also print the last screen")
    return parser.parse_args()


def main():
    options = arguments()
    random.seed(1)
    quiet = options.quiet_ms / 1000
    program = Program(options.command, options.columns, options.rows, {"TERM": options.term})
    try:
        first, shown = measure_start(program, options.wait, quiet, options.limit)
        if options.wait and shown is None:
            print(program.text(), file=sys.stderr)
            print("pty-latency: the expected text is not on the screen above", file=sys.stderr)
            return 2
        result = {"command": options.command, "size": f"{options.columns}x{options.rows}",
                  "start_ms": {"first_output": first, "awaited": shown}}
        measure_keys(program, parse_keys(options.before), quiet)
        if options.keys:
            latencies, efforts, sizes, silent = measure_keys(program, parse_keys(options.keys), quiet)
            result["keys"] = {"count": len(sizes), "without_change": silent,
                              "milliseconds": percentiles(latencies),
                              "processor_ms": percentiles(efforts), "bytes": percentiles(sizes)}
        if options.idle:
            result["idle"] = measure_idle(program, options.idle)
        result["resident_kB"] = program.usage()[0]
        if options.show:
            print(program.text(), file=sys.stderr)
        print(json.dumps(result, indent=1))
        if program.has_ended:
            print("pty-latency: the program has ended", file=sys.stderr)
            return 3
        return 0
    finally:
        program.end()


if __name__ == "__main__":
    sys.exit(main())
