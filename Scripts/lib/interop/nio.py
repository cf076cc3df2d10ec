"""matrix-nio: two people use every feature of a room; nio decodes each response and event."""

import io
import logging
import secrets
import tempfile
import time

import nio

from interop.steps import picture, png_size

CLIENT = "matrix-nio"
SYNC_TIMEOUT = 10_000
# Without these limits nio retries forever.
CONFIG = nio.AsyncClientConfig(
    encryption_enabled=False, store_sync_tokens=False, max_limit_exceeded=3, max_timeouts=2)


class Person:
    """A signed-in account and its /sync position."""

    def __init__(self, steps, client):
        self.steps = steps
        self.client = client
        self.events = {}

    async def sync(self, timeout=0):
        answer = await self.client.sync(timeout=timeout)
        self.steps.check(isinstance(answer, nio.SyncResponse), f"sync: {answer}")
        for room_id, room in answer.rooms.join.items():
            self.events.setdefault(room_id, []).extend(room.timeline.events)
        return answer

    async def wait(self, what, condition):
        """Syncs a few times, until the condition returns something for a response."""
        for _ in range(12):
            found = condition(await self.sync(timeout=SYNC_TIMEOUT))
            if found:
                return found
        self.steps.fail(f"{self.client.user_id} was not told of {what}")

    async def wait_event(self, room_id, event_id):
        def known():
            for event in self.events.get(room_id, []):
                if event.event_id == event_id:
                    return event
            return None

        return known() or await self.wait(event_id, lambda _: known())


async def sign_in(steps, url, account):
    client = nio.AsyncClient(url, account.name, config=CONFIG)
    answer = await client.login(account.password, device_name="interop")
    if not isinstance(answer, nio.LoginResponse):
        await client.close()
        steps.fail(f"login of {account.name}: {answer}")
    steps.check(answer.user_id.startswith("@") and ":" in answer.user_id, answer.user_id)
    return Person(steps, client)


async def run(steps, url, first, second):
    """Runs every step; returns the IDs of the two users."""
    logging.getLogger("nio").setLevel(logging.CRITICAL)
    people = []
    try:
        steps.begin(CLIENT, "login flows")
        probe = nio.AsyncClient(url, config=CONFIG)
        try:
            flows = await ok(steps, probe.login_info(), nio.LoginInfoResponse)
        finally:
            await probe.close()
        steps.check("m.login.password" in flows.flows, f"no password flow in {flows.flows}")
        steps.begin(CLIENT, "login")
        for account in (first, second):
            people.append(await sign_in(steps, url, account))
        await Story(steps, *people).run()
        steps.begin(CLIENT, "a wrong password")
        await check_wrong_password(steps, url, first)
        return [person.client.user_id for person in people]
    finally:
        for person in people:
            await person.client.close()


async def check_wrong_password(steps, url, account):
    client = nio.AsyncClient(url, account.name, config=CONFIG)
    answer = await client.login(secrets.token_hex(16))
    await client.close()
    steps.check(isinstance(answer, nio.LoginError), f"accepted: {answer}")
    steps.equal(answer.status_code, "M_FORBIDDEN", "errcode")


async def ok(steps, call, kind):
    """The response to a call, which must have this class."""
    answer = await call
    if not isinstance(answer, kind):
        steps.fail(f"expected {kind.__name__}, got {answer}")
    return answer


