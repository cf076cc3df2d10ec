"""Writers to a server that is killed repeatedly, and one reader."""

import http.client
import json
import random
import threading
import time
import urllib.parse


class Refusal(Exception):
    """A response that is neither a success nor a reason to retry."""

    def __init__(self, request, status, body):
        super().__init__(f"{request}: {status} {body[:200]!r}")
        self.status = status


class Gone(Exception):
    """The server stopped before it responded; it may or may not have acted."""


class Place:
    """The server's current address; clients wait here while it is down."""

    def __init__(self):
        self._change = threading.Condition()
        self._address = None
        self._lives = 0
        self._ends = False
        self.breaks = 0

    def move(self, address):
        """Sets the server's address, or None while it is down."""
        with self._change:
            self._address = address
            self._lives += address is not None
            self._change.notify_all()

    def end(self):
        with self._change:
            self._ends = True
            self._change.notify_all()

    def wait(self, last=None):
        """The address and the number of the server's run, or None at the end."""
        with self._change:
            if last and self._address and last[0] == self._lives:
                # The server broke the connection without being killed.
                self.breaks += 1
            while not self._ends and self._address is None:
                self._change.wait()
            return None if self._ends else (self._lives, self._address)


def quote(text):
    return urllib.parse.quote(text, safe="")


class Account:
    """One device's connection, which reconnects whenever it breaks."""

    def __init__(self, name):
        self.name = name
        self.token = None
        self.user = None
        self._address = None
        self._connection = None

    def connect(self, address):
        if self._connection:
            self._connection.close()
        self._address = address
        place = urllib.parse.urlsplit(address)
        self._connection = http.client.HTTPConnection(place.hostname, place.port, timeout=60)

    def call(self, method, path, body=None):
        """Sends one request, waits out rate limits and returns the response."""
        while True:
            status, text = self._exchange(method, path, body)
            if status == 200:
                return json.loads(text)
            if status != 429:
                raise Refusal(f"{method} {path}", status, text)
            wait = json.loads(text or b"{}").get("retry_after_ms", 100)
            time.sleep(min(max(wait, 1), 5000) / 1000)

    def _exchange(self, method, path, body):
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = json.dumps(body or {}) if method != "GET" else None
        try:
            self._connection.request(method, f"/_matrix/client/v3/{path}", data, headers)
            answer = self._connection.getresponse()
            return answer.status, answer.read()
        except TimeoutError as error:
            raise Refusal(f"{method} {path}", 0, "no response within a minute") from error
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise Gone() from error

    def register(self):
        answer = self.call("POST", "register", {
            "username": self.name, "password": f"pass-{self.name}",
            "auth": {"type": "m.login.dummy"}})
        self.token, self.user = answer["access_token"], answer["user_id"]

    def send(self, room, transaction, text):
        path = f"rooms/{quote(room)}/send/m.room.message/{quote(transaction)}"
        return self.call("PUT", path, {"msgtype": "m.text", "body": text})["event_id"]

    def history(self, room, start=None):
        """The events of a room, backwards from the newest or from a token."""
        while True:
            more = f"&from={quote(start)}" if start else ""
            page = self.call("GET", f"rooms/{quote(room)}/messages?dir=b&limit=500{more}")
            yield from page["chunk"]
            if not page.get("end") or page["end"] == start:
                return
            start = page["end"]


class Writer(threading.Thread):
    """Sends numbered messages one after the other, each under one transaction until the server
    has acknowledged it."""

    def __init__(self, account, rooms, place, problems, seed):
        super().__init__(daemon=True)
        self.account = account
        self.rooms = rooms
        self.place = place
        self.problems = problems
        self.random = random.Random(seed)
        self.stopping = threading.Event()
        self.acknowledged = []
        self.open = None
        self.retries = 0
        self.repeats = 0

    def run(self):
        life = None
        try:
            while life := self.place.wait(last=life):
                self.account.connect(life[1])
                try:
                    self._repeat_last()
                    while not (self.stopping.is_set() and self.open is None):
                        self._send_next()
                    return
                except Gone:
                    continue
        except Exception as error:  # Report the error: an exception would end only this thread.
            self.problems.append(f"{self.account.name} stopped: {error!r}")

    def _repeat_last(self):
        """Checks that resending an acknowledged message returns the same event."""
        if not self.acknowledged:
            return
        room, text, event = self.acknowledged[-1]
        number = len(self.acknowledged) - 1
        again = self.account.send(room, self._transaction(number), text)
        self.repeats += 1
        if again != event:
            self.problems.append(f"{text[:20]} sent again became {again}, it was {event}")

    def _send_next(self):
        if self.open:
            self.retries += 1
        else:
            number = len(self.acknowledged)
            # Some messages span database pages.
            padding = "x" * (self.random.randrange(8000) if self.random.random() < 0.02 else 10)
            room = self.rooms[self.random.randrange(len(self.rooms))]
            self.open = (number, room, f"{self.account.name} {number} {padding}")
        number, room, text = self.open
        event = self.account.send(room, self._transaction(number), text)
        self.acknowledged.append((room, text, event))
        self.open = None

    def _transaction(self, number):
        return f"{self.account.name}.{number}"


class Reader(threading.Thread):
    """Follows the rooms by /sync from one token to the next, across every kill of the server."""

    def __init__(self, account, rooms, place, problems, seed):
        super().__init__(daemon=True)
        self.account = account
        self.place = place
        self.random = random.Random(seed)
        self.problems = problems
        self.since = None
        self.events = {room: [] for room in rooms}
        self.known = set()
        self.goal = None
        self.gaps = 0
        self.answers = 0

    def begin(self):
        """The first sync; no later event may be missing."""
        self._take(self._sync(0))

    def run(self):
        life = None
        try:
            while life := self.place.wait(last=life):
                self.account.connect(life[1])
                try:
                    while self.goal is None or not self.goal <= self.known:
                        if not self._take(self._sync(1000)) and self.goal is not None:
                            return
                    return
                except Gone:
                    continue
        except Exception as error:  # Report the error: an exception would end only this thread.
            self.problems.append(f"the reader stopped: {error!r}")

    def _sync(self, timeout):
        # A small limit creates gaps to fill.
        limit = self.random.choice((2, 200))
        limits = json.dumps({"room": {"timeline": {"limit": limit}}})
        since = f"&since={quote(self.since)}" if self.since else ""
        return self.account.call("GET", f"sync?timeout={timeout}&filter={quote(limits)}{since}")

    def _take(self, answer):
        """Adds each new event once; returns how many there were."""
        count = 0
        news = []
        for room, content in answer.get("rooms", {}).get("join", {}).items():
            timeline = content.get("timeline", {})
            events = timeline.get("events", [])
            if timeline.get("limited") and self.since:
                self.gaps += 1
                events = self._missed(room, timeline["prev_batch"]) + events
            news.append((room, events))
        # Apply the events and the token together: a lost page is requested again.
        for room, events in news:
            for event in events:
                if event["event_id"] in self.known:
                    self.problems.append(f"/sync returned {event['event_id']} again")
                self.known.add(event["event_id"])
                self.events[room].append(event)
                count += 1
        self.since = answer["next_batch"]
        self.answers += 1
        return count

    def _missed(self, room, start):
        missed = []
        for event in self.account.history(room, start):
            if event["event_id"] in self.known:
                break
            missed.append(event)
        return missed[::-1]
