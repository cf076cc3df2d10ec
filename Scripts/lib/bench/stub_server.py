"""A stub homeserver with generated accounts, for measuring a client without a server's own pace.

Responses of `/sync` are ready before anybody asks. Besides the client-server API it has
`GET /polls/USER`: how many polls of the user began with nothing left to tell. Runs until its standard
input closes; prints its addresses first: one without sliding sync, one with it, and the first one by
TLS if there is a certificate.
"""

import argparse
import contextlib
import http.server
import json
import re
import ssl
import sys
import threading
import urllib.parse

from bench import account

# Spaces of the account that has them, and members of its newest room.
SPACES, CROWD = 40, 5000
_PAGE_LIMIT = 50
_SLIDING = "org.matrix.simplified_msc3575"
_FIXED = {
    ("GET", "v3/login"): {"flows": [{"type": "m.login.password"}]},
    ("GET", "v3/capabilities"): {"capabilities": {}},
}


class Accounts:
    """The accounts, with their encoded sync responses and the polls that waited."""

    def __init__(self, accounts):
        self.by_user = {each.user: each for each in accounts}
        self.responses = {
            each.user: [json.dumps(each.sync(number), ensure_ascii=False).encode()
                        for number in range(each.responses)]
            for each in accounts}
        self.polls = dict.fromkeys(self.by_user, 0)
        self.has_ended = threading.Event()

    def sync(self, user, since, seconds):
        number = int(since[1:]) if since else 0
        if number < len(self.responses[user]):
            return self.responses[user][number]
        self._wait(user, seconds)
        return {"next_batch": since}

    def slide(self, user, position, lists, seconds):
        """A response of sliding sync; a position says how many rooms the client has."""
        account, known = self.by_user[user], int(position[1:]) if position else 0
        size = max(wanted["ranges"][0][1] + 1 for wanted in lists.values())
        if known >= min(size, len(account.rooms)):
            self._wait(user, seconds)
        return account.window(lists, known) | {"pos": f"p{max(size, known)}"}

    def _wait(self, user, seconds):
        self.polls[user] += 1
        self.has_ended.wait(seconds)


class Handler(http.server.BaseHTTPRequestHandler):
    """Responds to the calls of a client; anything else that changes something succeeds with {}."""

    protocol_version = "HTTP/1.1"
    accounts: Accounts
    has_sliding = False

    def handle(self):
        # A client that ends drops its connections, with a poll that still waits.
        with contextlib.suppress(ConnectionError):
            super().handle()

    def do_GET(self):
        self._respond("GET")

    def do_POST(self):
        self._respond("POST")

    do_PUT = do_POST

    def log_message(self, *_):
        """Says nothing about requests."""

    def _respond(self, method):
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length) or b"{}")
        address = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(address.query))
        path = urllib.parse.unquote(address.path).removeprefix("/_matrix/client/")
        # Old clients use the name of an older version.
        path = re.sub(r"^r0/", "v3/", path)
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        # Old clients send it in the query.
        token = token or query.get("access_token", "")
        user = f"@{token.removeprefix('token-')}:localhost"
        status, answer = self._answer(method, path, query, body, user)
        data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _answer(self, method, path, query, body, user):
        if (method, path) in _FIXED:
            return 200, _FIXED[method, path]
        if path == "versions":
            return 200, {"versions": ["v1.5", "v1.11"],
                         "unstable_features": {_SLIDING: self.has_sliding}}
        if path.startswith("/polls/"):
            return 200, self.accounts.polls[path.removeprefix("/polls/")]
        if (method, path) == ("POST", "v3/login"):
            return self._sign_in(body)
        if user not in self.accounts.by_user:
            return 401, {"errcode": "M_UNKNOWN_TOKEN", "error": "no such token"}
        if path == f"unstable/{_SLIDING}/sync" and self.has_sliding:
            return 200, self.accounts.slide(
                user, query.get("pos"), body["lists"], int(query.get("timeout", 0)) / 1000)
        if method != "GET":
            return 200, {"filter_id": "1", "one_time_key_counts": {}}
        return self._read(path, query, user)

    def _sign_in(self, body):
        name = body.get("identifier", {}).get("user", "")
        user = name if name.startswith("@") else f"@{name}:localhost"
        if user not in self.accounts.by_user:
            return 403, {"errcode": "M_FORBIDDEN", "error": "no such user"}
        token = "token-" + user[1:].partition(":")[0]
        return 200, {"user_id": user, "access_token": token, "device_id": "BENCH"}

    def _read(self, path, query, user):
        if path == "v3/sync":
            return 200, self.accounts.sync(
                user, query.get("since"), int(query.get("timeout", 0)) / 1000)
        if path == "v3/account/whoami":
            return 200, {"user_id": user}
        if match := re.fullmatch(r"v3/profile/@([^:/]+):localhost", path):
            return 200, {"displayname": match[1].capitalize()}
        match = re.fullmatch(r"v3/rooms/([^/]+)/(messages|joined_members)", path)
        room = self.accounts.by_user[user].rooms.get(match[1]) if match else None
        if not room:
            return 404, {"errcode": "M_NOT_FOUND", "error": "nothing here"}
        if match[2] == "messages":
            limit = min(int(query.get("limit", _PAGE_LIMIT)), _PAGE_LIMIT)
            return 200, self.accounts.by_user[user].page(room.id, query.get("from"), limit)
        return 200, {"joined": {
            event["state_key"]: {"display_name": event["content"]["displayname"]}
            for event in room.state if event["type"] == "m.room.member"}}


class SlidingHandler(Handler):
    """The same server with sliding sync."""

    has_sliding = True


def serve(handler, certificate=None):
    """Starts a server on a free port and prints its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    scheme = "https" if certificate else "http"
    print(f"{scheme}://127.0.0.1:{server.server_address[1]}", flush=True)
    return server


def main():
    parser = argparse.ArgumentParser(prog="stub_server", description=__doc__)
    for name in ("rooms", "messages", "longest", "large"):
        parser.add_argument(name, type=int)
    parser.add_argument("--certificate", help="a file with a key and its certificate")
    options = parser.parse_args()
    Handler.accounts = Accounts([
        account.reader(options.rooms, options.messages, options.longest),
        account.newcomer(options.large),
        account.mayor(options.large, options.messages, SPACES, CROWD)])
    servers = [serve(Handler), serve(SlidingHandler)]
    if options.certificate:
        servers.append(serve(Handler, options.certificate))
    sys.stdin.read()
    Handler.accounts.has_ended.set()
    for server in servers:
        server.shutdown()


if __name__ == "__main__":
    main()
