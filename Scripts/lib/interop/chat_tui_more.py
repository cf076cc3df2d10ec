"""More of what the person at chat-tui and the one with matrix-nio do: polls, files that are saved, dates,
marks and reports. Each step gets the story, with its helpers."""

import secrets

import nio
from interop.nio import ok, text

POLL = "org.matrix.msc3381.poll"
TEXT = "org.matrix.msc1767.text"
ESC, ENTER, BACKSPACE, DOWN, CLEAR, F3 = "\x1b", "\r", "\x7f", "\x1b[B", "\x15", "\x1bOR"


async def polls(story):
    """polls"""
    poll = await story.nio_sends({
        TEXT: "Lunch?\n1. Soup\n2. Salad",
        f"{POLL}.start": {
            "question": {TEXT: "Lunch?"}, "kind": f"{POLL}.disclosed", "max_selections": 1,
            "answers": [{"id": "soup", TEXT: "Soup"}, {"id": "salad", TEXT: "Salad"}]}},
        f"{POLL}.start")
    await story.sees("Lunch?", "0 votes")
    await vote(story, poll, "salad")
    await story.sees("1 vote")
    story.screen.select_newest()
    story.screen.keys("v")
    await story.sees("[ ] Soup")
    story.screen.keys(ENTER)
    event = await story.from_screen(
        "the vote", lambda event: event.source["type"] == f"{POLL}.response")
    content = event.source["content"]
    story.steps.equal(
        content["m.relates_to"], {"rel_type": "m.reference", "event_id": poll}, "poll of the vote")
    story.steps.equal(content[f"{POLL}.response"]["answers"], ["soup"], "vote")
    await story.sees("[x] Soup")
    story.screen.keys(ESC, "i")
    await story.nio_sends({
        "m.relates_to": {"rel_type": "m.reference", "event_id": poll}, TEXT: "ended",
        f"{POLL}.end": {}}, f"{POLL}.end")
    await story.sees("ended, 2 votes")


async def own_poll(story):
    """polls of chat-tui"""
    story.screen.say("/poll Tea? | Yes | No")
    event = await story.from_screen(
        "the poll", lambda event: event.source["type"] == f"{POLL}.start")
    start = event.source["content"][f"{POLL}.start"]
    story.steps.equal(start["question"][TEXT], "Tea?", "question")
    story.steps.equal([answer[TEXT] for answer in start["answers"]], ["Yes", "No"], "answers")
    await vote(story, event.event_id, start["answers"][0]["id"])
    await story.sees("Tea?", "1 vote", absent=("sending…",))
    story.screen.select_newest()
    story.screen.choose("end the poll…")
    story.screen.confirm()
    end = await story.from_screen(
        "the end", lambda event: event.source["type"] == f"{POLL}.end")
    story.steps.equal(
        end.source["content"]["m.relates_to"],
        {"rel_type": "m.reference", "event_id": event.event_id}, "poll of the end")
    story.screen.keys("i")


async def vote(story, poll, answer):
    await story.nio_sends({
        "m.relates_to": {"rel_type": "m.reference", "event_id": poll},
        f"{POLL}.response": {"answers": [answer]}}, f"{POLL}.response")


async def saving(story):
    """saving a file"""
    data = secrets.token_bytes(20_000)
    uri = await story.nio_uploads(data, "notes.bin", "application/octet-stream")
    await story.nio_sends({
        "msgtype": "m.file", "body": "notes.bin", "url": uri, "info": {"size": len(data)}})
    await story.sees("notes.bin")
    path = story.folder / "saved.bin"
    story.screen.select_newest()
    story.screen.keys("S")
    await story.sees("Save notes.bin")
    story.screen.keys(CLEAR, str(path), ENTER)
    await story.sees("Saved:")
    story.steps.check(path.read_bytes() == data, "another file was saved")
    story.screen.keys("i")


async def dates(story):
    """going to a date, and back"""
    last = f"the newest line {story.tag}"
    for number in range(40):
        await story.nio_sends(text(f"line {number}"))
    await story.nio_sends(text(last))
    await story.sees(last)
    story.screen.keys(ESC, "d")
    await story.sees("Go to a date")
    story.screen.keys("today", ENTER)
    await story.sees("created the room", absent=(last,))
    story.screen.keys(BACKSPACE)
    await story.sees(last)
    story.screen.keys("i")


async def marks(story):
    """rooms marked as unread"""
    bob = await story.sign_in_again()
    try:
        await bob.sync()
        story.screen.keys(F3, "u")
        await story.sees("marked as unread")

        def mark(answer):
            room = answer.rooms.join.get(story.room)
            return room and [
                event for event in room.account_data
                if getattr(event, "type", "") == "m.marked_unread"]

        await bob.wait("the mark", mark)
        story.screen.keys("U")
        await story.sees("marked as read")
        await bob.wait("the end of the mark", mark)
        story.screen.keys("i")
    finally:
        await ok(story.steps, bob.client.logout(), nio.LogoutResponse)
        await bob.client.close()


async def reports(story):
    """reports"""
    await story.nio_sends(text("buy my watches"))
    await story.sees("buy my watches")
    story.screen.select_newest()
    story.screen.choose("report to administrators…")
    await story.sees("Report the message")
    story.screen.keys("advertising", ENTER)
    story.screen.confirm()
    await story.sees("Reported: ")
    story.screen.keys("i")


STEPS = (polls, own_poll, saving, reports, dates, marks)
