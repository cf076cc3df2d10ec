"""Puts the same load on chat-tui's homeserver and Synapse: senders write into one room while clients sync."""

import argparse
import concurrent.futures
import json
import os
import pathlib
import secrets
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

from bench import package
from servers.matrix import Person

OURS, PEER = "homeserver", "synapse"
LOAD = "HomeserverBenchmark"
STARTS = 5
FILTER = {"presence": {"not_types": ["*"]}, "room": {
    "state": {"lazy_load_members": True}, "timeline": {"limit": 1}}}
MEANING = {
    "first_answer_ms": "start to first response, ms",
    "rest_rss_mb": "memory with all clients waiting, MB",
    "peak_rss_mb": "most memory under the load, MB",
    "messages_per_second": "messages accepted, 1/s",
    "send_p50_ms": "send, p50, ms",
    "send_p99_ms": "send, p99, ms",
    "deliveries_per_second": "messages delivered, 1/s",
    "delivered_share": "share of all deliveries",
    "delivery_p50_ms": "delivery, p50, ms",
    "delivery_p99_ms": "delivery, p99, ms",
    "syncs_per_second": "/sync responses, 1/s",
    "server_cpu": "processors that the server used",
    "load_cpu": "processors that the load used",
}


def text_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


class Server:
    """A throw-away server of one of the scripts, started again here so that it can be timed."""

    def __init__(self, name, folder, environment):
        self.script = package.ROOT / "Scripts" / name
        state = f"CHATTUI_{name.upper()}_STATE"
        self.environment = os.environ | environment | {state: str(folder / name)}
        self.process = None
        try:
            words = self.call("start").split()
        except subprocess.CalledProcessError:
            self.call("wipe")
            raise
        pid = int(words[words.index("pid") + 1])
        proc = pathlib.Path("/proc", str(pid))
        self.command = [word for word in (proc / "cmdline").read_text().split("\0") if word]
        self.folder = os.readlink(proc / "cwd")
        self.url = next(
            word for word in words if word.startswith("http")).rstrip(",").rstrip("/")

    def call(self, verb):
        return subprocess.run(
            [self.script, verb], env=self.environment, check=True, stdout=subprocess.PIPE,
            text=True).stdout

    def restart(self):
        """Starts the same program again and returns the milliseconds to its first response."""
        self.end()
        begin = time.perf_counter()
        self.process = subprocess.Popen(
            self.command, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        while not self.answers():
            if self.process.poll() is not None or time.perf_counter() - begin > 90:
                raise SystemExit(f"bench: {self.command[0]} does not start")
            time.sleep(0.001)
        return (time.perf_counter() - begin) * 1000

    def answers(self):
        address = urllib.parse.urlsplit(self.url)
        try:
            with socket.create_connection(
                    (address.hostname, address.port), timeout=30) as connection:
                connection.sendall(
                    f"GET /_matrix/client/versions HTTP/1.1\r\nHost: {address.netloc}\r\n"
                    "Connection: close\r\n\r\n".encode())
                return connection.recv(12) == b"HTTP/1.1 200"
        except OSError:
            return False

    def end(self):
        if self.process is None:
            self.call("stop")
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise SystemExit(f"bench: {self.command[0]} does not stop when asked")

    def wipe(self):
        self.end()
        self.call("wipe")

    @property
    def proc(self):
        return pathlib.Path("/proc", str(self.process.pid))

    def memory(self, key):
        """A memory line of the process's status, in MB."""
        for line in (self.proc / "status").read_text().splitlines():
            if line.startswith(key + ":"):
                return round(int(line.split()[1]) * 1024 / 1e6, 1)
        raise KeyError(key)

    def forget_peak(self):
        (self.proc / "clear_refs").write_text("5")

    @property
    def cpu(self):
        """Processor time so far, in seconds."""
        fields = (self.proc / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def populate(url, options):
    """Creates the accounts and a room with all of them; returns (room, senders, listeners)."""
    tag = secrets.token_hex(4)
    names = [f"sender{index}-{tag}" for index in range(options.senders)]
    names += [f"listener{index}-{tag}" for index in range(options.listeners)]
    password = secrets.token_urlsafe(16)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        people = list(pool.map(lambda name: Person(url, name, password), names))
        room = people[0].call(
            "POST", "v3/createRoom", {"preset": "public_chat", "name": "Load"})["room_id"]
        path = f"v3/rooms/{urllib.parse.quote(room, safe='')}/join"
        list(pool.map(lambda person: person.call("POST", path), people[1:]))
    return room, people[:options.senders], people[options.senders:]


def first_sync(person):
    query = urllib.parse.urlencode({"timeout": 0, "filter": json.dumps(FILTER)})
    return person.call("GET", f"v3/sync?{query}")["next_batch"]


def measure(name, options, folder, environment, generator):
    """All figures of one server, as a row."""
    server = Server(name, folder, environment)
    try:
        room, senders, listeners = populate(server.url, options)
        starts = [server.restart() for _ in range(STARTS)]
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            places = list(pool.map(first_sync, listeners))
        server.forget_peak()
        rest = server.memory("VmRSS")
        address = urllib.parse.urlsplit(server.url)
        plan = {
            "host": address.hostname, "port": address.port, "room": room,
            "senders": [person.token for person in senders],
            "listeners": [
                {"token": person.token, "since": since}
                for person, since in zip(listeners, places)],
            "timelineLimit": options.limit, "rate": options.rate, "warmUp": options.warm_up,
            "duration": options.seconds, "drain": options.drain, "textLength": 60}
        path = folder / f"{name}.plan"
        path.write_text(json.dumps(plan))
        cpu, begin = server.cpu, time.monotonic()
        output = subprocess.run([generator, path], check=True, stdout=subprocess.PIPE).stdout
        used = (server.cpu - cpu) / (time.monotonic() - begin)
        return row(name, json.loads(output), {
            "first_answer_ms": round(statistics.median(starts), 1), "rest_rss_mb": rest,
            "peak_rss_mb": server.memory("VmHWM"), "server_cpu": round(used, 2)})
    finally:
        server.wipe()


def row(name, report, figures):
    figures |= {
        "messages_per_second": report["messagesPerSecond"],
        "deliveries_per_second": report["deliveriesPerSecond"],
        "delivered_share": report["deliveredShare"],
        "syncs_per_second": round(report["syncs"] / report["seconds"], 1),
        "load_cpu": round(report["ownCPU"] / report["seconds"], 2)}
    for kind in ("send", "delivery"):
        for share in ("p50", "p99"):
            figures[f"{kind}_{share}_ms"] = report[kind][share]
    return {"subject": name} | {key: figures[key] for key in MEANING} | {
        "senders": report["senders"], "listeners": report["listeners"],
        "seconds": report["seconds"], "errors": report["errors"],
        "limited_syncs": report["limitedSyncs"], "received_bytes": report["receivedBytes"]}


def print_table(rows):
    print(f"{'':38}" + "".join(f"{row['subject']:>14}" for row in rows) + (
        f"{'ratio':>10}" if len(rows) == 2 else ""))
    for key, meaning in MEANING.items():
        cells = [f"{row[key]:14,.{0 if row[key] >= 1000 else 2}f}" for row in rows]
        if len(rows) == 2 and rows[1][key]:
            cells.append(f"{rows[0][key] / rows[1][key]:10.3g}")
        print(f"{meaning:38}" + "".join(cells))


def misses(rows, thresholds):
    by_name = {row["subject"]: row for row in rows}
    for bound, is_kept in (
            ("least_ratio", lambda ratio, limit: ratio >= limit),
            ("most_ratio", lambda ratio, limit: ratio <= limit)):
        for key, limit in thresholds[bound].items():
            ratio = by_name[OURS][key] / by_name[PEER][key]
            if not is_kept(ratio, limit):
                yield f"{key} is {ratio:.3g} of {PEER}'s, {bound.split('_')[0]} is {limit}"
    errors = by_name[OURS]["errors"]
    if errors:
        yield f"{errors} requests failed"


def main():
    parser = argparse.ArgumentParser(prog="Scripts/bench homeserver", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print rows instead of a table")
    parser.add_argument("--check", action="store_true", help="fail when a threshold is missed")
    parser.add_argument("--only", choices=[OURS, PEER], help="measure this server alone")
    parser.add_argument("--senders", type=int, default=16, metavar="N", help="(16)")
    parser.add_argument("--listeners", type=int, default=100, metavar="N", help="(100)")
    parser.add_argument("--seconds", type=float, default=10, metavar="S", help="measured (10)")
    parser.add_argument("--warm-up", type=float, default=3, metavar="S", help="not measured (3)")
    parser.add_argument("--drain", type=float, default=10, metavar="S", help="at most (10)")
    parser.add_argument("--limit", type=int, default=100, metavar="N",
                        help="events per /sync response (100, Synapse's maximum)")
    parser.add_argument("--rate", type=float, metavar="R",
                        help="messages per second (as fast as the server responds)")
    parser.add_argument("--binary", type=pathlib.Path, help="a built chat-tui to measure")
    parser.add_argument("--program", type=pathlib.Path, help="a built load generator to use")
    options = parser.parse_args()
    if options.check and options.only:
        parser.error("--check compares two servers")
    names = [options.only] if options.only else [OURS, PEER]
    try:
        generator = options.program or package.build(LOAD)
        environment = {}
        if OURS in names:
            binary = options.binary or pathlib.Path(
                text_of(package.ROOT / "Scripts" / "lib" / "build" / "release"))
            environment["CHATTUI_BINARY"] = str(binary.resolve())
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            rows = [
                measure(name, options, pathlib.Path(folder), environment, generator)
                for name in names]
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode if error.returncode > 0 else 1)
    found = list(misses(rows, package.thresholds("homeserver"))) if options.check else []
    package.finish(rows, found, None if options.json else print_table)


if __name__ == "__main__":
    main()
