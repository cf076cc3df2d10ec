"""chat-tui beside other clients than matrix-nio, which use the account of nio in the same room. Each step gets the
story, with its helpers."""

import asyncio
import contextlib

from mautrix.client import Client
from mautrix.types import ImageInfo, MessageType

from interop import commander, weechat
from interop.chat_tui_content import chat_tui_shows
from interop.steps import Account, picture


def name_of_nio(story):
    return story.a.user_id[1:].split(":")[0]


async def matrix_commander(story):
    """matrix-commander"""
    person = commander.Person(
        story.steps, story.folder / "commander",
        Account(story.a.user_id, story.nio_account.password))
    person.sign_in(story.url)
    try:
        body = f"commanded {story.tag} <&> 你好"
        person.call("--message", body, "--room", story.room)
        person.call("--message", "# Orders\n\n- **two** teas", "--markdown", "--room", story.room)
        await story.sees(body, "Orders", "• two teas", absent=("**two**",))
        path = story.folder / "secret.png"
        path.write_bytes(picture(30, 20))
        person.call("--image", str(path), "--room", story.room)
        await story.sees("secret.png", "🔒 encrypted: this")

        story.screen.say("/html <i>understood</i> & noted")
        await story.message("understood & noted")
        await chat_tui_shows(story, "map.png", (24, 12), caption="the way there")
        shown = [event["source"]["content"] for event in person.tail(story.room, 2)]
        texts = {content["body"]: content for content in shown}
        story.steps.equal(
            texts["understood & noted"].get("formatted_body"), "<i>understood</i> & noted", "formats")
        uri = texts["the way there"]["url"]
        person.call("--download", uri, "--file-name", "map.png", "--plain")
        story.steps.check(
            (person.folder / "map.png").read_bytes() == (story.folder / "map.png").read_bytes(),
            "another picture was downloaded")
    finally:
        person.call("--logout", "me")


async def mautrix(story):
    """mautrix-python"""
    client = Client(base_url=story.url)
    try:
        await client.login(
            story.a.user_id, password=story.nio_account.password, device_name="interop")
        data = picture(50, 30)
        uri = await client.upload_media(data, mime_type="image/png", filename="bridge.png")
        await client.send_image(
            story.room, uri, file_name="bridge.png",
            info=ImageInfo(mimetype="image/png", size=len(data), width=50, height=30))
        await client.send_notice(story.room, html="bridged <b>words</b>")
        await story.sees("[image bridge.png 50x30", "bridged words")

        sent = await chat_tui_shows(story, "tower.png", (40, 40), caption="a tower")
        event = await client.get_event(story.room, sent.event_id)
        story.steps.equal(
            (event.content.msgtype, event.content.body, event.content.info.width),
            (MessageType.IMAGE, "a tower", 40), "picture")
        story.steps.equal(
            await client.download_media(event.content.url),
            (story.folder / "tower.png").read_bytes(), "content")
        await client.react(story.room, sent.event_id, "🗼")
        await story.sees("🗼 1")
        await client.send_receipt(story.room, sent.event_id)
        story.screen.say("/spoiler it leans")
        cover = "<span data-mx-spoiler>it leans</span>"
        sent = await story.from_screen("the spoiler", lambda event: event.source["content"].get(
            "formatted_body") == cover)
        event = await client.get_event(story.room, sent.event_id)
        story.steps.equal(event.content.formatted_body, cover, "spoiler")
        await client.logout()
    finally:
        await client.api.session.close()


async def weechat_matrix(story):
    """weechat-matrix"""
    async with contextlib.AsyncExitStack() as stack:
        stub, port = await weechat.TLSStub(story.url).start(story.folder)
        stack.callback(stub.close)
        peer = weechat.Weechat(story.steps, story.folder / "weechat")
        stack.push_async_callback(peer.end)
        await peer.connect(port, name_of_nio(story), story.nio_account.password)
        # Before it has shown something in the room, weechat may not have its buffer.
        story.screen.say(f"typed in chat-tui {story.tag} **bold** 你好")
        await peer.shows(f"typed in chat-tui {story.tag}")
        story.screen.say("/me waves from chat-tui")
        await peer.shows("waves from chat-tui")
        buffer = f"python.matrix.interop.{story.room}"
        await peer.type(f"typed in weechat {story.tag} 你好", buffer)
        await peer.type("/me waves from weechat", buffer)
        await shows_both(story, f"typed in weechat {story.tag} 你好", "waves from weechat")
        await chat_tui_shows(story, "mast.png", (20, 20))
        await peer.shows("mast.png")
        await peer.type(f"/topic sails {story.tag}", buffer)
        await shows_both(story, f"sails {story.tag}")


async def shows_both(story, *texts):
    """Waits for texts on the screen; weechat and the stub before the server go on meanwhile."""
    await asyncio.to_thread(story.screen.wait, *texts)


STEPS = (matrix_commander, mautrix, weechat_matrix)