class Story:
    """Every step of the two people, in order."""

    def __init__(self, steps, ada, bob):
        self.steps = steps
        self.ada = ada
        self.bob = bob
        self.a = ada.client
        self.b = bob.client
        self.tag = secrets.token_hex(4)
        self.room = ""

    async def ok(self, call, kind):
        return await ok(self.steps, call, kind)

    async def refused(self, call, *codes):
        answer = await call
        if not isinstance(answer, nio.ErrorResponse):
            self.steps.fail(f"not refused: {answer}")
        self.steps.check(
            answer.status_code in codes, f"errcode: expected {codes}, got {answer.status_code!r}")

    async def run(self):
        for step in (
            self.account, self.create, self.join, self.send, self.relations, self.redact,
            self.history, self.attention, self.state, self.media, self.filters, self.aliases,
            self.moderation, self.leave, self.logout,
        ):
            self.steps.begin(CLIENT, step.__doc__)
            await step()

    async def account(self):
        """who is signed in, profile, devices"""
        answer = await self.ok(self.a.whoami(), nio.WhoamiResponse)
        self.steps.equal(answer.user_id, self.a.user_id, "whoami")
        self.steps.equal(answer.device_id, self.a.device_id, "whoami: device")
        name = f"Ada {self.tag} é🐇"
        await self.ok(self.a.set_displayname(name), nio.ProfileSetDisplayNameResponse)
        answer = await self.ok(
            self.b.get_displayname(self.a.user_id), nio.ProfileGetDisplayNameResponse)
        self.steps.equal(answer.displayname, name, "display name")
        answer = await self.ok(self.b.get_profile(self.a.user_id), nio.ProfileGetResponse)
        self.steps.equal(answer.displayname, name, "display name of the profile")
        devices = await self.ok(self.a.devices(), nio.DevicesResponse)
        found = {device.id: device.display_name for device in devices.devices}
        self.steps.equal(found.get(self.a.device_id), "interop", "name of the device")
        await self.ok(
            self.a.update_device(self.a.device_id, {"display_name": "renamed"}),
            nio.UpdateDeviceResponse)
        devices = await self.ok(self.a.devices(), nio.DevicesResponse)
        found = {device.id: device.display_name for device in devices.devices}
        self.steps.equal(found.get(self.a.device_id), "renamed", "new name of the device")
        await self.ada.sync()
        await self.bob.sync()

    async def create(self):
        """a private room with a name and a topic"""
        answer = await self.ok(
            self.a.room_create(
                name=f"Interop {self.tag}", topic="тема", preset=nio.RoomPreset.private_chat,
                invite=[self.b.user_id]), nio.RoomCreateResponse)
        self.room = answer.room_id
        await self.ada.wait("its own room", lambda sync: self.room in sync.rooms.join)
        room = self.a.rooms[self.room]
        self.steps.equal(room.name, f"Interop {self.tag}", "name of the room")
        self.steps.equal(room.topic, "тема", "topic of the room")
        self.steps.equal(room.join_rule, "invite", "join rule")
        self.steps.equal(room.power_levels.users.get(self.a.user_id, 100), 100, "own power")

    async def join(self):
        """an invite and a join"""
        await self.bob.wait("the invitation", lambda sync: self.room in sync.rooms.invite)
        invited = self.b.invited_rooms[self.room]
        self.steps.equal(invited.inviter, self.a.user_id, "who invited")
        self.steps.equal(invited.name, f"Interop {self.tag}", "name of the room of the invitation")
        await self.refused(
            self.b.room_send(self.room, "m.room.message", text("too early")), "M_FORBIDDEN")
        answer = await self.ok(self.b.join(self.room), nio.JoinResponse)
        self.steps.equal(answer.room_id, self.room, "room that was joined")
        await self.bob.wait("the room", lambda sync: self.room in sync.rooms.join)
        await self.ada.wait(
            "the join", lambda _: self.b.user_id in self.a.rooms[self.room].users)
        members = await self.ok(self.a.joined_members(self.room), nio.JoinedMembersResponse)
        self.steps.equal(
            sorted(member.user_id for member in members.members),
            sorted([self.a.user_id, self.b.user_id]), "members")
        rooms = await self.ok(self.b.joined_rooms(), nio.JoinedRoomsResponse)
        self.steps.check(self.room in rooms.rooms, "joined_rooms lacks the room")

    async def send(self):
        """messages, and the same transaction twice"""
        body = f"hello {self.tag} \u2028 <&> 你好 🐇\n\ttab"
        sent = await self.send_text(self.a, body)
        event = await self.bob.wait_event(self.room, sent)
        self.steps.check(isinstance(event, nio.RoomMessageText), f"not a text: {event}")
        self.steps.equal(event.body, body, "text")
        self.steps.equal(event.sender, self.a.user_id, "sender")
        self.steps.check(abs(event.server_timestamp / 1000 - time.time()) < 600, "wrong time")
        own = await self.ada.wait_event(self.room, sent)
        self.steps.check(bool(own.transaction_id), "no transaction id on the own event")
        self.steps.equal(event.transaction_id, None, "transaction id for others")
        transaction = secrets.token_hex(8)
        twice = [
            (await self.ok(
                self.a.room_send(self.room, "m.room.message", text("twice"), tx_id=transaction),
                nio.RoomSendResponse)).event_id for _ in range(2)]
        self.steps.equal(twice[1], twice[0], "event of a repeated transaction")
        last = await self.send_text(self.a, "after")
        await self.bob.wait_event(self.room, last)
        count = sum(event.event_id == twice[0] for event in self.bob.events[self.room])
        self.steps.equal(count, 1, "events of a repeated transaction")

    async def send_text(self, client, body):
        answer = await self.ok(
            client.room_send(self.room, "m.room.message", text(body)), nio.RoomSendResponse)
        return answer.event_id

    async def relations(self):
        """a reaction, an edit, a reply"""
        target = await self.send_text(self.a, "teh typo")
        sent = await self.ok(
            self.b.room_send(self.room, "m.reaction", {"m.relates_to": {
                "rel_type": "m.annotation", "event_id": target, "key": "👍"}}),
            nio.RoomSendResponse)
        event = await self.ada.wait_event(self.room, sent.event_id)
        self.steps.check(isinstance(event, nio.ReactionEvent), f"not a reaction: {event}")
        self.steps.equal((event.reacts_to, event.key), (target, "👍"), "reaction")
        edit = text("* the typo") | {
            "m.new_content": text("the typo"),
            "m.relates_to": {"rel_type": "m.replace", "event_id": target}}
        sent = await self.ok(
            self.a.room_send(self.room, "m.room.message", edit), nio.RoomSendResponse)
        event = await self.bob.wait_event(self.room, sent.event_id)
        self.steps.equal(
            event.source["content"]["m.new_content"]["body"], "the typo", "content of the edit")
        reply = text("yes") | {"m.relates_to": {"m.in_reply_to": {"event_id": target}}}
        sent = await self.ok(
            self.b.room_send(self.room, "m.room.message", reply), nio.RoomSendResponse)
        event = await self.ada.wait_event(self.room, sent.event_id)
        self.steps.equal(
            event.source["content"]["m.relates_to"]["m.in_reply_to"]["event_id"], target, "answer")

    async def redact(self):
        """a redaction"""
        target = await self.send_text(self.b, "secret")
        await self.ada.wait_event(self.room, target)
        sent = await self.ok(
            self.a.room_redact(self.room, target, reason="why not"), nio.RoomRedactResponse)
        event = await self.bob.wait_event(self.room, sent.event_id)
        self.steps.check(isinstance(event, nio.RedactionEvent), f"not a redaction: {event}")
        self.steps.equal(event.redacts, target, "redacted event")
        answer = await self.ok(self.b.room_get_event(self.room, target), nio.RoomGetEventResponse)
        self.steps.check(isinstance(answer.event, nio.RedactedEvent), f"kept: {answer.event}")
        self.steps.check("body" not in answer.event.source["content"], "the text is still there")

    async def history(self):
        """history in pages, a context, single events"""
        sent = [await self.send_text(self.a, f"line {index}") for index in range(25)]
        await self.bob.wait_event(self.room, sent[-1])
        back, token = [], ""
        for _ in range(30):
            page = await self.ok(
                self.b.room_messages(self.room, token, limit=10), nio.RoomMessagesResponse)
            back += [event.event_id for event in page.chunk]
            if not page.end or not page.chunk:
                break
            token = page.end
        self.steps.equal(back[:25], sent[::-1], "last events, backwards")
        self.steps.equal(len(set(back)), len(back), "different events in the pages")
        self.steps.check(len(back) > 35, f"only {len(back)} events back to the start")
        context = await self.ok(
            self.b.room_context(self.room, sent[10], limit=4), nio.RoomContextResponse)
        self.steps.equal(context.event.event_id, sent[10], "event of the context")
        self.steps.equal(
            [event.event_id for event in context.events_before], sent[8:10][::-1], "events before")
        self.steps.equal(
            [event.event_id for event in context.events_after], sent[11:13], "events after")
        await self.refused(self.b.room_get_event(self.room, "$" + "a" * 43), "M_NOT_FOUND")

    async def attention(self):
        """typing, receipts, unread counts"""
        last = await self.send_text(self.a, f"{self.b.user_id} look")
        await self.bob.wait_event(self.room, last)
        self.steps.check(self.b.rooms[self.room].unread_notifications > 0, "nothing is unread")
        await self.ok(self.b.room_typing(self.room, True, 20_000), nio.RoomTypingResponse)
        await self.ada.wait(
            "typing", lambda _: self.b.user_id in self.a.rooms[self.room].typing_users)
        await self.ok(self.b.room_typing(self.room, False), nio.RoomTypingResponse)
        await self.ada.wait(
            "the end of typing", lambda _: not self.a.rooms[self.room].typing_users)
        await self.ok(
            self.b.update_receipt_marker(self.room, last), nio.UpdateReceiptMarkerResponse)

        room, reader = self.a.rooms[self.room], self.b.user_id

        def is_last(receipt):
            return receipt is not None and receipt.event_id == last

        await self.ada.wait(
            "the receipt of the main thread",
            lambda _: is_last(room.threaded_read_receipts.get(reader, {}).get("main")))
        await self.ok(
            self.b.room_read_markers(self.room, last, last), nio.RoomReadMarkersResponse)
        await self.ada.wait(
            "the receipt of the room", lambda _: is_last(room.read_receipts.get(reader)))
        await self.bob.wait(
            "the read marker", lambda _: self.b.rooms[self.room].fully_read_marker == last)
        self.steps.equal(self.b.rooms[self.room].unread_notifications, 0, "unread messages")

    async def state(self):
        """state events and who may send them"""
        await self.ok(self.a.update_room_topic(self.room, "new"), nio.RoomPutStateResponse)
        await self.bob.wait("the topic", lambda _: self.b.rooms[self.room].topic == "new")
        answer = await self.ok(
            self.b.room_get_state_event(self.room, "m.room.topic"), nio.RoomGetStateEventResponse)
        self.steps.equal(answer.content.get("topic"), "new", "topic")
        await self.refused(
            self.b.room_put_state(self.room, "m.room.topic", {"topic": "mine"}), "M_FORBIDDEN")
        await self.refused(
            self.b.room_get_state_event(self.room, "org.example.none"), "M_NOT_FOUND")
        state = await self.ok(self.b.room_get_state(self.room), nio.RoomGetStateResponse)
        kinds = {event["type"] for event in state.events}
        for kind in ("create", "member", "power_levels", "join_rules", "history_visibility"):
            self.steps.check(f"m.room.{kind}" in kinds, f"no m.room.{kind} in the state")

    async def media(self):
        """upload, download, thumbnail, avatar"""
        config = await self.ok(
            self.a.content_repository_config(), nio.ContentRepositoryConfigResponse)
        self.steps.check(config.upload_size >= 1 << 20, f"upload limit {config.upload_size}")
        data = picture(800, 600)
        answer, _ = await self.a.upload(
            io.BytesIO(data), content_type="image/png", filename="gradient é.png",
            filesize=len(data))
        self.steps.check(isinstance(answer, nio.UploadResponse), f"upload: {answer}")
        uri = answer.content_uri
        server, media = uri.removeprefix("mxc://").split("/")
        loaded = await self.ok(self.b.download(uri), nio.MemoryDownloadResponse)
        self.steps.check(loaded.body == data, f"{len(loaded.body)} other bytes came back")
        self.steps.equal(loaded.content_type, "image/png", "content type")
        self.steps.equal(loaded.filename, "gradient é.png", "file name")
        with tempfile.TemporaryDirectory() as folder:
            saved = await self.ok(
                self.b.download(uri, save_to=folder), nio.DiskDownloadResponse)
            self.steps.check(saved.body.read_bytes() == data, "other bytes were saved")
        for method in (nio.ResizingMethod.scale, nio.ResizingMethod.crop):
            small = await self.ok(
                self.b.thumbnail(server, media, 32, 32, method), nio.ThumbnailResponse)
            size = png_size(small.body)
            self.steps.check(
                size is not None and 32 <= size[0] < 800 and 24 <= size[1] < 600,
                f"{method}: no small picture: {size}")
        await self.refused(self.b.download(f"mxc://{server}/{'a' * 24}"), "M_NOT_FOUND")
        await self.ok(self.a.set_avatar(uri), nio.ProfileSetAvatarResponse)
        avatar = await self.ok(self.b.get_avatar(self.a.user_id), nio.ProfileGetAvatarResponse)
        self.steps.equal(avatar.avatar_url, uri, "avatar")
        await self.bob.wait(
            "the avatar",
            lambda _: self.b.rooms[self.room].users[self.a.user_id].avatar_url == uri)
        content = {"msgtype": "m.image", "body": "gradient.png", "url": uri, "info": {
            "w": 800, "h": 600, "mimetype": "image/png", "size": len(data)}}
        sent = await self.ok(
            self.a.room_send(self.room, "m.room.message", content), nio.RoomSendResponse)
        await self.ada.wait_event(self.room, sent.event_id)
        event = await self.bob.wait_event(self.room, sent.event_id)
        self.steps.check(isinstance(event, nio.RoomMessageImage), f"not a picture: {event}")
        self.steps.equal(event.url, uri, "address of the picture")

    async def filters(self):
        """a stored filter, and a filter in the query"""
        answer = await self.ok(
            self.a.upload_filter(room={"timeline": {"limit": 3}}), nio.UploadFilterResponse)
        for sync_filter in (answer.filter_id, {"room": {"timeline": {"limit": 3}}}):
            # A fresh client without `since`, so that the sync position of this test does not move.
            url, account = self.a.homeserver, (self.a.user_id, self.a.device_id)
            fresh = nio.AsyncClient(url, account[0], device_id=account[1], config=CONFIG)
            fresh.restore_login(account[0], account[1], self.a.access_token)
            sync = await fresh.sync(timeout=0, sync_filter=sync_filter)
            await fresh.close()
            self.steps.check(isinstance(sync, nio.SyncResponse), f"sync: {sync}")
            room = sync.rooms.join[self.room]
            self.steps.equal(len(room.timeline.events), 3, "events with a limit of 3")
            self.steps.check(room.timeline.limited, "the timeline is not limited")
            page = await self.ok(
                self.a.room_messages(self.room, room.timeline.prev_batch, limit=1),
                nio.RoomMessagesResponse)
            known = [event.event_id for event in self.ada.events[self.room]]
            before = known[known.index(room.timeline.events[0].event_id) - 1]
            self.steps.equal(page.chunk[0].event_id, before, "event before the timeline")

    async def aliases(self):
        """an alias and a public room"""
        server = self.a.user_id.split(":", 1)[1]
        alias = f"#interop-{self.tag}:{server}"
        await self.ok(self.a.room_put_alias(alias, self.room), nio.RoomPutAliasResponse)
        answer = await self.ok(self.b.room_resolve_alias(alias), nio.RoomResolveAliasResponse)
        self.steps.equal(answer.room_id, self.room, "room of the alias")
        await self.ok(self.a.room_delete_alias(alias), nio.RoomDeleteAliasResponse)
        await self.refused(self.b.room_resolve_alias(alias), "M_NOT_FOUND")
        public = await self.ok(
            self.a.room_create(
                nio.RoomVisibility.public, alias=f"interop-public-{self.tag}",
                name="Public", preset=nio.RoomPreset.public_chat), nio.RoomCreateResponse)
        answer = await self.ok(
            self.b.join(f"#interop-public-{self.tag}:{server}"), nio.JoinResponse)
        self.steps.equal(answer.room_id, public.room_id, "room joined by its alias")
        for client in (self.b, self.a):
            await self.ok(client.room_leave(public.room_id), nio.RoomLeaveResponse)

    async def moderation(self):
        """kick, ban, unban, invite"""
        await self.refused(self.b.room_kick(self.room, self.a.user_id), "M_FORBIDDEN")
        await self.ok(self.a.room_kick(self.room, self.b.user_id, "out"), nio.RoomKickResponse)
        await self.bob.wait("the kick", lambda sync: self.room in sync.rooms.leave)
        await self.ok(self.a.room_ban(self.room, self.b.user_id), nio.RoomBanResponse)
        await self.refused(self.b.join(self.room), "M_FORBIDDEN", "M_BAD_STATE")
        await self.ok(self.a.room_unban(self.room, self.b.user_id), nio.RoomUnbanResponse)
        await self.refused(self.b.join(self.room), "M_FORBIDDEN")
        await self.ok(self.a.room_invite(self.room, self.b.user_id), nio.RoomInviteResponse)
        await self.bob.wait("the invitation", lambda sync: self.room in sync.rooms.invite)
        await self.ok(self.b.join(self.room), nio.JoinResponse)
        await self.bob.wait("the room", lambda sync: self.room in sync.rooms.join)

    async def leave(self):
        """leave and forget"""
        await self.ok(self.b.room_leave(self.room), nio.RoomLeaveResponse)
        await self.bob.wait("the leave", lambda sync: self.room in sync.rooms.leave)
        await self.refused(
            self.b.room_send(self.room, "m.room.message", text("late")), "M_FORBIDDEN")
        await self.ok(self.b.room_forget(self.room), nio.RoomForgetResponse)
        await self.ok(self.a.room_leave(self.room), nio.RoomLeaveResponse)
        rooms = await self.ok(self.a.joined_rooms(), nio.JoinedRoomsResponse)
        self.steps.check(self.room not in rooms.rooms, "the room is still joined")

    async def logout(self):
        """logout"""
        for client in (self.a, self.b):
            token = client.access_token
            await self.ok(client.logout(), nio.LogoutResponse)
            client.access_token = token
            await self.refused(client.whoami(), "M_UNKNOWN_TOKEN")


def text(body):
    return {"msgtype": "m.text", "body": body}
