"""Fills a throw-away server with people, avatars, rooms and messages, once.

Arguments: the server's address and the password of all accounts.
"""

import sys

from servers import picture
from servers.matrix import Person

MARK = "org.chat-tui.populated"
base, password = sys.argv[1:3]


def people():
    colours = {"ada": (240, 150, 70), "grace": (90, 170, 240), "linus": (110, 200, 110),
               "bot": (190, 130, 230)}
    names = {"ada": "Ada Lovelace", "grace": "Grace Hopper", "linus": "Linus", "bot": "Build Bot"}
    found = {name: Person(base, name, password) for name in names}
    if found["ada"].account_data(MARK) is None:
        for name, person in found.items():
            person.set_profile(names[name], picture.avatar(colours[name]))
    return found


def public_room(owner, alias, name, topic, members):
    room = owner.create_room(preset="public_chat", room_alias_name=alias, name=name, topic=topic,
                             visibility="public")
    for member in members:
        member.join(room)
    return room


def fill_lounge(ada, grace, linus, bot):
    """Enough messages to fill several pages of history."""
    room = public_room(ada, "lounge", "Lounge", "Everything and nothing", [grace, linus, bot])
    speakers = [ada, grace, linus]
    for number in range(1, 181):
        speakers[number * 7 % 3].say(room, f"Message {number} of the lounge")
    grace.say(room, "Ada, are you there?",
              **{"m.mentions": {"user_ids": [ada.user_id]}})


def fill_engineering(ada, grace, linus, bot):
    """One event of each kind."""
    room = public_room(ada, "engineering", "Engineering", "Builds, bugs and 🚀", [grace, linus, bot])
    first = ada.say(room, "The build is green again")
    grace.say(room, "**Thanks!**", format="org.matrix.custom.html",
              formatted_body="<strong>Thanks!</strong>")
    linus.send(room, {"msgtype": "m.emote", "body": "waves"})
    bot.send(room, {"msgtype": "m.notice", "body": "Build 4711 passed in 3 min 12 s"})
    data = picture.landscape()
    grace.send(room, {
        "msgtype": "m.image", "body": "hills.png",
        "url": grace.upload(data, "hills.png", "image/png"),
        "info": {"mimetype": "image/png", "w": 480, "h": 270, "size": len(data)}})
    sticker = picture.avatar((250, 210, 60), side=64)
    linus.send(room, {
        "body": "Smiling face", "url": linus.upload(sticker, "smile.png", "image/png"),
        "info": {"mimetype": "image/png", "w": 64, "h": 64, "size": len(sticker)}}, kind="m.sticker")
    bot.send(room, {"msgtype": "org.example.dice", "body": "The dice show 4 and 2", "dice": [4, 2]})
    grace.say(room, "Which commit was it?", **{
        "m.relates_to": {"m.in_reply_to": {"event_id": first}}})
    ada.send(room, {"m.relates_to": {
        "rel_type": "m.annotation", "event_id": first, "key": "🎉"}}, kind="m.reaction")
    typo = linus.say(room, "I wil look")
    linus.say(room, "* I will look", **{
        "m.new_content": {"msgtype": "m.text", "body": "I will look"},
        "m.relates_to": {"rel_type": "m.replace", "event_id": typo}})
    linus.redact(room, linus.say(room, "Wrong window, sorry"))
    grace.say(room, "日本語, emoji 👩‍👩‍👧‍👦, combining e\u0301 and a link: https://matrix.org/")


def fill_rest(ada, grace, linus):
    direct = ada.create_room(preset="trusted_private_chat", is_direct=True, invite=[grace.user_id])
    grace.join(direct)
    ada.set_account_data("m.direct", {grace.user_id: [direct]})
    grace.set_account_data("m.direct", {ada.user_id: [direct]})
    ada.say(direct, "Lunch at noon?")
    grace.say(direct, "Gladly")
    encryption = {"type": "m.room.encryption", "state_key": "",
                  "content": {"algorithm": "m.megolm.v1.aes-sha2"}}
    vault = linus.create_room(preset="private_chat", name="Vault", topic="Locked",
                              invite=[ada.user_id], initial_state=[encryption])
    ada.join(vault)
    linus.send(vault, {"algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "AwgAEnACgAkLmt6q",
                       "session_id": "none", "sender_key": "none", "device_id": "NONE"},
               kind="m.room.encrypted")
    grace.create_room(preset="private_chat", name="Book Club", topic="One book a month",
                      invite=[ada.user_id])
    news = public_room(grace, "news", "News", "Whoever likes may join", [linus])
    grace.say(news, "Welcome")


found = people()
ada, grace, linus, bot = (found[name] for name in ("ada", "grace", "linus", "bot"))
if ada.account_data(MARK) is None:
    if ada.call("GET", "v3/joined_rooms")["joined_rooms"]:
        sys.exit("an earlier populate was cut off: wipe the server first")
    fill_lounge(ada, grace, linus, bot)
    fill_engineering(ada, grace, linus, bot)
    fill_rest(ada, grace, linus)
    ada.set_account_data(MARK, {"done": True})
print(f"homeserver {base}")
for person in found.values():
    print(f"account {person.user_id} password {password}")
