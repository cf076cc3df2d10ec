"""Ways into rooms and out of them, spaces, tags and marks: what chat-tui and matrix-nio do there, and see of each
other. Each step gets the story, with its helpers."""

import json
import re
from urllib.parse import quote

import nio
from interop.nio import ok, text

ESC, ENTER, DOWN, END, CLEAR, CTRL_O = "\x1b", "\r", "\x1b[B", "\x1b[F", "\x15", "\x0f"
F3, F8 = "\x1bOR", "\x1b[19~"


async def call(story, client, method, *path, body=None):
    """What nio has no method for; returns the status and the response."""
    answer = await client.send(
        method, "/_matrix/client/v3/" + "/".join(quote(part, safe="") for part in path),
        json.dumps(body or {}) if method != "GET" else None,
        {"Authorization": f"Bearer {client.access_token}", "Content-Type": "application/json"})
    async with answer:
        return answer.status, await answer.json()


async def done(story, client, method, *path, body=None):
    """The same, which must succeed."""
    status, answer = await call(story, client, method, *path, body=body)
    story.steps.equal(status, 200, f"{method} {'/'.join(path)}: {answer}")
    return answer


async def state(story, client, room, kind, key=""):
    """The content of a state event; None when there is none."""
    answer = await client.room_get_state_event(room, kind, key)
    return answer.content if isinstance(answer, nio.RoomGetStateEventResponse) else None


async def until(story, what, look):
    """Waits until a look at the server finds something."""
    for _ in range(60):
        found = await look()
        if found:
            return found
        story.screen.settle(0.25)
    return story.steps.fail(f"not on the server: {what}")


def server(story):
    return story.user_id.split(":", 1)[1]


def member_of(room_id, who, membership, answer):
    """The newest event by which somebody came to a membership, in a response to nio."""
    for rooms in (answer.rooms.join, answer.rooms.leave):
        for event in reversed(rooms[room_id].timeline.events if room_id in rooms else []):
            if (isinstance(event, nio.RoomMemberEvent) and event.state_key == who
                    and event.membership == membership):
                return event
    return None


async def described_invite(story):
    """an invite with an address, a reason and its sender"""
    name = f"Library {story.tag}"
    alias = f"library-{story.tag}"
    room = (await ok(story.steps, story.a.room_create(
        name=name, alias=alias, topic="books", preset=nio.RoomPreset.private_chat,
        room_version="11"), nio.RoomCreateResponse)).room_id
    await done(story, story.a, "POST", "rooms", room, "invite",
               body={"user_id": story.user_id, "reason": "welcome"})
    await story.sees("Invites", name)
    story.screen.keys(F3, "g", ENTER)
    await story.sees(f"Join {name}", story.a.user_id, "“welcome”", f"#{alias}:{server(story)}")
    story.screen.confirm()
    await story.sees(f"> Write to {name}")
    await story.ada.wait("the person who joins", lambda answer: member_of(
        room, story.user_id, "join", answer))
    story.library = room


async def removed(story):
    """being removed and banned by nio"""
    name = f"Library {story.tag}"
    await ok(story.steps, story.a.room_kick(story.library, story.user_id, "closing time"),
             nio.RoomKickResponse)
    await story.sees("You are no longer in this room")
    await ok(story.steps, story.a.room_invite(story.library, story.user_id), nio.RoomInviteResponse)
    await story.sees("Invites")
    story.screen.keys(F3, "g", ENTER)
    await story.sees(f"Join {name}")
    story.screen.confirm()
    await story.sees(f"> Write to {name}")
    await ok(story.steps, story.a.room_ban(story.library, story.user_id, "for good"),
             nio.RoomBanResponse)
    await story.sees("You are no longer in this room")
    await ok(story.steps, story.a.room_unban(story.library, story.user_id), nio.RoomUnbanResponse)


