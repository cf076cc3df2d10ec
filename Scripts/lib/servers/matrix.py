"""The few calls of the Matrix client-server API that the scripts need."""

import itertools
import json
import urllib.error
import urllib.parse
import urllib.request

_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class MatrixError(Exception):
    """An unsuccessful response: its status and error code."""

    def __init__(self, status, code):
        super().__init__(f"{status} {code}")
        self.code = code


class Person:
    """A signed-in account."""

    _transactions = itertools.count()

    def __init__(self, base, name, password):
        self.base = base
        self.name = name
        self.user_id = f"@{name}:localhost"
        self.token = None
        login = {"username": name, "password": password}
        try:
            answer = self.call("POST", "v3/register", login | {"auth": {"type": "m.login.dummy"}})
        except MatrixError as error:
            if error.code != "M_USER_IN_USE":
                raise
            identifier = {"type": "m.id.user", "user": name}
            answer = self.call("POST", "v3/login", {
                "type": "m.login.password", "identifier": identifier, "password": password})
        self.token = answer["access_token"]

    def call(self, method, path, body=None, *, raw=None, kind="application/json", api="client"):
        """The decoded response to one request; `path` has escaped segments."""
        request = urllib.request.Request(f"{self.base}/_matrix/{api}/{path}", method=method)
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        if raw is None and method != "GET":
            raw = json.dumps(body or {}).encode()
        if raw is not None:
            request.add_header("Content-Type", kind)
            request.data = raw
        try:
            with _opener.open(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            try:
                code = json.load(error).get("errcode", "")
            except ValueError:
                code = ""
            raise MatrixError(error.code, code) from None

    def upload(self, data, name, kind):
        answer = self.call("POST", f"v3/upload?filename={quote(name)}", raw=data, kind=kind, api="media")
        return answer["content_uri"]

    def download(self, address):
        """The bytes of a file by its `mxc:` address."""
        path = address.removeprefix("mxc://")
        request = urllib.request.Request(
            f"{self.base}/_matrix/client/v1/media/download/{path}", headers={"Authorization": f"Bearer {self.token}"})
        with _opener.open(request, timeout=60) as answer:
            return answer.read()

    def set_profile(self, display_name, avatar):
        path = f"v3/profile/{quote(self.user_id)}"
        self.call("PUT", f"{path}/displayname", {"displayname": display_name})
        self.call("PUT", f"{path}/avatar_url", {"avatar_url": self.upload(avatar, "avatar.png", "image/png")})

    def create_room(self, **options):
        return self.call("POST", "v3/createRoom", options)["room_id"]

    def join(self, room):
        self.call("POST", f"v3/join/{quote(room)}")

    def send(self, room, content, kind="m.room.message"):
        path = f"v3/rooms/{quote(room)}/send/{quote(kind)}/p{next(self._transactions)}"
        return self.call("PUT", path, content)["event_id"]

    def say(self, room, text, **extra):
        return self.send(room, {"msgtype": "m.text", "body": text} | extra)

    def redact(self, room, event):
        path = f"v3/rooms/{quote(room)}/redact/{quote(event)}/p{next(self._transactions)}"
        self.call("PUT", path)

    def set_account_data(self, kind, content):
        self.call("PUT", f"v3/user/{quote(self.user_id)}/account_data/{quote(kind)}", content)

    def account_data(self, kind):
        try:
            return self.call("GET", f"v3/user/{quote(self.user_id)}/account_data/{quote(kind)}")
        except MatrixError as error:
            if error.code != "M_NOT_FOUND":
                raise
            return None


def quote(text):
    return urllib.parse.quote(text, safe="")
