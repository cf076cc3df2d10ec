"""Drives chat-tui on a stub server through the steps that `bench app` measures."""

import contextlib
import json
import re
import statistics
import subprocess
import time
import urllib.request

from bench import account, package, peers
from terminal import phases

STARTS, SEARCHES, SWITCHES, SCROLLS = 7, 5, 100, 50
FILL_SECONDS, SYNC_SECONDS, KEY_SECONDS = 3600, 600, 0.05
NEXT_ROOM, ROOM_LIST, HOME, F1 = "\x1b[1;3B", "\x1bOR", "\x1b[H", "\x1bOP"
GO_TO, SEARCH, ESC, END, TAB, DOWN = "\x0f", "\x12", "\x1b", "\x1b[F", "\t", "\x1b[B"
HALF_PAGE_DOWN, HALF_PAGE_UP = "\x04", "\x15"
# The newest messages of the longest room beside the room list.
FIRST_SCREEN = rf"│ Garden 0\b.*Garden 1\b.*{account.LAST_TEXT}"
# The same of the account with spaces; the list begins with these.
SPACES_SCREEN = rf"│ House 0\b.*{account.LAST_TEXT}"
BEGINNING = "Beginning of the room"
# The top of the list once all rooms of the account with many rooms are there.
FINAL_LIST = r"\b.*".join(f"Harbour {number}" for number in range(20)) + r"\b"


