"""chat-tui: a person at its keyboard and one with matrix-nio see what the other one makes."""

import io
import secrets
import subprocess
import tempfile
import time
from pathlib import Path

import nio
from interop import (
    chat_tui_accounts, chat_tui_content, chat_tui_more, chat_tui_peers, chat_tui_places,
    chat_tui_rooms)
from interop.nio import ok, sign_in, text
from terminal.program import Program

CLIENT = "chat-tui and matrix-nio"
COLUMNS, ROWS = 110, 40
ESC, ENTER, BACKSPACE, TAB = "\x1b", "\r", "\x7f", "\t"
UP, F2, CLEAR = "\x1b[A", "\x1bOQ", "\x15"
WAIT_SECONDS = 20
# What follows a letter at once counts as typed without looking.
LOOK_SECONDS = 0.5


class Screen:
    """chat-tui on a pseudo-terminal."""

    def __init__(self, steps, binary, folder):
        self.steps = steps
        self.program = Program(
            [binary, "--data-dir", folder, "--undo-seconds", "0"], COLUMNS, ROWS,
            {"TERM": "xterm-256color"})

    def settle(self, seconds):
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0 and not self.program.has_ended:
            if (output := self.program.read(rest)) is not None:
                self.program.show(output[1])

    def wait(self, *texts, absent=()):
        """Waits until the screen shows all these texts, and none of the absent ones."""
        end = time.monotonic() + WAIT_SECONDS
        while True:
            shown = self.program.text()
            if all(one in shown for one in texts) and not any(one in shown for one in absent):
                return
            if self.program.has_ended or time.monotonic() > end:
                self.steps.fail(f"not on the screen: {texts} without {absent}\n{shown}")
            self.settle(0.1)

    def keys(self, *keys):
        """Types keys, each looked at before the next."""
        for key in keys:
            self.program.write(key)
            self.settle(LOOK_SECONDS)

    def say(self, line):
        self.program.write(line)
        self.settle(LOOK_SECONDS)
        self.keys(ENTER)

    def select_newest(self):
        """Goes from the composer to the newest message."""
        self.keys(ESC, "G")

    def confirm(self):
        """Says yes; letters directly after that would count as typed without looking."""
        self.wait("y yes")
        self.keys("y")
        self.settle(1)

    def choose(self, title):
        """Runs an action of the menu."""
        self.keys(F2)
        self.wait("Actions")
        for _ in range(40):
            if f"▌ {title}" in self.program.text():
                return self.keys(ENTER)
            self.keys("\x1b[B")
        return self.steps.fail(f"no “{title}” in the menu:\n{self.program.text()}")


async def run(steps, url, binary, first, second):
    """Runs every step: the first account uses matrix-nio, the second one chat-tui."""
    steps.begin(CLIENT, "login")
    person = await sign_in(steps, url, first)
    with tempfile.TemporaryDirectory(prefix="interop-") as folder:
        try:
            await Story(steps, url, binary, Path(folder), person, first, second).run()
        finally:
            await person.client.close()


