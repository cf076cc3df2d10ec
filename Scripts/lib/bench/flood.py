"""Measures what a hostile response of very many events costs chat-tui: memory, and waits of keys.

A stub server answers one request with all of them: for one open room, spread over 2,000 rooms, as
the members of a room, by sliding sync, or as a page of older messages.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

from bench import app_client, flood_server, package
from terminal import phases

EVENTS, KEY_SECONDS, LIMIT = 300_000, 0.05, 1800
MEANING = {
    "flood_peak_mb": "hostile response: most memory over the idle client, MB",
    "flood_kept_mb": "hostile response: memory kept over the idle client, MB",
    "flood_key_wait_ms": "hostile response: longest wait of a key, ms",
}


class Server:
    """The stub server, as a process of its own."""

    def __init__(self, shape, events):
        self.process = subprocess.Popen(
            [package.ROOT / "Scripts" / "lib" / "run_module", "bench.flood_server", shape, str(events)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def call(self, path, method="GET"):
        request = urllib.request.Request(self.url + path, method=method)
        with self._opener.open(request, timeout=60) as answer:
            return answer.read().decode()

    def end(self):
        self.process.stdin.close()
        self.process.wait(20)


def memory(program, field):
    """Memory in MB: VmRSS now, VmHWM the most since the last reset."""
    text = pathlib.Path(f"/proc/{program.pid}/status").read_text()
    return int(re.search(rf"{field}:\s*(\d+)", text)[1]) * 1024 / 1e6


class Quiet:
    """Whether a program has used hardly any processor time for a while."""

    def __init__(self, program, seconds):
        self._program, self._seconds = program, seconds
        self._spent, self._since = program.processor_ms(), time.monotonic()

    def is_awaited(self):
        spent, now = self._program.processor_ms(), time.monotonic()
        # What typing takes is less than a quarter of the time.
        if spent - self._spent > 250 * (now - self._since) + 20:
            self._spent, self._since = spent, now
        elif now - self._since < self._seconds:
            return True
        else:
            return False
        return True


def measure_shape(binary, shape, events, folder):
    """A row of figures for one shape of response."""
    server = Server(shape, events)
    try:
        client = app_client.Client(binary, server, "flooded", folder)
        with client.started() as program:
            phases.wait_for(program, "all is quiet", 60)
            phases.read_for(program, 2)
            idle = memory(program, "VmRSS")
            pathlib.Path(f"/proc/{program.pid}/clear_refs").write_text("5")
            begin = time.monotonic()
            server.call("/flood", "POST")
            if shape == "page":
                program.write(phases.PAGE_UP * 3)
            program.write(app_client.F1)
            phases.wait_for(program, "type to find", 60)
            quiet = Quiet(program, 3)
            is_going_on = quiet.is_awaited if shape == "page" else lambda: server.call("/polls") == "0"
            waits = phases.type_while(
                program, [("z", "> z"), (phases.BACKSPACE, "type to find")], KEY_SECONDS,
                lambda: is_going_on() and time.monotonic() < begin + LIMIT)
            seconds = time.monotonic() - begin
            phases.read_for(program, 2)
            if program.has_ended or (shape != "page" and is_going_on()):
                raise RuntimeError(f"the program does not take the response:\n{program.text()}")
            return {"subject": shape, "flood_seconds": round(seconds, 1),
                    "flood_peak_mb": round(memory(program, "VmHWM") - idle, 1),
                    "flood_kept_mb": round(memory(program, "VmRSS") - idle, 1),
                    "flood_keys": len(waits), "flood_key_p99_ms": round(phases.percentile(waits, 0.99), 1),
                    "flood_key_wait_ms": round(max(waits), 1)}
    finally:
        server.end()


def measure(binary, folder, shapes=flood_server.SHAPES, events=EVENTS):
    """The worst figures of all shapes, and the row of each."""
    rows = [measure_shape(binary, shape, events, folder / f"flood-{shape}") for shape in shapes]
    return {key: max(row[key] for row in rows) for key in MEANING}, rows


def main():
    parser = argparse.ArgumentParser(prog="Scripts/bench flood", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail when a threshold is missed")
    parser.add_argument("--events", type=int, default=EVENTS, metavar="N", help="(300,000)")
    parser.add_argument("--only", default=",".join(flood_server.SHAPES), metavar="A,B", help="only these shapes")
    parser.add_argument("--binary", type=pathlib.Path,
                        help="a built chat-tui to measure (CHATTUI_BINARY, or a release build)")
    options = parser.parse_args()
    binary = options.binary or os.environ.get("CHATTUI_BINARY") or subprocess.run(
        [package.ROOT / "Scripts" / "lib" / "build" / "release"], check=True, stdout=subprocess.PIPE,
        text=True).stdout.strip()
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        worst, rows = measure(
            str(pathlib.Path(binary).resolve()), pathlib.Path(folder), options.only.split(","), options.events)
    limits = package.thresholds("app")["most"]
    found = [f"{key} is {figure}, most is {limits[key]}" for key, figure in worst.items()
             if options.check and figure > limits[key]]
    package.finish(rows, found, None)


if __name__ == "__main__":
    main()