async def own_room(story):
    """a room with name, topic and address, and who asks to join it"""
    name, alias = f"Atelier {story.tag}", f"atelier-{story.tag}"
    story.screen.keys(F3, "C")
    await story.sees("New room", "Create the room")
    story.screen.keys(ENTER)
    await story.sees("Name of the new room")
    story.screen.keys(name, ENTER, DOWN, ENTER)
    await story.sees("Topic of the new room")
    story.screen.keys("paint and paper", ENTER, DOWN, DOWN, ENTER)
    await story.sees("who asks and is let in")
    story.screen.keys(DOWN, ENTER)
    await story.sees("Address of the new room")
    story.screen.keys(alias, ENTER, END, ENTER)
    await story.sees(f"> Write to {name}")
    found = await ok(
        story.steps, story.a.room_resolve_alias(f"#{alias}:{server(story)}"),
        nio.RoomResolveAliasResponse)
    room = found.room_id
    await ok(story.steps, story.a.room_knock(room, "let me paint"), nio.RoomKnockResponse)
    story.screen.keys(F3, "e")
    await story.sees(f"Settings of {name}", "Asking to join")
    go_to(story, "Asking to join")
    story.screen.keys(ENTER)
    await story.sees("let me paint")
    story.screen.keys(ENTER)
    story.screen.confirm()
    await story.sees("Invited: ")
    story.screen.keys(ESC, ESC, "i")
    await story.ada.wait("the invite", lambda answer: room in answer.rooms.invite)
    await ok(story.steps, story.a.join(room), nio.JoinResponse)
    for kind, member, value in (
        ("m.room.name", "name", name), ("m.room.topic", "topic", "paint and paper"),
        ("m.room.canonical_alias", "alias", f"#{alias}:{server(story)}"),
        ("m.room.join_rules", "join_rule", "knock"),
    ):
        content = await state(story, story.a, room, kind)
        story.steps.equal((content or {}).get(member), value, kind)
    story.atelier = room


def go_to(story, label):
    """Moves the cursor to an entry of a list."""
    for _ in range(60):
        if any("▌" in line and label in line for line in story.screen.program.text().splitlines()):
            return
        story.screen.keys(DOWN)
    story.steps.fail(f"no “{label}”:\n{story.screen.program.text()}")


async def bans(story):
    """a ban and its end"""
    localpart = story.a.user_id[1:].split(":")[0]
    story.screen.keys(F8)
    await story.sees("> letters of a name")
    story.screen.keys(localpart)
    story.screen.choose("remove, ban, change power")
    await story.sees("a member")
    go_to(story, "Ban")
    story.screen.keys(ENTER)
    await story.sees("why, for everybody to read")
    story.screen.keys("paint on the floor", ENTER)
    story.screen.confirm()
    await story.sees("Banned: ")
    event = await story.ada.wait("the ban", lambda answer: member_of(
        story.atelier, story.a.user_id, "ban", answer))
    story.steps.equal(
        (event.sender, event.content.get("reason")), (story.user_id, "paint on the floor"), "ban")
    story.screen.keys(ESC, ESC, F3, "e")
    await story.sees("Settings of Atelier")
    go_to(story, "Banned")
    story.screen.keys(ENTER)
    await story.sees("paint on the floor")
    story.screen.keys(ENTER)
    story.screen.confirm()
    story.screen.settle(1)
    story.screen.keys(ESC, ESC, "i")
    bob = await story.sign_in_again()
    try:
        async def unbanned():
            content = await state(
                story, bob.client, story.atelier, "m.room.member", story.a.user_id)
            return content and content["membership"] == "leave"

        await until(story, "the end of the ban", unbanned)
    finally:
        await leave(story, bob)


async def leave(story, bob):
    await ok(story.steps, bob.client.logout(), nio.LogoutResponse)
    await bob.client.close()


async def knock(story):
    """asking to join a room of nio"""
    name, alias = f"Chess {story.tag}", f"chess-{story.tag}"
    room = (await ok(story.steps, story.a.room_create(
        name=name, alias=alias, preset=nio.RoomPreset.private_chat, room_version="11",
        initial_state=[{"type": "m.room.join_rules", "content": {"join_rule": "knock"}}]),
        nio.RoomCreateResponse)).room_id
    story.screen.keys(F3, "J")
    await story.sees("Join room")
    story.screen.keys(f"#{alias}:{server(story)}", ENTER)
    await story.sees("Ask its members")
    story.screen.keys("I play well", ENTER)
    await story.sees("You asked to join")
    event = await story.ada.wait("the request", lambda answer: member_of(
        room, story.user_id, "knock", answer))
    story.steps.equal(event.content.get("reason"), "I play well", "reason")
    await ok(story.steps, story.a.room_invite(room, story.user_id), nio.RoomInviteResponse)
    await story.sees("Invites", "invited by")
    story.screen.keys(F3, "g", ENTER)
    await story.sees(f"Join {name}")
    story.screen.confirm()
    await story.sees(f"> Write to {name}")


async def spaces(story):
    """spaces and their rooms"""
    outer, inner = f"Town {story.tag}", f"Market {story.tag}"
    space = (await ok(story.steps, story.a.room_create(
        name=outer, space=True, preset=nio.RoomPreset.public_chat,
        invite=[story.user_id]), nio.RoomCreateResponse)).room_id
    child = (await ok(story.steps, story.a.room_create(
        name=inner, preset=nio.RoomPreset.public_chat), nio.RoomCreateResponse)).room_id
    await ok(story.steps, story.a.room_put_state(
        space, "m.space.child", {"via": [server(story)]}, child), nio.RoomPutStateResponse)
    await story.sees("Invites", outer)
    story.screen.keys(F3, "g", ENTER)
    await story.sees(f"Join space {outer}")
    story.screen.confirm()
    await story.sees(f"Rooms of {outer}", inner)
    # The same list, from the space in the list of rooms; those of an earlier run may stand in front.
    story.screen.keys(ESC, F3, "g")
    go_to(story, outer)
    story.screen.keys("b")
    await story.sees(f"Rooms of {outer}", inner)
    go_to(story, inner)
    story.screen.keys(ENTER)
    await story.sees(f"> Write to {inner}")
    await story.ada.wait("the person who joins", lambda answer: member_of(
        child, story.user_id, "join", answer))
    await own_space(story)