class Story:
    """Every step of the two people, in order."""

    def __init__(self, steps, url, binary, folder, ada, nio_account, account):
        self.steps = steps
        self.url = url
        self.binary = binary
        self.folder = folder
        self.ada = ada
        self.a = ada.client
        self.nio_account = nio_account
        self.account = account
        self.tag = secrets.token_hex(3)
        self.user_id = ""
        self.room = ""
        self.other = ""
        self.screen = None

    async def run(self):
        try:
            await self.open()
            for step in (
                self.texts, self.formats, self.mentions, self.replies, self.edits, self.reactions,
                self.threads, self.pins, self.forwards, self.files, self.removals, self.attention,
            ):
                self.steps.begin(CLIENT, step.__doc__)
                await step()
            for part in (
                chat_tui_more, chat_tui_content, chat_tui_rooms, chat_tui_places, chat_tui_accounts,
            ):
                for step in part.STEPS:
                    self.steps.begin(CLIENT, step.__doc__)
                    await step(self)
            self.go_to_workshop()
            for step in chat_tui_peers.STEPS:
                self.steps.begin("chat-tui", step.__doc__)
                await step(self)
        finally:
            if self.screen:
                self.screen.program.end()

    async def open(self):
        await self.make_rooms()
        files = str(self.folder / "files")
        done = subprocess.run(
            [self.binary, "login", "--data-dir", files, "--homeserver", self.url, "--user",
             self.user_id, "--password-file", "-"],
            input=self.account.password + "\n", text=True, capture_output=True, check=False)
        self.steps.check(done.returncode == 0, f"login: {done.stderr.strip()}")
        self.screen = Screen(self.steps, self.binary, files)
        self.screen.wait("online", f"Workshop {self.tag}")
        # Rooms of a space, which an earlier run may have left, come before the newest room.
        self.go_to_workshop()
        self.screen.wait(f"Elsewhere {self.tag}")

    async def make_rooms(self):
        """Two rooms with both people; the newer one is where chat-tui begins.

        In rooms of later versions, nobody could remove the person who made them.
        """
        bob = await self.sign_in_again()
        self.user_id = bob.client.user_id
        for name in (f"Elsewhere {self.tag}", f"Workshop {self.tag}"):
            answer = await ok(self.steps, self.a.room_create(
                name=name, preset=nio.RoomPreset.private_chat, invite=[self.user_id],
                room_version="11", power_level_override={"events": {"m.room.pinned_events": 0}}),
                nio.RoomCreateResponse)
            self.other, self.room = self.room, answer.room_id
            await ok(self.steps, bob.client.join(self.room), nio.JoinResponse)
        await ok(self.steps, bob.client.logout(), nio.LogoutResponse)
        await bob.client.close()
        await self.ada.sync()

    # Helpers

    def go_to_workshop(self):
        """Opens the room with both people."""
        self.screen.keys("\x0f")
        self.screen.keys(f"Workshop {self.tag}", ENTER)
        self.screen.wait(f"> Write to Workshop {self.tag}")

    async def sign_in_again(self):
        """Another device of chat-tui's account, with matrix-nio."""
        return await sign_in(self.steps, self.url, self.account)

    async def nio_uploads(self, data, name, kind):
        answer, _ = await self.a.upload(
            lambda *_: io.BytesIO(data), content_type=kind, filename=name, filesize=len(data))
        self.steps.check(isinstance(answer, nio.UploadResponse), f"upload: {answer}")
        return answer.content_uri

    async def from_screen(self, what, matches):
        """The newest event of chat-tui's account that matches."""
        def found():
            for event in reversed(self.ada.events.get(self.room, [])):
                if event.sender == self.user_id and matches(event):
                    return event
            return None

        return found() or await self.ada.wait(what, lambda _: found())

    async def message(self, body):
        """The event of a message that was typed into chat-tui."""
        event = await self.from_screen(
            f"“{body}”", lambda event: event.source["content"].get("body") == body)
        return event, event.source["content"]

    async def nio_sends(self, content, kind="m.room.message"):
        answer = await ok(
            self.steps, self.a.room_send(self.room, kind, content), nio.RoomSendResponse)
        return answer.event_id

    async def sees(self, *texts, absent=()):
        self.screen.wait(*texts, absent=absent)

    # Steps

    async def texts(self):
        """texts and emotes"""
        await self.nio_sends(text("hello from nio"))
        await self.nio_sends({"msgtype": "m.emote", "body": "waves from nio"})
        await self.sees("hello from nio", "waves from nio")
        self.screen.say("hello from chat-tui")
        _, content = await self.message("hello from chat-tui")
        self.steps.equal(content["msgtype"], "m.text", "kind of message")
        self.screen.say("/me waves back")
        _, content = await self.message("waves back")
        self.steps.equal(content["msgtype"], "m.emote", "kind of message")

    async def formats(self):
        """formatted texts"""
        await self.nio_sends(text("list") | {
            "format": "org.matrix.custom.html",
            "formatted_body": "<p>a <strong>list</strong></p><ul><li>of one</li></ul>"
                              "<pre><code>let x = 1</code></pre>"})
        await self.sees("a list", "• of one", "let x = 1")
        self.screen.say("a **bold** word and `code`")
        event, content = await self.message("a **bold** word and `code`")
        self.steps.check(isinstance(event, nio.RoomMessageText), f"not a text: {event}")
        self.steps.equal(content["format"], "org.matrix.custom.html", "format")
        self.steps.equal(
            content["formatted_body"],
            "a <strong>bold</strong> word and <code>code</code>", "formatted body")

    async def mentions(self):
        """mentions"""
        localpart = self.a.user_id[1:].split(":")[0]
        self.screen.keys(f"look @{localpart}", TAB, ENTER, ENTER)
        event = await self.from_screen(
            "the mention",
            lambda event: event.source["content"].get("body", "").startswith("look "))
        content = event.source["content"]
        self.steps.equal(
            content["m.mentions"].get("user_ids"), [self.a.user_id], "who is mentioned")
        self.steps.check("matrix.to" in content["formatted_body"], "no pill in the message")

    async def replies(self):
        """replies"""
        target = await self.nio_sends(text("a question?"))
        await self.sees("a question?")
        self.screen.select_newest()
        self.screen.keys("r")
        await self.sees("↪ replying")
        self.screen.say("an answer")
        event, content = await self.message("an answer")
        self.steps.equal(
            content["m.relates_to"]["m.in_reply_to"]["event_id"], target, "target of the reply")
        await self.nio_sends(
            text("> <@x:y> an answer\n\nthank you")
            | {"m.relates_to": {"m.in_reply_to": {"event_id": event.event_id}}})
        await self.sees("thank you", "╭ ")

    async def edits(self):
        """edits"""
        target = await self.nio_sends(text("nio writes teh"))
        await self.sees("nio writes teh")
        await self.nio_sends(text("* nio writes the") | {
            "m.new_content": text("nio writes the"),
            "m.relates_to": {"rel_type": "m.replace", "event_id": target}})
        await self.sees("nio writes the (edited)", absent=("nio writes teh",))
        self.screen.say("chat-tui writes teh")
        event, _ = await self.message("chat-tui writes teh")
        await self.sees("chat-tui writes teh", absent=("sending…",))
        self.screen.keys(UP)
        await self.sees("↪ editing")
        self.screen.keys(CLEAR)
        self.screen.say("chat-tui writes the")
        edit = await self.from_screen(
            "the edit", lambda event: "m.new_content" in event.source["content"])
        content = edit.source["content"]
        self.steps.equal(content["m.new_content"]["body"], "chat-tui writes the", "new text")
        self.steps.equal(
            content["m.relates_to"], {"rel_type": "m.replace", "event_id": event.event_id},
            "relation of the edit")

    async def reactions(self):
        """reactions, and taking one back"""
        target = await self.nio_sends(text("it works"))
        await self.sees("it works")
        await self.nio_sends({"m.relates_to": {
            "rel_type": "m.annotation", "event_id": target, "key": "🎉"}}, "m.reaction")
        await self.sees("🎉 1")
        self.screen.select_newest()
        await self.react("rocket")
        event = await self.from_screen(
            "the reaction", lambda event: isinstance(event, nio.ReactionEvent))
        self.steps.equal((event.reacts_to, event.key), (target, "🚀"), "reaction")
        await self.sees("🚀 1")
        await self.react("rocket")
        removal = await self.from_screen(
            "the removal of the reaction", lambda event: isinstance(event, nio.RedactionEvent))
        self.steps.equal(removal.redacts, event.event_id, "redacted event")
        await self.sees("🎉 1", absent=("🚀",))
        self.screen.keys("i")

    async def react(self, name):
        self.screen.keys("+")
        await self.sees("React to the message")
        self.screen.keys(name, ENTER)

    async def threads(self):
        """threads"""
        root = await self.nio_sends(text("let us start a thread"))
        await self.sees("let us start a thread")
        relation = {"rel_type": "m.thread", "event_id": root, "is_falling_back": True,
                    "m.in_reply_to": {"event_id": root}}
        latest = await self.nio_sends(text("first in it") | {"m.relates_to": relation})
        await self.sees("1 reply", "first in it")
        self.screen.select_newest()
        self.screen.keys("t")
        await self.sees("Thread in Workshop", "first in it")
        self.screen.say("second in it")
        _, content = await self.message("second in it")
        self.steps.equal(
            content["m.relates_to"],
            relation | {"m.in_reply_to": {"event_id": latest}}, "relation of the thread")
        self.screen.keys(ESC, ESC)
        await self.sees("2 replies", absent=("Thread in",))
        self.screen.keys("i")

    async def pins(self):
        """pinned messages"""
        pinned = await self.nio_sends(text("nio pins this"))
        await self.sees("nio pins this")
        await ok(
            self.steps,
            self.a.room_put_state(self.room, "m.room.pinned_events", {"pinned": [pinned]}),
            nio.RoomPutStateResponse)
        await self.sees("nio pins this (pinned)")
        self.screen.say("chat-tui pins this")
        event, _ = await self.message("chat-tui pins this")
        await self.sees("chat-tui pins this", absent=("sending…",))
        self.screen.select_newest()
        self.screen.choose("pin the message")
        self.screen.confirm()
        await self.sees("chat-tui pins this (pinned)")
        await self.from_screen(
            "the pins", lambda pins: pins.source["type"] == "m.room.pinned_events"
            and pins.source["content"]["pinned"] == [pinned, event.event_id])
        self.screen.keys("i")

    async def forwards(self):
        """forwarding"""
        await self.nio_sends(text("worth repeating"))
        await self.sees("worth repeating")
        self.screen.select_newest()
        self.screen.choose("forward to")
        await self.sees("Forward")
        self.screen.keys(f"Elsewhere {self.tag}", ENTER)
        await self.ada.wait("the forwarded message", lambda _: any(
            event.sender == self.user_id
            and event.source["content"].get("body") == "worth repeating"
            for event in self.ada.events.get(self.other, [])))
        self.screen.keys("i")

    async def files(self):
        """files"""
        data = secrets.token_bytes(50_000)
        uri = await self.nio_uploads(data, "plan.pdf", "application/pdf")
        await self.nio_sends({
            "msgtype": "m.file", "body": "plan.pdf", "url": uri,
            "info": {"mimetype": "application/pdf", "size": len(data)}})
        await self.sees("plan.pdf")
        path = self.folder / "sketch.bin"
        path.write_bytes(data)
        self.screen.choose("send files")
        self.screen.keys(str(path), ENTER)
        await self.sees("a caption, or Enter")
        self.screen.keys(ENTER)
        event = await self.from_screen(
            "the file", lambda event: isinstance(event, nio.RoomMessageFile))
        self.steps.equal(event.body, "sketch.bin", "name of the file")
        answer = await ok(self.steps, self.a.download(event.url), nio.DownloadResponse)
        self.steps.check(answer.body == data, "another file was downloaded")

    async def removals(self):
        """removals"""
        target = await self.nio_sends(text("nio regrets this"))
        await self.sees("nio regrets this")
        await ok(
            self.steps, self.a.room_redact(self.room, target, reason="a mistake"),
            nio.RoomRedactResponse)
        await self.sees("a mistake", absent=("nio regrets this",))
        self.screen.say("chat-tui regrets this")
        event, _ = await self.message("chat-tui regrets this")
        await self.sees("chat-tui regrets this", absent=("sending…",))
        self.screen.select_newest()
        self.screen.choose("remove it with a reason")
        self.screen.keys("my mistake", ENTER)
        self.screen.confirm()
        removal = await self.from_screen(
            "the removal", lambda removal: isinstance(removal, nio.RedactionEvent)
            and removal.redacts == event.event_id)
        self.steps.equal(removal.reason, "my mistake", "reason")
        self.screen.keys("i")

    async def attention(self):
        """typing and receipts"""
        await ok(self.steps, self.a.room_typing(self.room, True, 20_000), nio.RoomTypingResponse)
        await self.sees("is typing…")
        await ok(self.steps, self.a.room_typing(self.room, False), nio.RoomTypingResponse)
        await self.sees("online", absent=("is typing…",))
        self.screen.keys("half a sentence")
        room = self.a.rooms[self.room]
        await self.ada.wait("typing", lambda _: self.user_id in room.typing_users)
        self.screen.keys(CLEAR)
        last = await self.nio_sends(text("read this"))
        await self.sees("read this")

        def has_read():
            receipts = [room.read_receipts.get(self.user_id)]
            receipts += room.threaded_read_receipts.get(self.user_id, {}).values()
            return any(receipt and receipt.event_id == last for receipt in receipts)

        await self.ada.wait("the receipt", lambda _: has_read())
