"""mautrix-python, the base of many bots and bridges: two people use a room, one through its sync loop."""

import asyncio
import contextlib
import logging
import secrets

from mautrix.client import Client
from mautrix.errors import MForbidden
from mautrix.types import (
    EventType, MessageType, PaginationDirection, RelatesTo, RelationType, TextMessageEventContent)

from interop.steps import picture

CLIENT = "mautrix-python"
PATIENCE = 30


class Listener:
    """Collects the events of a client's loop until an expected one arrives."""

    def __init__(self, steps, client):
        self.steps = steps
        self.queue = asyncio.Queue()
        for kind in (
            EventType.ROOM_MESSAGE, EventType.REACTION, EventType.ROOM_REDACTION,
            EventType.ROOM_TOPIC, EventType.ROOM_MEMBER,
        ):
            client.add_event_handler(kind, self.queue.put, wait_sync=True)

    async def next(self, what, fits):
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    event = await self.queue.get()
                    if fits(event):
                        return event
        except TimeoutError:
            return self.steps.fail(f"was not told of {what}")


async def run(steps, url, first, second):
    logging.getLogger("mau").setLevel(logging.CRITICAL)
    async with contextlib.AsyncExitStack() as stack:
        clients = []
        steps.begin(CLIENT, "login")
        for account in (first, second):
            client = Client(base_url=url)
            stack.push_async_callback(client.api.session.close)
            answer = await client.login(
                account.name, password=account.password, device_name="interop")
            steps.equal((await client.whoami()).user_id, answer.user_id, "whoami")
            clients.append(client)
        await Story(steps, *clients).run()


class Story:
    """Every step of the two people, in order."""

    def __init__(self, steps, ada, bob):
        self.steps = steps
        self.ada = ada
        self.bob = bob
        self.heard = Listener(steps, bob)
        self.tag = secrets.token_hex(4)
        self.room = ""

    async def run(self):
        loop = self.bob.start(None)
        try:
            for step in (
                self.people, self.create, self.send, self.relations, self.history, self.state,
                self.media, self.leave, self.logout,
            ):
                self.steps.begin(CLIENT, step.__doc__)
                await step()
        finally:
            self.bob.stop()
            await asyncio.wait([loop], timeout=PATIENCE)

    async def people(self):
        """a display name, and a search that finds it"""
        name = f"Bob {self.tag}"
        await self.bob.set_displayname(name)
        self.steps.equal(await self.ada.get_displayname(self.bob.mxid), name, "name")
        found = await self.ada.search_users(f"bob {self.tag}")
        self.steps.equal(
            [user.user_id for user in found.results], [self.bob.mxid], "who is found by the name")

    async def create(self):
        """a room, an invite and a join"""
        self.room = await self.ada.create_room(
            name=f"Interop {self.tag}", topic="тема", invitees=[self.bob.mxid])
        invitation = await self.heard.next(
            "the invitation",
            lambda event: event.room_id == self.room and event.type == EventType.ROOM_MEMBER
            and event.state_key == self.bob.mxid)
        self.steps.equal(invitation.sender, self.ada.mxid, "who invited")
        self.steps.equal(await self.bob.join_room(self.room), self.room, "room that was joined")
        members = await self.ada.get_joined_members(self.room)
        self.steps.equal(set(members), {self.ada.mxid, self.bob.mxid}, "members")

    async def told(self, what, event_id):
        return await self.heard.next(what, lambda event: event.event_id == event_id)

    async def send(self):
        """texts, notices and emotes"""
        body = f"hello {self.tag} <&> 你好 🐇"
        for send, kind in (
            (self.ada.send_text, MessageType.TEXT), (self.ada.send_notice, MessageType.NOTICE),
            (self.ada.send_emote, MessageType.EMOTE),
        ):
            event = await self.told(str(kind), await send(self.room, body))
            self.steps.equal(
                (event.content.msgtype, event.content.body, event.sender),
                (kind, body, self.ada.mxid), "message")
        await self.bob.send_receipt(self.room, event.event_id)
        await self.bob.set_typing(self.room, timeout=1000)

    async def relations(self):
        """a reaction, an edit, a redaction"""
        target = await self.ada.send_text(self.room, "teh typo")
        event = await self.told("the reaction", await self.ada.react(self.room, target, "👍"))
        self.steps.equal(
            (event.content.relates_to.event_id, event.content.relates_to.key), (target, "👍"),
            "reaction")
        edit = TextMessageEventContent(msgtype=MessageType.TEXT, body="* the typo")
        edit["m.new_content"] = {"msgtype": "m.text", "body": "the typo"}
        edit.relates_to = RelatesTo(rel_type=RelationType.REPLACE, event_id=target)
        event = await self.told("the edit", await self.ada.send_message(self.room, edit))
        self.steps.equal(event.content.get_edit(), target, "edited message")
        redaction = await self.ada.redact(self.room, target, reason="why not")
        event = await self.told("the redaction", redaction)
        self.steps.equal(event.redacts, target, "redacted message")

    async def history(self):
        """history in pages, a context, one event"""
        sent = [await self.ada.send_text(self.room, f"line {index}") for index in range(12)]
        seen, token = [], None
        while len(seen) < len(sent):
            page = await self.bob.get_messages(
                self.room, PaginationDirection.BACKWARD, from_token=token, limit=5)
            self.steps.check(page.events, "a page is empty")
            seen += [event.event_id for event in page.events]
            token = page.end
        self.steps.equal(seen[:len(sent)], sent[::-1], "history")
        around = await self.bob.get_event_context(self.room, sent[6], limit=4)
        self.steps.equal(
            [event.event_id for event in around.events_before + around.events_after],
            [sent[5], sent[4], sent[7], sent[8]], "context")
        event = await self.bob.get_event(self.room, sent[3])
        self.steps.equal(event.content.body, "line 3", "one event")

    async def state(self):
        """state, and changes that need more power"""
        sent = await self.ada.send_state_event(
            self.room, EventType.ROOM_TOPIC, {"topic": "another"})
        event = await self.told("the topic", sent)
        self.steps.equal(event.content.topic, "another", "topic")
        content = await self.bob.get_state_event(self.room, EventType.ROOM_NAME)
        self.steps.equal(content.name, f"Interop {self.tag}", "name of the room")
        try:
            await self.bob.kick_user(self.room, self.ada.mxid)
        except MForbidden:
            return
        self.steps.fail("a kick without the power was not refused")

    async def media(self):
        """upload and download"""
        data = picture(40, 20)
        uri = await self.ada.upload_media(data, mime_type="image/png", filename="a.png")
        self.steps.equal(await self.bob.download_media(uri), data, "content")
        await self.bob.set_account_data("org.example.interop", {"order": 0.5})
        kept = await self.bob.get_account_data("org.example.interop")
        self.steps.equal(kept, {"order": 0.5}, "account data")

    async def leave(self):
        """leave and forget"""
        await self.bob.leave_room(self.room)
        await self.bob.forget_room(self.room)
        self.steps.check(
            self.room not in await self.bob.get_joined_rooms(), "the room is still there")

    async def logout(self):
        """logout"""
        self.bob.stop()
        for client in (self.ada, self.bob):
            await client.logout()
