"""Measures what formatted messages cost: one that arrives, rooms of 200, pages through 10,000.

Prints figures for plain and for formatted messages, as JSON. The server is a throw-away homeserver of
chat-tui's own, at the address and with the password that are given.
"""

import argparse
import concurrent.futures
import contextlib
import json
import subprocess
import sys
import tempfile

from bench import package
from servers.matrix import Person
from terminal import phases

PLAIN, FORMATTED = "plain", "formatted"
SHORT, LONG = 200, 10_000
ARRIVALS, SWITCHES = 40, 40
NEXT_ROOM, PREVIOUS_ROOM = "\x1b[1;3B", "\x1b[1;3A"
BEGINNING = "Beginning of the room"


def content(kind, number):
    """A message of three lines in both kinds."""
    body = f"number {number} is bold\n* one code\n* two links"
    if kind == PLAIN:
        return {"msgtype": "m.text", "body": body}
    return {"msgtype": "m.text", "body": body, "format": "org.matrix.custom.html", "formatted_body": (
        f"number {number} is <strong>bold</strong><ul><li>one <code>code</code></li>"
        '<li>two <a href="https://example.org/a">links</a></li></ul>')}


def furnish(base, kind, password):
    """An account with a long room and, above it in the list, two short ones; with the writer of all."""
    reader, writer = Person(base, f"{kind}-reader", password), Person(base, f"{kind}-writer", password)
    rooms = []
    for name, count in (("Long", LONG), ("Left", SHORT), ("Right", SHORT)):
        room = writer.create_room(preset="public_chat", name=name)
        reader.join(room)
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda number, room=room: writer.send(room, content(kind, number)), range(count)))
        rooms.append(room)
    return reader, writer, rooms


@contextlib.contextmanager
def opened(program, base, person, password):
    """The program at the first room of the list, with what it missed in its store."""
    with tempfile.TemporaryDirectory(prefix="bench-") as data:
        subprocess.run(
            [program, "login", "--data-dir", data, "--homeserver", base, "--user", person.user_id,
             "--password-file", "-"],
            input=password, text=True, check=True, stdout=sys.stderr)
        screen = phases.start([program, "--data-dir", data])
        try:
            phases.wait_for(screen, "> Write to Right", 60)
            phases.read_for(screen, 3)
            yield screen
        finally:
            screen.end()


def effort(screen, count, work):
    """Processor milliseconds for each of so many steps."""
    before = screen.processor_ms()
    work()
    return (screen.processor_ms() - before) / count


def measure(program, base, kind, password):
    reader, writer, (_, _, right) = furnish(base, kind, password)
    with opened(program, base, reader, password) as screen:
        figures = {"arrival_cpu_ms": effort(screen, ARRIVALS, lambda: arrive(screen, writer, right, kind))}
        keys = [NEXT_ROOM, PREVIOUS_ROOM] * (SWITCHES // 2)
        phases.press(screen, keys[:4])
        _, settled = phases.press(screen, keys)
        figures["switch_p50_ms"] = phases.percentile(settled, 0.5)
        figures["switch_cpu_ms"] = effort(screen, SWITCHES, lambda: phases.press(screen, keys))
        # Once, so that the measured way back is the client's and not the server's.
        read_to_start(screen)
        for key in ("\x1b", "G"):
            screen.write(key)
            phases.read_for(screen, 1)
        before = screen.processor_ms()
        settled = page_up(screen)
        figures["page_cpu_ms"] = (screen.processor_ms() - before) / len(settled)
        figures["page_p50_ms"] = phases.percentile(settled, 0.5)
    return figures


def arrive(screen, writer, room, kind):
    for number in range(ARRIVALS):
        writer.send(room, content(kind, SHORT + number))
        phases.wait_for(screen, rf"number {SHORT + number} is bold", 20)


def read_to_start(screen):
    """Goes to the long room and pages to its first message."""
    phases.press(screen, [NEXT_ROOM, NEXT_ROOM])
    for _ in range(LONG // 10):
        if BEGINNING in screen.text():
            return
        phases.hold(screen, phases.PAGE_UP, 10)
    raise RuntimeError(f"the messages end here:\n{screen.text()}")


def page_up(screen):
    """Pages to the first message; returns the milliseconds until each page was settled."""
    settled = []
    while BEGINNING not in screen.text():
        settled += phases.press(screen, [phases.PAGE_UP])[1]
    return settled


def misses(figures, thresholds):
    for name, limit in thresholds["most_format_ratio"].items():
        ratio = figures[FORMATTED][name] / figures[PLAIN][name]
        if ratio > limit:
            yield f"{name} of formatted messages is {ratio:.2f} times that of plain ones, most is {limit}"


def main():
    parser = argparse.ArgumentParser(prog="bench formats", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail when a threshold is missed")
    for name in ("program", "server", "password"):
        parser.add_argument(name)
    options = parser.parse_args()
    figures = {}
    for kind in (PLAIN, FORMATTED):
        figures[kind] = measure(options.program, options.server, kind, options.password)
        print(json.dumps({"messages": kind} | {
            name: round(figure, 2) for name, figure in figures[kind].items()}), flush=True)
    print(json.dumps({"ratio": {
        name: round(figures[FORMATTED][name] / figure, 2) for name, figure in figures[PLAIN].items()}}))
    package.leave(list(misses(figures, package.thresholds("keys"))) if options.check else [])


if __name__ == "__main__":
    main()
