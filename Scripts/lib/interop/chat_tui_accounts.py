"""What concerns accounts and whole rooms: power, devices, statuses, ignored people, the directory, and rooms that
replace others. Each step gets the story, with its helpers."""

import nio
from interop.chat_tui_places import (
    call, done, go_to, go_to_room, leave, member_of, state, until)
from interop.nio import ok, text

ESC, ENTER, CLEAR, F3, F8 = "\x1b", "\r", "\x15", "\x1bOR", "\x1b[19~"


def choose_member(story):
    """Puts the cursor on nio's account among the members of the open room."""
    story.screen.keys(F8)
    story.screen.wait("> letters of a name")
    story.screen.keys(story.a.user_id[1:].split(":")[0])


async def power(story):
    """power levels"""
    story.go_to_workshop()
    await level_from_screen(story, "that of everybody", None)
    await level_from_screen(story, "admin (100)", 100)
    # Whoever has all power may give it up.
    levels = await state(story, story.a, story.room, "m.room.power_levels")
    await ok(story.steps, story.a.room_put_state(
        story.room, "m.room.power_levels",
        levels | {"users": levels["users"] | {story.a.user_id: 50}}), nio.RoomPutStateResponse)
    choose_member(story)
    story.screen.choose("remove, ban, change power")
    await story.sees("moderator (50)")
    story.screen.keys(ESC, ESC, "i")


async def level_from_screen(story, choice, level):
    """Gives nio's account another power with chat-tui."""
    choose_member(story)
    story.screen.choose("remove, ban, change power")
    await story.sees("a member")
    go_to(story, "Power")
    story.screen.keys(ENTER)
    await story.sees("another number")
    # The cursor is at the level of now.
    story.screen.keys("g")
    go_to(story, choice)
    story.screen.keys(ENTER)
    story.screen.confirm()
    await story.from_screen("the power", lambda event: (
        event.source["type"] == "m.room.power_levels"
        and event.source["content"]["users"].get(story.a.user_id) in (level, level or 0)))
    await story.sees("Power changed")
    story.screen.keys(ESC, ESC, "i")


async def devices(story):
    """devices"""
    bob = await story.sign_in_again()
    first, second = f"Robot {story.tag}", f"Automaton {story.tag}"
    try:
        device = bob.client.device_id
        await ok(story.steps, bob.client.update_device(device, {"display_name": first}),
                 nio.UpdateDeviceResponse)
        story.screen.keys(F3, "p")
        await story.sees("Your profile")
        story.screen.choose("show your devices")
        await story.sees("this device", first)
        go_to(story, first)
        story.screen.keys("e")
        await story.sees("What is this device called?")
        story.screen.keys(CLEAR, second, ENTER)
        await story.sees(second, absent=(first,))
        known = await ok(story.steps, bob.client.devices(), nio.DevicesResponse)
        story.steps.equal(
            [one.display_name for one in known.devices if one.id == device], [second], "name")
        go_to(story, second)
        story.screen.choose("sign out the device")
        await story.sees(f"Sign out “{second}”?")
        story.screen.keys(story.account.password, ENTER)
        await story.sees("is signed out")
        answer = await bob.client.whoami()
        story.steps.equal(
            getattr(answer, "status_code", None), "M_UNKNOWN_TOKEN", "response to a device signed out")
        story.screen.keys(ESC, ESC, "i")
    finally:
        await bob.client.close()


async def statuses(story):
    """statuses"""
    answer = await story.a.set_presence("online", f"at lunch {story.tag}")
    story.steps.check(
        isinstance(answer, nio.PresenceSetResponse), f"status of nio: {answer}")
    choose_member(story)
    story.screen.keys(ENTER)
    await story.sees(f"at lunch {story.tag}")
    story.screen.keys(ESC, ESC, F3, "p")
    await story.sees("Your profile")
    story.screen.keys("s")
    await story.sees("Your status, for everybody in your rooms")
    story.screen.keys(CLEAR, f"gardening {story.tag}", ENTER)
    await story.sees(f"“gardening {story.tag}”")
    found = await ok(
        story.steps, story.a.get_presence(story.user_id), nio.PresenceGetResponse)
    story.steps.equal(
        (found.presence, found.status_msg), ("online", f"gardening {story.tag}"), "status")
    story.screen.keys(ESC, "i")


async def ignored(story):
    """ignored people"""
    bob = await story.sign_in_again()
    try:
        body = f"buy my watches {story.tag}"
        await story.nio_sends(text(body))
        await story.sees(body)
        choose_member(story)
        story.screen.keys(ENTER)
        await story.sees("Profile")
        story.screen.choose("ignore the person")
        story.screen.confirm()
        await story.sees("You ignore this person.")
        path = ("user", story.user_id, "account_data", "m.ignored_user_list")

        async def is_ignored():
            status, content = await call(story, bob.client, "GET", *path)
            return status == 200 and story.a.user_id in content["ignored_users"]

        await until(story, "the ignored person", is_ignored)
        await done(story, bob.client, "PUT", *path, body={"ignored_users": {}})
        await story.sees("Profile", absent=("You ignore this person.",))
        story.screen.keys(ESC, ESC, "i")
        await story.sees(body)
    finally:
        await leave(story, bob)


