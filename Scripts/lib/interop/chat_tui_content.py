"""What is in messages: pictures with captions, who has read them, what they said before, and their formats. Each
step gets the story, with its helpers."""

import nio
from interop.nio import ok, text
from interop.steps import picture

ESC, ENTER, UP, CLEAR = "\x1b", "\r", "\x1b[A", "\x15"
FORMAT = "org.matrix.custom.html"


async def pictures(story):
    """pictures and captions"""
    await nio_shows(story, "gradient.png", (64, 48))
    await story.sees("[image gradient.png 64x48", "▀▀▀")
    await nio_shows(story, "view.png", (60, 40), caption="a fine view from nio")
    await story.sees("a fine view from nio", "[image view.png 60x40")
    await chat_tui_shows(story, "dots.png", (32, 20))
    await chat_tui_shows(story, "lines.png", (48, 24), caption="a fine view from chat-tui")


async def nio_shows(story, name, size, caption=None):
    data = picture(*size)
    uri = await story.nio_uploads(data, name, "image/png")
    content = {"msgtype": "m.image", "body": caption or name, "filename": name, "url": uri, "info": {
        "mimetype": "image/png", "size": len(data), "w": size[0], "h": size[1]}}
    await story.nio_sends(content)


async def chat_tui_shows(story, name, size, caption=""):
    """Sends a picture from chat-tui, which nio gets as it is; returns its event."""
    path = story.folder / name
    path.write_bytes(picture(*size))
    story.screen.choose("send files")
    story.screen.keys(str(path), ENTER)
    await story.sees("a caption, or Enter")
    story.screen.keys(*([caption] if caption else []), ENTER)
    event, content = await story.message(caption or name)
    story.steps.check(isinstance(event, nio.RoomMessageImage), f"not a picture: {event}")
    if caption:
        story.steps.equal(content.get("filename"), name, "name of the file")
    info = content["info"]
    story.steps.equal(
        (info["mimetype"], info["size"], info["w"], info["h"]),
        ("image/png", path.stat().st_size, *size), "facts about the picture")
    answer = await ok(story.steps, story.a.download(event.url), nio.DownloadResponse)
    story.steps.check(answer.body == path.read_bytes(), "another picture was downloaded")
    await story.sees(f"[image {name}", absent=("sending…",))
    return event


async def readers(story):
    """who has read a message"""
    story.screen.say("has anybody read this?")
    event, _ = await story.message("has anybody read this?")
    await ok(story.steps, story.a.update_receipt_marker(story.room, event.event_id),
             nio.UpdateReceiptMarkerResponse)
    await story.sees("has anybody read this? read by")
    story.screen.say("and this?")
    event, _ = await story.message("and this?")
    await ok(story.steps, story.a.room_read_markers(story.room, event.event_id, event.event_id),
             nio.RoomReadMarkersResponse)
    await story.sees("and this? read by", absent=("has anybody read this? read by",))


async def versions(story):
    """earlier versions"""
    target = await story.nio_sends(text("nio has a first draft"))
    for body in ("nio has a second draft", "nio has a third draft"):
        await story.nio_sends(text(f"* {body}") | {
            "m.new_content": text(body),
            "m.relates_to": {"rel_type": "m.replace", "event_id": target}})
    await story.sees("nio has a third draft (edited)")
    story.screen.select_newest()
    story.screen.choose("show earlier versions")
    await story.sees("Earlier versions", "nio has a first draft", "nio has a second draft")
    story.screen.keys(ESC, "i")

    story.screen.say("one draft of chat-tui")
    event, _ = await story.message("one draft of chat-tui")
    for body in ("two drafts of chat-tui", "three drafts of chat-tui"):
        await story.sees("chat-tui", absent=("sending…",))
        story.screen.keys(UP)
        await story.sees("↪ editing")
        story.screen.keys(CLEAR)
        story.screen.say(body)
        await story.sees(f"{body} (edited)")
    await story.from_screen("the second edit", lambda edit: edit.source["content"].get(
        "m.new_content", {}).get("body") == "three drafts of chat-tui")
    edits = [
        found.source["content"] for found in story.ada.events[story.room]
        if found.source["content"].get("m.relates_to", {}).get("rel_type") == "m.replace"
        and found.source["content"]["m.relates_to"]["event_id"] == event.event_id]
    story.steps.equal(
        [edit["m.new_content"]["body"] for edit in edits],
        ["two drafts of chat-tui", "three drafts of chat-tui"], "edits of the same message")


async def commands(story):
    """/plain and /html"""
    await story.nio_sends(text("nio has **no** formats"))
    await story.sees("nio has **no** formats")
    await story.nio_sends(text("table") | {"format": FORMAT, "formatted_body":
        "<h3>Stock</h3><table><tr><th>Tea</th><th>Tins</th></tr><tr><td>Assam</td><td>12</td></tr>"
        "</table><ol start=\"4\"><li>buy<ul><li>Keemun</li></ul></li></ol>"})
    await story.sees("Stock", "Assam | 12", "4. buy", "  • Keemun")
    story.screen.say("/plain **stars** and `ticks`")
    _, content = await story.message("**stars** and `ticks`")
    story.steps.check("formatted_body" not in content, f"formats: {content}")
    await story.sees("**stars** and `ticks`", absent=("/plain",))
    story.screen.say("/html <b>bold</b> and <u>under</u>")
    _, content = await story.message("bold and under")
    story.steps.equal(
        (content.get("format"), content.get("formatted_body")),
        (FORMAT, "<b>bold</b> and <u>under</u>"), "formats")
    await story.sees("bold and under", absent=("<b>", "/html"))


async def spoilers(story):
    """spoilers"""
    await story.nio_sends(text("[the end](mxc://hidden)") | {
        "format": FORMAT, "formatted_body": 'it was <span data-mx-spoiler="the end">the gardener</span>'})
    await story.sees("it was", "▒▒▒", absent=("the gardener",))
    story.screen.select_newest()
    story.screen.keys("s")
    await story.sees("it was", "the gardener")
    story.screen.keys("i")
    story.screen.say("/spoiler it was the *cook*")
    _, content = await story.message("[spoiler]")
    story.steps.equal(
        content["formatted_body"], "<span data-mx-spoiler>it was the <em>cook</em></span>", "formats")
    await story.sees("▒▒▒", absent=("the cook", "/spoiler"))


STEPS = (pictures, readers, versions, commands, spoilers)
