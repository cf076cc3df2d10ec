#!/usr/bin/env python3
"""Writes down which functions a server runs, for the linker to put them together.

Strewn over a program of 48 MB, each of them keeps a piece of 64 kB or more in memory. The server
runs in valgrind while some people talk; what it runs then comes first, what it runs when it starts
and when they sign up comes after. A list that is older than the program does no harm: names that
are gone count for nothing, and new functions stand elsewhere.

Arguments: a release of chat-tui, else one is built. Takes some minutes; needs binutils, valgrind.
"""

import concurrent.futures
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from matrix import Person, quote
from soak_homeserver_process import ServerProcess

FOLDER = pathlib.Path(__file__).resolve().parent
LIST = FOLDER / "serving.order"
HEAD = """\
# The functions that a server runs; Scripts/lib/order_functions.py made this list.
# The linker puts them together in this order: see Scripts/lib/release-build.
"""
PEOPLE = 8
MESSAGES = 20
FILTER = {"room": {"state": {"lazy_load_members": True}, "timeline": {"limit": 20}}}


def text_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def ran(path):
    """The functions that a dump of callgrind gives a cost of their own."""
    names, found = {}, set()
    current, is_call = None, False
    for line in path.read_text(errors="replace").splitlines():
        if match := re.match(r"(c?)fn=\((\d+)\)(?: (.*))?$", line):
            kind, number, name = match.groups()
            if name:
                # 'NUMBER is how often it calls itself.
                names[number] = name.partition("'")[0]
            if not kind:
                current = number
        elif line.startswith("calls="):
            is_call = True
        elif line[:1] in "+-*0123456789" and line:
            if not is_call:
                found.add(current)
            is_call = False
    return {names[number] for number in found if number in names}


class Traced:
    """A server that runs in valgrind."""

    def __init__(self, program, folder):
        self.folder = folder
        self.process = ServerProcess([
            "valgrind", "-q", "--tool=callgrind", "--demangle=no",
            f"--callgrind-out-file={folder}/calls.%p", str(program), "serve", "--port", "0",
            "--data-dir", "{data}", "--open-registration", "--no-rate-limits"],
            str(folder / "data"), str(folder / "log"))

    def start(self):
        return self.process.start(300)

    def dump(self):
        """What was run since the last dump, and forgets it."""
        subprocess.run(
            ["callgrind_control", "--dump", str(self.process.pid)], check=True,
            stdout=subprocess.DEVNULL)

    def stop(self):
        self.process.stop(120)

    def dumps(self):
        """The dumps in their order; the last one of a process has no number."""
        paths = self.folder.glob(f"calls.{self.process.pid}*")
        return sorted(paths, key=lambda path: int((path.suffixes + [".999"])[1][1:]))


def people(base):
    return [Person(base, f"person{number}", "the same for all") for number in range(PEOPLE)]


def sync(person, since=None):
    query = f"v3/sync?filter={quote(json.dumps(FILTER))}"
    query += f"&timeout=30000&since={quote(since)}" if since else "&timeout=0"
    return person.call("GET", query)["next_batch"]


def listen(person, place):
    """Reads as a client does, and shows how far."""
    for _ in range(MESSAGES):
        place = sync(person, place)


def talk(room, person):
    path = f"v3/rooms/{quote(room)}"
    for number in range(MESSAGES):
        person.call("PUT", f"{path}/typing/{quote(person.user_id)}",
                    {"typing": number % 2 == 0, "timeout": 20_000})
        event = person.say(room, f"Message {number} of {person.name}")
        person.call("POST", f"{path}/receipt/m.read/{quote(event)}")
    person.call("GET", f"{path}/messages?dir=b&limit=50")


def use(server):
    """The dumps of people who sign up, of a start, and of people who talk."""
    everybody = people(server.start())
    room = everybody[0].create_room(preset="public_chat", name="Talk")
    for person in everybody[1:]:
        person.join(room)
    server.stop()
    yield server.dumps()
    base = server.start()
    for person in everybody:
        person.base = base
    places = [sync(person) for person in everybody]
    server.dump()
    half = PEOPLE // 2
    with concurrent.futures.ThreadPoolExecutor(PEOPLE) as pool:
        work = [pool.submit(listen, *pair) for pair in zip(everybody[:half], places)]
        work += [pool.submit(talk, room, person) for person in everybody[half:]]
        for one in work:
            one.result()
    server.stop()
    start, *serving = server.dumps()
    yield [start]
    yield serving


def main():
    program = pathlib.Path(
        sys.argv[1] if sys.argv[1:] else text_of(FOLDER / "release-build").strip())
    with tempfile.TemporaryDirectory(prefix="order-") as name:
        folder = pathlib.Path(name)
        # valgrind cannot read what debuggers are told of Swift.
        plain = folder / "chat-tui"
        subprocess.run(["strip", "--strip-debug", "-o", plain, program], check=True)
        known = {line.split()[-1] for line in text_of("nm", plain).splitlines()}
        server = Traced(plain, folder)
        try:
            phases = list(use(server))
        finally:
            server.process.end()
        order = []
        for dumps in reversed(phases):
            names = set().union(*(ran(path) for path in dumps)) & known
            order += sorted(names.difference(order))
    LIST.write_text(HEAD + "".join(f".text.{name}\n" for name in order))
    print(f"{len(order)} functions in {LIST}")


if __name__ == "__main__":
    if shutil.which("valgrind") is None:
        raise SystemExit("order_functions: valgrind is missing")
    main()
