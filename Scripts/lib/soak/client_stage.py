"""A server, a fault proxy in front of it, and accounts whose program uses the proxy."""

import collections
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import threading
import time

from servers.matrix import Person, quote

PASSWORD = "correct horse battery"


class Homeserver:
    """The embedded homeserver on its own folder."""

    def __init__(self, binary, folder):
        self.process = subprocess.Popen(
            [binary, "serve", "--port", "0", "--data-dir", folder, "--open-registration",
             "--no-rate-limits", "--no-welcome"],
            stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.address = next(word for word in line.split() if word.startswith("http"))

    def end(self):
        self.process.terminate()
        self.process.wait()


class Synapse:
    """A Synapse on its own folder."""

    def __init__(self, _, folder):
        # A folder that is there is used, so that it outlasts a run with problems.
        os.mkdir(folder)
        self._variables = os.environ | {"CHATTUI_SYNAPSE_STATE": folder}
        self.address = next(word.strip(",") for word in self._script("start").split() if word.startswith("http"))

    def _script(self, verb):
        script = pathlib.Path(__file__).parents[2] / "synapse"
        return subprocess.run([script, verb], env=self._variables, stdout=subprocess.PIPE, text=True,
                              check=True).stdout

    def end(self):
        self._script("stop")


SERVERS = {"homeserver": Homeserver, "synapse": Synapse}


class Proxy:
    """The fault proxy, which keeps its address when its rules change; the program uses one engine behind it.

    Its rules have names, each a pair: the requests that it selects, and the fault.
    """

    def __init__(self, binary, server, folder, name, engine):
        self._binary = binary
        self._server = server
        self._engine = engine
        self._rules = os.path.join(folder, f"{name}.rules")
        self._process = None
        self._port = 0
        self._trap = None
        self._lock = threading.Lock()
        self._names = []
        self.faults = collections.Counter()  # how often the rules of each name came to pass

    def start(self, rules):
        """Starts the proxy, or replaces it, which also breaks all connections."""
        self.end()
        rules = self._engine.rules() | rules
        self._names = list(rules)
        self.faults.update({name: 0 for name in rules})
        pathlib.Path(self._rules).write_text("".join(json.dumps(rule) + "\n" for rule in rules.values()))
        self._process = subprocess.Popen(
            [self._binary, "--trace", "--to", self._server, "--port", str(self._port), self._rules],
            stdout=subprocess.PIPE, text=True)
        self.address = self._process.stdout.readline().strip()
        self._port = int(self.address.rsplit(":", 1)[1])
        self._watcher = threading.Thread(target=self._watch, args=(self._process.stdout,), daemon=True)
        self._watcher.start()

    def end(self):
        if self._process:
            self._process.terminate()
            self._process.wait()
            self._process = None
            self._watcher.join()

    def arm(self, moment, delay, pid):
        """Kills a process a short time after the proxy tells of a moment."""
        with self._lock:
            self._trap = moment, delay, pid

    def disarm(self):
        with self._lock:
            self._trap = None

    def _watch(self, lines):
        for line in lines:
            if counts := re.fullmatch(r"rule (\d+): [^:]*(:.*)?\n", line):
                self.faults[self._names[int(counts[1]) - 1]] += counts[2] is not None
                continue
            with self._lock:
                if not self._trap or not self._trap[0](line):
                    continue
                _, delay, pid = self._trap
                self._trap = None
                time.sleep(delay)
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass


def idle_rules(faults, is_long):
    """The rules that never came to pass; a short run has time for some fault of each kind of request only."""
    if is_long:
        return [f"nothing suffered from “{fault}” at {place}" for (place, fault), count in faults.items()
                if count == 0]
    struck = {place for (place, _), count in faults.items() if count}
    return [f"nothing suffered from any fault at {place}" for place in {place for place, _ in faults} - struck]


class Crowd(threading.Thread):
    """A person who posts numbered messages by plain HTTP."""

    def __init__(self, person, room, seed):
        super().__init__(daemon=True)
        self.person = person
        self.room = room
        self.count = 0
        self.stopping = threading.Event()
        self._random = random.Random(seed)
        self._lock = threading.Lock()

    def run(self):
        while not self.stopping.wait(self._random.uniform(0.02, 0.6)):
            self.say(1)

    def say(self, count):
        with self._lock:
            for _ in range(count):
                self.count += 1
                self.person.say(self.room, f"{self.person.name}{self.count:05}.")


def sign_in(binary, folder, proxy, person):
    """Signs the program in as a person, as a device of its own."""
    subprocess.run(
        [binary, "login", "--data-dir", folder, "--homeserver", proxy.address, "--user",
         person.user_id, "--password-file", "-"],
        input=PASSWORD + "\n", text=True, check=True, capture_output=True)


def people(server, *names):
    """Accounts that share one room: the accounts and the room."""
    found = [Person(server.address, name, PASSWORD) for name in names]
    room = found[0].create_room(name="Harbour", preset="public_chat")
    for person in found[1:]:
        person.join(room)
    return found, room


def history(person, room, start=None):
    """A room's events before a token or the end, newest first."""
    while True:
        more = f"&from={quote(start)}" if start else ""
        page = person.call("GET", f"v3/rooms/{quote(room)}/messages?dir=b&limit=200{more}")
        yield from page["chunk"]
        if not page.get("end") or page["end"] == start:
            return
        start = page["end"]


def said(event):
    """The text of an event: that of a message, of the new content of an edit, or of a reaction."""
    content = event["content"]
    if event["type"] == "m.reaction":
        return content.get("m.relates_to", {}).get("key")
    return content.get("m.new_content", content).get("body")


def kind(event):
    """What a user did to make an event."""
    content = event["content"]
    relation = content.get("m.relates_to", {})
    if event["type"] == "m.reaction":
        return "reaction"
    if name := {"m.replace": "edit", "m.thread": "thread"}.get(relation.get("rel_type")):
        return name
    return "reply" if "m.in_reply_to" in relation else "file" if content.get("msgtype") == "m.file" else "text"


def by(person, events):
    """A person's messages and reactions among events."""
    return [event for event in events
            if event["type"] in ("m.room.message", "m.reaction") and event["sender"] == person.user_id]


def number(event, person):
    return int(said(event)[len(person.name):-1])


def numbers(events, person):
    """The numbers of a person's messages and reactions, in the order of the events."""
    return [number(event, person) for event in by(person, events)]