async def own_space(story):
    """A space of chat-tui, with a room in it."""
    outer, inner = f"Castle {story.tag}", f"Tower {story.tag}"
    story.screen.keys(F3, "C")
    await story.sees("New room", "Create the room")
    story.screen.keys(ENTER)
    await story.sees("Name of the new room")
    story.screen.keys(outer, ENTER)
    go_to(story, "Kind")
    story.screen.keys(ENTER)
    await story.sees("Create the space")
    story.screen.keys(END, ENTER)
    await story.sees(f"Rooms of {outer}")
    story.screen.keys(ESC, F3, "C")
    await story.sees("New room", "Create the room")
    story.screen.keys(ENTER)
    await story.sees("Name of the new room")
    story.screen.keys(CLEAR, inner, ENTER)
    go_to(story, "In the space")
    for _ in range(10):
        if f"{outer}" in next(
                line for line in story.screen.program.text().splitlines() if "In the space" in line):
            break
        story.screen.keys(ENTER)
    story.screen.keys(END, ENTER)
    await story.sees(f"> Write to {inner}")
    bob = await story.sign_in_again()
    try:
        rooms = (await ok(story.steps, bob.client.joined_rooms(), nio.JoinedRoomsResponse)).rooms
        ids = {}
        for room in rooms:
            name = (await state(story, bob.client, room, "m.room.name") or {}).get("name")
            ids[name] = room
        kind = await state(story, bob.client, ids[outer], "m.room.create")
        story.steps.equal(kind.get("type"), "m.space", "kind of room")
        part = await state(story, bob.client, ids[outer], "m.space.child", ids[inner])
        story.steps.equal((part or {}).get("via"), [server(story)], "room of the space")
    finally:
        await leave(story, bob)


async def favourites(story):
    """favourites"""
    go_to_room(story, f"Workshop {story.tag}")
    await story.sees(f"> Write to Workshop {story.tag}")
    bob = await story.sign_in_again()
    path = ("user", story.user_id, "rooms", story.room, "tags")
    try:
        story.screen.keys(F3, "*")
        await story.sees("is a favourite")

        async def tagged():
            return "m.favourite" in (await done(story, bob.client, "GET", *path))["tags"]

        await until(story, "the tag", tagged)
        await story.sees("Favourites")
        await done(story, bob.client, "DELETE", *path, "m.favourite")
        await story.sees(f"Workshop {story.tag}", absent=("Favourites",))
        await done(story, bob.client, "PUT", *path, "m.lowpriority", body={"order": 0.5})
        await story.sees("Low priority")
        await done(story, bob.client, "DELETE", *path, "m.lowpriority")
        await story.sees(f"Workshop {story.tag}", absent=("Low priority",))
        story.screen.keys("i")
    finally:
        await leave(story, bob)


def go_to_room(story, name):
    story.screen.keys(CTRL_O)
    story.screen.keys(name, ENTER)


async def markers(story):
    """read markers"""
    bob = await story.sign_in_again()
    try:
        last = await story.nio_sends(text(f"the last word {story.tag}"))
        await story.sees(f"the last word {story.tag}")

        async def marked():
            status, content = await call(
                story, bob.client, "GET", "user", story.user_id, "rooms", story.room,
                "account_data", "m.fully_read")
            return status == 200 and content["event_id"] == last

        await until(story, "the read marker", marked)
        # Other rooms may be unread, too.
        before = re.search(r"inbox (\d+)", story.screen.program.text())
        inbox = f"inbox {1 + int(before[1] if before else 0)}"
        unread = await ok(
            story.steps, story.a.room_send(
                story.other, "m.room.message", text(f"news elsewhere {story.tag}")),
            nio.RoomSendResponse)
        await story.sees(inbox)
        await ok(story.steps, bob.client.room_read_markers(
            story.other, unread.event_id, unread.event_id), nio.RoomReadMarkersResponse)
        await story.sees(f"> Write to Workshop {story.tag}", absent=(inbox,))
    finally:
        await leave(story, bob)


STEPS = (
    described_invite, removed, own_room, bans, knock, spaces, favourites, markers,
)
