"""A stub homeserver whose account gets a flood of events in one response, once it is told to.

The account is in one quiet room. `POST /flood` lets the response go, and `GET /polls` says how many
polls began with nothing left to tell. Runs until its standard input closes; prints its address first.
"""

import argparse
import contextlib
import http.server
import json
import re
import sys
import threading
import urllib.parse

from bench import account

USER, QUIET = "@flooded:localhost", "!quiet:localhost"
SHAPES = ("room", "rooms", "members", "sliding", "page")
_ROOMS = 2000


def message(number, body):
    return {"type": "m.room.message", "event_id": f"$f{number}:localhost", "sender": f"@u{number % 97}:localhost",
            "origin_server_ts": account.LATEST + number, "content": {"msgtype": "m.text", "body": body}}


def flood(count):
    """So many messages of 350 bytes, the size of a short one of a real server."""
    return [message(number, f"flood {number} " + "abcdefghij" * 20) for number in range(1, count + 1)]


def member(number):
    user = f"@member{number}:localhost"
    return {"type": "m.room.member", "event_id": f"$m{number}:localhost", "sender": user, "state_key": user,
            "origin_server_ts": account.LATEST, "content": {"membership": "join", "displayname": f"Member {number}"}}


def begin(shape):
    """The first response: a room that says little."""
    name = {"type": "m.room.name", "event_id": "$name:localhost", "sender": USER, "state_key": "",
            "origin_server_ts": account.LATEST, "content": {"name": "Quiet"}}
    lines = [message(0, "all is quiet")]
    if shape == "sliding":
        return {"pos": "s1", "lists": _lists(), "rooms": {QUIET: {
            "initial": True, "required_state": [name], "timeline": lines, "prev_batch": "t1"}}}
    return {"next_batch": "s1", "rooms": {"join": {QUIET: {
        "timeline": {"events": lines, "prev_batch": "t1", "limited": True}, "state": {"events": [name]}}}}}


def overflow(shape, count):
    """The response with the flood."""
    if shape == "members":
        return {"next_batch": "s2", "rooms": {"join": {QUIET: {
            "state": {"events": [member(number) for number in range(count)]}, "timeline": {"events": []}}}}}
    events = flood(count)
    if shape == "page":
        return {"start": "t1", "end": "t0", "chunk": events[::-1]}
    if shape == "sliding":
        return {"pos": "s2", "lists": _lists(), "rooms": {QUIET: {"timeline": events}}}
    if shape == "room":
        return {"next_batch": "s2", "rooms": {"join": {QUIET: {"timeline": {"events": events}}}}}
    share = max(count // _ROOMS, 1)
    return {"next_batch": "s2", "rooms": {"join": {
        f"!r{first}:localhost": {"timeline": {"events": events[first:first + share]}}
        for first in range(0, count, share)}}}


def _lists():
    return {"first": {"count": 1, "ops": [{"op": "SYNC", "range": [0, 0], "room_ids": [QUIET]}]}}


class State:
    """What the account is told, and when."""

    def __init__(self, shape, count):
        self.protocol = "sliding" if shape == "sliding" else "full"
        self.shape, self.begin = shape, begin(shape)
        self.overflow = json.dumps(overflow(shape, count)).encode()
        self.is_flooding, self.has_ended = threading.Event(), threading.Event()
        self.polls = 0

    def poll(self, token, seconds):
        if not token:
            return self.begin
        if token == "s1" and self.shape != "page":
            return self.overflow if self.is_flooding.wait(seconds) else self._nothing(token)
        self.polls += 1
        self.has_ended.wait(seconds)
        return self._nothing(token)

    def _nothing(self, token):
        return {"pos" if self.protocol == "sliding" else "next_batch": token}


class Handler(http.server.BaseHTTPRequestHandler):
    """Responds to the calls of a client."""

    protocol_version = "HTTP/1.1"
    state: State

    def handle(self):
        # A client that ends drops its connections, with a poll that still waits.
        with contextlib.suppress(ConnectionError):
            super().handle()

    def do_GET(self):
        self._respond()

    do_POST = do_PUT = do_GET

    def log_message(self, *_):
        """Says nothing about requests."""

    def _respond(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        address = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(address.query))
        answer = self._answer(urllib.parse.unquote(address.path), query, json.loads(body or b"{}"))
        data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(200 if answer is not None else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _answer(self, path, query, body):
        path = path.removeprefix("/_matrix/client/")
        if path == "/flood":
            return self.state.is_flooding.set() or {}
        if path == "/polls":
            return self.state.polls
        if path == "versions":
            return {"versions": ["v1.11"], "unstable_features": {
                "org.matrix.simplified_msc3575": self.state.protocol == "sliding"}}
        if path == "v3/login":
            return {"user_id": USER, "access_token": "token", "device_id": "BENCH"} if body else {
                "flows": [{"type": "m.login.password"}]}
        if path.endswith("/sync"):
            return self.state.poll(query.get("since") or query.get("pos"), int(query.get("timeout", 0)) / 1000)
        if re.fullmatch(r"v3/rooms/[^/]+/messages", path):
            if self.state.shape != "page":
                return {"start": query.get("from"), "chunk": []}
            return self.state.overflow if self.state.is_flooding.wait(60) else None
        return {"joined": {}} if path.endswith("/joined_members") else {}


def main():
    parser = argparse.ArgumentParser(prog="flood_server", description=__doc__)
    parser.add_argument("shape", choices=SHAPES)
    parser.add_argument("events", type=int)
    options = parser.parse_args()
    Handler.state = State(options.shape, options.events)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
    sys.stdin.read()
    Handler.state.has_ended.set()
    Handler.state.is_flooding.set()
    server.shutdown()


if __name__ == "__main__":
    main()
