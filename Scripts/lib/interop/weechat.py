"""weechat-matrix, as packaged by Debian: one person types into weechat, another watches with nio.

Weechat runs without a screen: what is typed comes by its pipe, what is shown stands in its logs. The
plugin speaks TLS alone, so that a stub stands before the server.
"""

import asyncio
import contextlib
import os
import secrets
import ssl
import subprocess
import tempfile
from pathlib import Path

import nio

from interop.nio import sign_in, text

CLIENT = "weechat-matrix"
PLUGIN = "/usr/share/weechat/python/matrix.py"
PATIENCE = 30


class TLSStub:
    """Accepts TLS connections on a free port and forwards the decrypted bytes."""

    def __init__(self, url):
        self.host, port = url.removeprefix("http://").rsplit(":", 1)
        self.port = int(port)

    async def start(self, folder):
        key, certificate = folder / "key.pem", folder / "certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj",
             "/CN=localhost", "-keyout", key, "-out", certificate], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0, ssl=context)
        return server, server.sockets[0].getsockname()[1]

    async def serve(self, reader, writer):
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            back, forth = await asyncio.open_connection(self.host, self.port)
            await asyncio.gather(self.pump(reader, forth), self.pump(back, writer))

    @staticmethod
    async def pump(source, target):
        try:
            while data := await source.read(65536):
                target.write(data)
                await target.drain()
        finally:
            target.close()


class Weechat:
    """A weechat process with a separate folder."""

    def __init__(self, steps, folder):
        self.steps = steps
        self.folder = folder
        self.pipe = folder / "pipe"
        folder.mkdir()
        # Its Python would look for its library beside the first interpreter of the path.
        environment = os.environ | {"PATH": "/usr/bin:/bin"}
        environment.pop("PYTHONPATH", None)
        self.process = subprocess.Popen(
            ["weechat-headless", "--dir", folder, "--run-command",
             f"/set fifo.file.path {self.pipe}"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True, env=environment)

    async def until(self, what, condition):
        for _ in range(PATIENCE * 20):
            if self.process.poll() is not None:
                self.steps.fail(f"weechat ended: {self.process.returncode}")
            if found := condition():
                return found
            await asyncio.sleep(0.05)
        lines = "\n".join(self.log("*").splitlines()[-20:])
        return self.steps.fail(f"weechat does not show {what}; it shows:\n{lines}")

    async def type(self, line, buffer="core.weechat"):
        await self.until("its pipe", self.pipe.is_fifo)
        # Without O_NONBLOCK, a pipe without a reader would block the test.
        pipe = os.open(self.pipe, os.O_WRONLY | os.O_NONBLOCK)
        os.write(pipe, f"{buffer} *{line}\n".encode())
        os.close(pipe)

    async def connect(self, port, name, password):
        """Signs in to the server behind a stub."""
        option = "/set matrix.server.interop."
        for line in (
            "/set logger.file.flush_delay 0", f"/python load {PLUGIN}",
            "/matrix server add interop 127.0.0.1", f"{option}port {port}",
            f"{option}ssl_verify off", f"{option}username {name}",
            f"{option}password {password}", "/matrix connect interop",
        ):
            await self.type(line)
        await self.shows("Logged in as")

    def log(self, buffer):
        """The text that its buffers have shown."""
        files = (self.folder / "logs").glob(f"{buffer}.weechatlog")
        return "\n".join(path.read_text(errors="replace") for path in files)

    async def shows(self, shown, buffer="*"):
        await self.until(repr(shown), lambda: shown in self.log(buffer))

    async def end(self):
        with contextlib.suppress(OSError):
            await self.type("/quit")
        try:
            await asyncio.to_thread(self.process.wait, PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()


async def run(steps, url, first, second):
    async with contextlib.AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="interop-")))
        steps.begin(CLIENT, "start")
        server, port = await TLSStub(url).start(folder)
        stack.callback(server.close)
        ada = await sign_in(steps, url, first)
        stack.push_async_callback(ada.client.close)
        weechat = Weechat(steps, folder / "weechat")
        stack.push_async_callback(weechat.end)
        await Story(steps, ada, weechat, port, second).run()


class Story:
    """Every step that is typed, in order."""

    def __init__(self, steps, ada, weechat, port, account):
        self.steps = steps
        self.ada = ada
        self.weechat = weechat
        self.port = port
        self.account = account
        self.bob = ""
        self.tag = secrets.token_hex(4)
        self.room = ""
        self.buffer = ""

    async def run(self):
        for step in (
            self.login, self.join, self.read, self.write, self.topic, self.leave, self.logout
        ):
            self.steps.begin(CLIENT, step.__doc__)
            await step()

    async def login(self):
        """login"""
        name = self.account.name.removeprefix("@").split(":")[0]
        await self.weechat.connect(self.port, name, self.account.password)

    async def join(self):
        """an invite and a join"""
        server = self.ada.client.user_id.split(":", 1)[1]
        self.bob = f"@{self.account.name.removeprefix('@').split(':')[0]}:{server}"
        answer = await self.ada.client.room_create(
            name=f"Interop {self.tag}", topic="тема", invite=[self.bob])
        self.room = answer.room_id
        self.buffer = f"python.matrix.interop.{self.room}"
        await self.ada.sync()
        await self.weechat.shows(f"You have been invited to Interop {self.tag}")
        await self.weechat.type(f"/join {self.room}", "python.server.interop")
        await self.ada.wait(
            "the join", lambda _: self.bob in self.ada.client.rooms[self.room].users)

    async def read(self):
        """messages from another user"""
        for body in (f"hello {self.tag} 你好 🐇", "and a second one"):
            await self.ada.client.room_send(self.room, "m.room.message", text(body))
            await self.weechat.shows(body)

    async def heard(self, kind, body):
        def find(_=None):
            for event in self.ada.events.get(self.room, []):
                if isinstance(event, kind) and event.sender == self.bob and event.body == body:
                    return event
            return None

        return find() or await self.ada.wait(repr(body), find)

    async def write(self):
        """messages and emotes"""
        body = f"typed {self.tag} <&> 你好"
        await self.weechat.type(body, self.buffer)
        await self.heard(nio.RoomMessageText, body)
        await self.weechat.type("/me waves", self.buffer)
        await self.heard(nio.RoomMessageEmote, "waves")

    async def topic(self):
        """a topic set by another user"""
        answer = await self.ada.client.room_put_state(
            self.room, "m.room.topic", {"topic": f"about {self.tag}"})
        self.steps.check(isinstance(answer, nio.RoomPutStateResponse), f"topic: {answer}")
        await self.weechat.shows(f"about {self.tag}")

    async def leave(self):
        """leave"""
        await self.weechat.type("/part", self.buffer)
        await self.ada.wait(
            "the leave", lambda _: self.bob not in self.ada.client.rooms[self.room].users)

    async def logout(self):
        """disconnect"""
        await self.weechat.type("/matrix disconnect interop")
        await self.weechat.shows("isconnected from")
