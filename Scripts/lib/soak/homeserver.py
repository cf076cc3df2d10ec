"""Kills a Matrix server repeatedly while people write, and checks that nothing was lost.

    soak_homeserver.py [--kills N] [--seconds S] [--seed X] [--database PATH] -- COMMAND...

COMMAND starts the server on the folder that `{data}` stands for and prints its address. At the end
every message that the server acknowledged has to be in /messages and in one reader's /sync exactly
once, in its sender's order and under the event id that was told, also where its transaction was
sent again; and the database has to be sound. With --seconds it ends early when the time is over.
"""

import argparse
import collections
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import time

from soak.homeserver_load import Account, Gone, Place, Reader, Writer
from soak.homeserver_process import ServerProcess, StartFailure


def parse():
    parser = argparse.ArgumentParser(prog="soak homeserver")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--database", default="data/homeserver/homeserver.sqlite")
    parser.add_argument("command", nargs="+")
    return parser.parse_args()


class Loop:
    """One run: the server, the people and the kills."""

    def __init__(self, options, folder):
        self.options = options
        self.random = random.Random(options.seed)
        self.data = os.path.join(folder, "server")
        self.server = ServerProcess(options.command, self.data, os.path.join(folder, "log"))
        self.database = os.path.join(self.data, options.database)
        self.copy = os.path.join(folder, "copy")
        self.place = Place()
        self.problems = []
        self.kills = 0
        self.early_kills = 0

    def run(self):
        deadline = time.monotonic() + self.options.seconds
        os.mkdir(self.data, 0o700)
        try:
            self.prepare(self.server.start())
            while self.kills < self.options.kills and time.monotonic() < deadline:
                self.let_write()
                if self.problems:
                    return
                self.kill()
            self.finish()
        finally:
            self.place.end()
            self.server.end()

    def prepare(self, address):
        people = [Account(f"writer{index}") for index in range(self.options.writers)]
        reader = Account("reader")
        for account in people + [reader]:
            account.connect(address)
            account.register()
        self.rooms = [
            reader.call("POST", "createRoom", {"preset": "public_chat"})["room_id"]
            for _ in range(3)]
        for account in people:
            for room in self.rooms:
                account.call("POST", f"join/{room}")
        self.writers = [
            Writer(account, self.rooms, self.place, self.problems, self.random.random())
            for account in people]
        self.reader = Reader(
            reader, self.rooms, self.place, self.problems, self.random.random())
        self.reader.begin()
        for thread in self.writers + [self.reader]:
            thread.start()
        self.place.move(address)

    def acknowledged(self):
        return sum(len(writer.acknowledged) for writer in self.writers)

    def let_write(self):
        """Waits until messages get through again, then for a random time."""
        before, deadline = self.acknowledged(), time.monotonic() + 60
        while self.acknowledged() == before and not self.problems:
            if self.server.ended():
                self.problems.append(f"the server exited on its own:\n{self.server.tail()}")
            elif time.monotonic() > deadline:
                self.problems.append("the server acknowledged nothing for a minute")
            time.sleep(0.001)
        time.sleep(self.random.uniform(0, 0.5))
        if self.server.ended() and not self.problems:
            self.problems.append(f"the server exited on its own:\n{self.server.tail()}")

    def kill(self):
        self.place.move(None)
        self.server.kill()
        self.kills += 1
        if self.kills % 10 == 1:
            self.check_copy()
        if self.random.random() < 0.2:
            # Kill the server during recovery too.
            self.server.launch()
            time.sleep(self.random.uniform(0, 0.1))
            self.server.kill()
            self.early_kills += 1
        self.place.move(self.server.start())

    def finish(self):
        for writer in self.writers:
            writer.stopping.set()
        for writer in self.writers:
            writer.join(60)
        if any(writer.is_alive() for writer in self.writers):
            self.problems.append("a writer got no response within a minute")
        self.reader.goal = {
            event for writer in self.writers for _, _, event in writer.acknowledged}
        self.reader.join(60)
        if self.problems:
            return
        self.check_messages()
        self.check_reader()
        if not self.server.stop():
            self.problems.append("the server did not stop when asked")
            self.server.kill()
        self.check_database(self.database)

    def check_messages(self):
        """Checks that the rooms hold each acknowledged message once and in order."""
        account = self.reader.account
        for room in self.rooms:
            events = list(account.history(room))[::-1]
            self.compare("/messages", room, events)

    def check_reader(self):
        for room, events in self.reader.events.items():
            self.compare("/sync", room, events)

    def compare(self, source, room, events):
        found = collections.defaultdict(list)
        for event in events:
            if event["type"] == "m.room.message":
                found[event["sender"]].append((event["content"]["body"], event["event_id"]))
        for writer in self.writers:
            expected = [(text, event) for place, text, event in writer.acknowledged if place == room]
            actual = found.pop(writer.account.user, [])
            if actual != expected:
                self.tell(f"{source}, {writer.account.name}", expected, actual)
        for sender in found:
            self.problems.append(f"{source} has messages from {sender}, who sent none")

    def tell(self, where, expected, actual):
        counts = collections.Counter(event for _, event in actual)
        bodies = collections.Counter(text for text, _ in actual)
        wanted = {event for _, event in expected}
        before = len(self.problems)
        for text, event in expected:
            if counts[event] == 0:
                self.problems.append(f"{where}: lost “{text[:20]}” {event}")
            if counts[event] > 1 or bodies[text] > 1:
                self.problems.append(f"{where}: “{text[:20]}” {bodies[text]} times")
        for text, event in actual:
            if event not in wanted and bodies[text] == 1:
                self.problems.append(f"{where}: {event} “{text[:20]}” was never acknowledged")
        if len(self.problems) == before:
            self.problems.append(f"{where}: not in the order of sending")

    def check_copy(self):
        """Inspects the data that the kill left, without changing it."""
        shutil.rmtree(self.copy, ignore_errors=True)
        os.mkdir(self.copy)
        for suffix in ("", "-wal"):
            if os.path.exists(self.database + suffix):
                shutil.copy(self.database + suffix, os.path.join(self.copy, "db" + suffix))
        self.check_database(os.path.join(self.copy, "db"))

    def check_database(self, path):
        if not os.path.exists(path):
            self.problems.append(f"there is no database {self.options.database}")
            return
        connection = sqlite3.connect(path)
        try:
            rows = connection.execute("PRAGMA integrity_check").fetchall()
        except sqlite3.DatabaseError as error:
            rows = [(str(error),)]
        finally:
            connection.close()
        if rows != [("ok",)]:
            self.problems.append(f"after kill {self.kills} the database is damaged: {rows[:3]}")

    def summary(self):
        sent = self.acknowledged()
        starts = sorted(self.server.start_seconds)
        return (
            f"{self.kills} kills and {self.early_kills} at the start, {sent} messages, "
            f"{sum(w.retries for w in self.writers)} sent again unacknowledged and "
            f"{sum(w.repeats for w in self.writers)} acknowledged, {self.reader.answers} syncs with "
            f"{self.reader.gaps} gaps, {self.place.breaks} broken connections, start {starts[len(starts) // 2]:.2f} s (median)")


def main():
    options = parse()
    folder = tempfile.mkdtemp(prefix="chat-tui-soak-")
    loop = Loop(options, folder)
    begin = time.monotonic()
    try:
        loop.run()
    except (StartFailure, Gone) as error:
        loop.problems.append(str(error) or "the server exited at startup")
    for problem in loop.problems[:20]:
        print(f"homeserver: {problem}", file=sys.stderr)
    if loop.problems:
        print(
            f"homeserver: {len(loop.problems)} problems, seed {options.seed}; the data is kept in "
            f"{folder}", file=sys.stderr)
        return 1
    shutil.rmtree(folder)
    print(f"homeserver: {loop.summary()}, {time.monotonic() - begin:.0f} s: nothing lost or duplicated")
    return 0


if __name__ == "__main__":
    sys.exit(main())