async def directory(story):
    """the directory of rooms"""
    name = f"Bazaar {story.tag}"
    await ok(story.steps, story.a.room_create(
        nio.RoomVisibility.public, name=name, topic=f"carpets {story.tag}",
        preset=nio.RoomPreset.public_chat), nio.RoomCreateResponse)
    await until(story, "the room of nio in the directory", lambda: is_listed(story, name))
    story.screen.keys(F3, "d")
    await story.sees("Public rooms of")
    story.screen.keys("/")
    await story.sees("Search the public rooms")
    story.screen.keys(name, ENTER)
    await story.sees(f"carpets {story.tag}")
    story.screen.keys(ENTER)
    await story.sees(f"> Write to {name}")

    own = f"Belfry {story.tag}"
    story.screen.keys(F3, "c")
    await story.sees("New room", "> its name")
    story.screen.keys(own, ENTER)
    await story.sees(f"> Write to {own}")
    # Some servers list only rooms that people can join or read.
    await change_own_room(story, own, "Who may join", "everybody", "Who may join changed")
    for entry, sign, is_wanted in (
        ("lists the room", "The directory lists the room.", True),
        ("does not list the room", "The directory lists the room no more", False),
    ):
        await change_own_room(story, own, "Directory", entry, sign)

        async def is_so(is_wanted=is_wanted):
            return await is_listed(story, own) == is_wanted

        await until(story, f"{own} in the directory: {is_wanted}", is_so)
    await change_own_room(story, own, "Who may join", "only who is invited", "Who may join changed")


async def change_own_room(story, name, setting, value, sign):
    """Chooses another value of a setting of the open room."""
    story.screen.keys(F3, "e")
    await story.sees(f"Settings of {name}", setting)
    go_to(story, setting)
    story.screen.keys(ENTER)
    await story.sees(value, absent=(f"Settings of {name}",))
    story.screen.keys("g")
    go_to(story, value)
    story.screen.keys(ENTER)
    await story.sees(sign)
    story.screen.keys(ESC, "i")


async def is_listed(story, name):
    found = await done(story, story.a, "POST", "publicRooms",
                       body={"filter": {"generic_search_term": name}})
    return any(room.get("name") == name for room in found["chunk"])


async def upgrades(story):
    """rooms that replace others"""
    name = f"Lighthouse {story.tag}"
    old = (await ok(story.steps, story.a.room_create(
        name=name, preset=nio.RoomPreset.public_chat, invite=[story.user_id]),
        nio.RoomCreateResponse)).room_id
    await story.sees("Invites", name)
    story.screen.keys(F3, "g", ENTER)
    await story.sees(f"Join {name}")
    story.screen.confirm()
    await story.sees(f"> Write to {name}")
    new = (await done(story, story.a, "POST", "rooms", old, "upgrade",
                      body={"new_version": "11"}))["replacement_room"]
    await story.sees("This room was replaced.")
    story.screen.keys(ENTER)
    await story.sees("took this one's place")
    story.screen.confirm()
    await story.sees(f"> Write to {name}")
    await story.ada.wait("the person in the new room", lambda answer: member_of(
        new, story.user_id, "join", answer))
    await own_upgrade(story)


async def own_upgrade(story):
    """A room that chat-tui replaces."""
    name = f"Belfry {story.tag}"
    go_to_room(story, name)
    await story.sees(f"> Write to {name}")
    story.screen.choose("invite somebody")
    story.screen.keys(story.a.user_id, ENTER)
    invite = await story.ada.wait("the invite", lambda answer: list(answer.rooms.invite))
    old = invite[0]
    await ok(story.steps, story.a.join(old), nio.JoinResponse)
    await story.sees("joined")
    story.screen.keys(F3, "e")
    await story.sees(f"Settings of {name}", "Version")
    go_to(story, "Version")
    story.screen.keys(ENTER)
    await story.sees("Replace the room by one of version", "as now")
    create = await state(story, story.a, old, "m.room.create")
    go_to(story, "▌ 12" if create["room_version"] == "11" else "▌ 11")
    story.screen.keys(ENTER)
    story.screen.confirm()
    await story.sees("The room is replaced by this one")
    tombstone = await state(story, story.a, old, "m.room.tombstone")
    story.steps.check(tombstone is not None, "the old room does not say what replaced it")
    new = tombstone["replacement_room"]
    await story.ada.wait("the invite to the new room", lambda answer: new in answer.rooms.invite)
    await ok(story.steps, story.a.join(new), nio.JoinResponse)
    create = await state(story, story.a, new, "m.room.create")
    story.steps.equal(create["predecessor"]["room_id"], old, "room before the new one")


STEPS = (power, devices, statuses, ignored, directory, upgrades)
