"""Rooms and people: what chat-tui and matrix-nio change there, and see of each other. Each step gets the story,
with its helpers."""

import nio
from interop.nio import ok

ESC, ENTER, DOWN, CLEAR, F3, F8 = "\x1b", "\r", "\x1b[B", "\x15", "\x1bOR", "\x1b[19~"


async def settings(story):
    """power, and settings of a room"""
    levels = await ok(
        story.steps, story.a.room_get_state_event(story.room, "m.room.power_levels"),
        nio.RoomGetStateEventResponse)
    users = {story.a.user_id: 50, story.user_id: 100}
    await put_state(story, "m.room.topic", {"topic": f"the topic of nio {story.tag}"})
    await put_state(story, "m.room.power_levels", levels.content | {"users": users})
    await story.sees(f"the topic of nio {story.tag}")
    story.screen.keys(F3, "e")
    await story.sees("Settings of Workshop", "Room ID")
    story.screen.keys(DOWN, ENTER)
    await story.sees("Topic of the room")
    story.screen.keys(CLEAR, "tea and cups", ENTER)
    await story.sees("Topic changed")
    topic = await story.from_screen(
        "the topic", lambda event: event.source["type"] == "m.room.topic")
    story.steps.equal(topic.source["content"]["topic"], "tea and cups", "topic")
    story.screen.keys(ESC, "i")


async def put_state(story, kind, content):
    await ok(
        story.steps, story.a.room_put_state(story.room, kind, content), nio.RoomPutStateResponse)


async def people(story):
    """removing a person, and inviting them again"""
    localpart = story.a.user_id[1:].split(":")[0]
    story.screen.keys(F8)
    await story.sees("> letters of a name")
    story.screen.keys(localpart)
    story.screen.choose("remove, ban, change power")
    await story.sees("a member")
    story.screen.keys(DOWN, ENTER)
    await story.sees("why, for everybody to read")
    story.screen.keys("too much noise", ENTER)
    story.screen.confirm()
    await story.sees("Removed: ")

    def removal(answer):
        room = answer.rooms.leave.get(story.room)
        return room and [
            event for event in room.timeline.events
            if isinstance(event, nio.RoomMemberEvent) and event.state_key == story.a.user_id]

    found = await story.ada.wait("the removal", removal)
    story.steps.equal(
        (found[-1].sender, found[-1].membership, found[-1].content.get("reason")),
        (story.user_id, "leave", "too much noise"), "removal")
    story.screen.keys(ESC, "i")
    story.screen.choose("invite")
    story.screen.keys(story.a.user_id, ENTER)
    await story.ada.wait("the invite", lambda answer: story.room in answer.rooms.invite)
    await ok(story.steps, story.a.join(story.room), nio.JoinResponse)
    await story.sees("joined")


async def invites(story):
    """an invite of nio"""
    name = f"Parlour {story.tag}"
    answer = await ok(story.steps, story.a.room_create(
        name=name, preset=nio.RoomPreset.private_chat, invite=[story.user_id]),
        nio.RoomCreateResponse)
    await story.sees("Invites", name)
    story.screen.keys(F3, "g", ENTER)
    await story.sees("Join Parlour")
    story.screen.confirm()

    def joined(_):
        return any(
            isinstance(event, nio.RoomMemberEvent) and event.state_key == story.user_id
            and event.membership == "join"
            for event in story.ada.events.get(answer.room_id, []))

    await story.ada.wait("the person who joins", joined)
    await story.sees("> Write to Parlour")


async def names(story):
    """the own name"""
    story.screen.keys(F3, "p")
    await story.sees("Your profile")
    story.screen.keys("e")
    await story.sees("Your name")
    story.screen.keys(CLEAR, f"Robin {story.tag}", ENTER)
    await story.sees(f"ROBIN {story.tag}".upper())
    answer = await ok(
        story.steps, story.a.get_displayname(story.user_id), nio.ProfileGetDisplayNameResponse)
    story.steps.equal(answer.displayname, f"Robin {story.tag}", "name")
    story.screen.keys(ESC, "i")


async def alerts(story):
    """silent rooms"""
    bob = await story.sign_in_again()
    try:
        await bob.sync()
        story.screen.keys(F3, "!")
        await story.sees("silent")

        def silenced(rules):
            # The open room is under the cursor.
            return [
                rule.id for rule in rules.global_rules.override
                if rule.id.startswith("!") and not rule.default]

        event = await bob.wait("the rule", lambda answer: next(
            (event for event in answer.account_data_events
             if isinstance(event, nio.PushRulesEvent) and silenced(event)), None))
        rule = silenced(event)[-1]
        await ok(story.steps, bob.client.delete_pushrule(
            "global", nio.PushRuleKind.override, rule), nio.DeletePushRuleResponse)
        await bob.wait("the end of the rule", lambda answer: any(
            isinstance(event, nio.PushRulesEvent) and rule not in silenced(event)
            for event in answer.account_data_events))
        story.screen.keys("i")
    finally:
        await ok(story.steps, bob.client.logout(), nio.LogoutResponse)
        await bob.client.close()


STEPS = (settings, people, invites, names, alerts)