class Stub:
    """The stub server, as a process of its own."""

    def __init__(self, options, certificate=None):
        sizes = [options.rooms, options.messages, options.longest, options.large]
        tls = ["--certificate", certificate] if certificate else []
        self.process = subprocess.Popen(
            [package.ROOT / "Scripts" / "lib" / "run_module", "bench.stub_server", *map(str, sizes), *tls],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        urls = [self.process.stdout.readline().strip() for _ in range(3 if certificate else 2)]
        if not urls[-1]:
            raise RuntimeError("the stub server does not start")
        self.url, self.sliding_url, self.tls_url = (*urls, None)[:3]
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def polls(self, name):
        """How many polls of a user found nothing new so far."""
        with self._opener.open(f"{self.url}/polls/@{name}:localhost", timeout=60) as answer:
            return json.load(answer)

    def end(self):
        self.process.stdin.close()
        self.process.wait(20)


class Client:
    """chat-tui, signed in to one account of the stub."""

    def __init__(self, binary, stub, name, folder, slides=False):
        self.binary, self.stub, self.name, self.folder = binary, stub, name, folder
        self.url = stub.sliding_url if slides else stub.url
        self.run("login", "--homeserver", self.url, "--user", f"@{name}:localhost", "--password-file", "-",
                 input="password")

    def run(self, command, *arguments, **options):
        return subprocess.run(
            [self.binary, command, "--data-dir", self.folder, *arguments], check=True,
            stdout=subprocess.PIPE, text=True, **options).stdout

    @contextlib.contextmanager
    def started(self):
        program = phases.start([self.binary, "--data-dir", self.folder])
        try:
            yield program
        finally:
            program.end()

    def await_poll(self, program, limit):
        """Waits until the client has shown all news and begins another poll."""
        before, end = self.stub.polls(self.name), time.monotonic() + limit
        while self.stub.polls(self.name) == before:
            if program.has_ended or time.monotonic() > end:
                raise RuntimeError(f"the program does not poll:\n{program.text()}")
            phases.read_for(program, 0.2)


def measure_large_store(client):
    """The figures with all messages in the store."""
    begin = time.monotonic()
    with client.started() as program:
        client.await_poll(program, FILL_SECONDS)
        figures, starts = {"fill_s": time.monotonic() - begin}, []
        phases.read_for(program, 1)
        open_longest(program)
    for _ in range(STARTS):
        with client.started() as program:
            starts.append(phases.measure_start(program, FIRST_SCREEN))
    figures["first_screen_ms"] = statistics.median(starts)
    with client.started() as program:
        phases.wait_for(program, FIRST_SCREEN, 60)
        phases.read_for(program, 2)
        figures |= peers.measure_steps(program, lambda: client.await_poll(program, 60))
        _, switches = phases.press(program, [NEXT_ROOM] * SWITCHES, besides=1)
        figures |= percentiles("switch", switches) | measure_searching(program)
        open_longest(program)
    return figures | {"search_ms": measure_search(client)} | measure_reading(client)


def open_longest(program):
    """Opens the longest room at its end; it is the first of the list."""
    program.write(ROOM_LIST)
    phases.read_for(program, 0.5)
    program.write(HOME)
    phases.read_for(program, 0.5)
    program.write("\r")
    phases.read_for(program, 1)
    # The room opens where the reader left it.
    program.write(ESC)
    phases.read_for(program, 0.5)
    program.write(END)
    phases.read_for(program, 1)
    if not re.search(FIRST_SCREEN, program.text(), re.S):
        phases.wait_for(program, FIRST_SCREEN, 60)


def measure_search(client):
    times = []
    for _ in range(SEARCHES):
        begin = time.perf_counter()
        if account.RARE_WORD not in client.run("search", account.RARE_WORD):
            raise RuntimeError(f"the search does not find {account.RARE_WORD!r}")
        times.append((time.perf_counter() - begin) * 1000)
    return statistics.median(times)


def measure_searching(program):
    """The letters of a search of all messages on the screen."""
    letters = []
    for _ in range(SEARCHES):
        program.write(SEARCH)
        phases.wait_for(program, "Search", 60)
        phases.read_for(program, 0.7)
        letters += phases.press(program, account.RARE_WORD)[1]
        program.write(ESC)
        phases.read_for(program, 0.7)
    return percentiles("find", letters)


def measure_reading(client):
    """Pages through the longest room to its start, and leaves it."""
    with client.started() as program:
        phases.wait_for(program, FIRST_SCREEN, 60)
        phases.read_for(program, 2)
        before, pages, stuck = phases.resident(program), 0, 0
        while BEGINNING not in program.text():
            shown = program.text()
            phases.hold(program, phases.PAGE_UP, 10)
            pages, stuck = pages + 10, stuck + 1 if program.text() == shown else 0
            if stuck == 10:
                raise RuntimeError(f"the messages end here:\n{shown}")
        end = phases.resident(program)
        phases.press(program, [NEXT_ROOM])
        phases.read_for(program, 2)
        after = phases.resident(program)
    return {"read_pages": pages, "read_before_mb": before, "read_end_mb": end,
            "read_after_mb": after, "read_growth_mb": max(end, after) - before}


def measure_spaces(client):
    """The figures of many rooms in spaces: the store is filled first."""
    with client.started() as program:
        client.await_poll(program, FILL_SECONDS)
        phases.read_for(program, 1)
        program.write(GO_TO)
        phases.wait_for(program, "Go to", 60)
        program.write("House 0")
        phases.read_for(program, 0.5)
        program.write("\r")
        phases.wait_for(program, SPACES_SCREEN, 60)
        phases.read_for(program, 1)
    starts = []
    for _ in range(STARTS):
        with client.started() as program:
            starts.append(phases.measure_start(program, SPACES_SCREEN))
    figures = {"spaces_first_screen_ms": statistics.median(starts)}
    with client.started() as program:
        phases.wait_for(program, SPACES_SCREEN, 60)
        phases.read_for(program, 2)
        figures["spaces_rss_mb"] = phases.resident(program)
        figures |= measure_finding(program) | measure_scrolling(program)
        _, switches = phases.press(program, [NEXT_ROOM] * SWITCHES, besides=1)
        figures |= percentiles("spaces_switch", switches)
    return figures


def measure_finding(program):
    """The letters of a filter of the room list, and of C-o, each taken back."""
    found, gone = [], []
    word = "house 19"
    for _ in range(5):
        program.write(ROOM_LIST)
        phases.read_for(program, 0.7)
        program.write("/")
        phases.wait_for(program, "Rooms whose name contains", 60)
        phases.read_for(program, 0.7)
        found += phases.press(program, word)[1]
        for key in (ESC, "i", GO_TO):
            program.write(key)
            phases.read_for(program, 0.7)
        gone += phases.press(program, word)[1]
        program.write(ESC)
        phases.read_for(program, 0.7)
    return percentiles("spaces_find", found) | percentiles("spaces_go", gone)


def measure_scrolling(program):
    """The list of rooms, by rooms and by half pages."""
    program.write(ROOM_LIST)
    phases.read_for(program, 0.7)
    program.write(HOME)
    phases.read_for(program, 0.7)
    keys = [DOWN] * SCROLLS + [HALF_PAGE_DOWN] * (SCROLLS // 2) + [HALF_PAGE_UP] * (SCROLLS // 2)
    scrolls = phases.press(program, keys)[1]
    program.write(ESC)
    phases.read_for(program, 0.7)
    return percentiles("spaces_scroll", scrolls)


def percentiles(name, times):
    return {f"{name}_p{share}_ms": phases.percentile(times, share / 100) for share in (50, 99)}


def measure_first_sync(binary, stub, folder, slides):
    """The first sync of an account with many rooms: once watched, once with keys."""
    kind = "sync" if slides else "full_sync"
    watched = Client(binary, stub, "newcomer", folder / f"{kind}-watched", slides)
    polls = stub.polls(watched.name)
    with watched.started() as program:
        first = moment = phases.wait_for(program, r"Harbour \d", SYNC_SECONDS)
        if not re.search(FINAL_LIST, program.text(), re.S):
            moment = phases.wait_for(program, FINAL_LIST, SYNC_SECONDS)
        while stub.polls(watched.name) == polls:
            phases.read_for(program, 0.05)
        figures = {"first_rooms_ms": (first - program.started) * 1000,
                   "list_ms": (moment - program.started) * 1000,
                   "all_ms": (time.perf_counter() - program.started) * 1000,
                   "cpu_ms": program.processor_ms(), "rss_mb": phases.resident(program)}
    client = Client(binary, stub, "newcomer", folder / f"{kind}-typed", slides)
    polls = stub.polls(client.name)
    with client.started() as program:
        phases.wait_for(program, f"{client.name}:localhost", SYNC_SECONDS)
        program.write(F1)
        phases.wait_for(program, "type to find", SYNC_SECONDS)
        # The help shows each letter, whatever happens behind it.
        waits = phases.type_while(
            program, [("z", "> z"), (phases.BACKSPACE, "type to find")], KEY_SECONDS,
            lambda: stub.polls(client.name) == polls)
    figures |= {"keys": len(waits), "key_wait_ms": max(waits),
                "sign_in_ms": measure_sign_in(binary, watched, folder / f"{kind}-signed-in")}
    return {f"{kind}_{name}": figure for name, figure in figures.items()}


def measure_sign_in(binary, client, folder):
    """The milliseconds from Enter in the form to the list, on a machine that is new to the account."""
    program = phases.start([binary, "--data-dir", folder])
    try:
        phases.wait_for(program, "On another server", 60)
        for text in (client.url, f"@{client.name}:localhost", "password"):
            program.write(TAB + text)
            phases.read_for(program, 0.3)
        pressed = time.perf_counter()
        program.write("\r")
        return (phases.wait_for(program, FINAL_LIST, SYNC_SECONDS) - pressed) * 1000
    finally:
        program.end()
