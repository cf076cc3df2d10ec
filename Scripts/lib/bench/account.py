"""Generated accounts: rooms with members and messages, the same ones in every run."""

import random

LATEST = 1_760_000_000_000  # when the newest message was written, in milliseconds
FIRST_TEXT, LAST_TEXT = "the very first message", "the very last message"
RARE_WORD, RARITY = "zeppelin", 500  # one message in 500 has the word
_EDITED, _REACTIONS = 0.01, 0.03  # shares of a room's events
_WORDS = """
about after again answer around backup because before branch build cable change channel check coffee
commit compile could crash deploy disk draft early error every evening file first fix fresh garden
good great hello house idea install issue kernel keyboard later letter light line little log lunch
machine maybe meeting memory merge message monday morning network never note number often other paper
patch people person picture place plain plan please point quick quiet reader release review river room
screen script second server signal simple small some sound start still storm story table terminal test
thanks their think thread time today tomorrow train tree under update version wait walk weather week
window winter without word work write größer naïve 今天 会议 你好世界 資料庫 こんにちは 반갑습니다 🎉 👍🏽 🚀 👩‍💻 ❤️
""".split()
_NAMES = ["Ada", "Barbara", "Claude", "Donald", "Edsger", "Frances", "Grace", "Hedy", "Ivan", "John",
          "Katherine", "Linus", "Margaret", "Niklaus", "Ole", "Radia", "Sophie", "Tony", "王小明", "José"]


def sentence(source):
    """Text of 3 to 40 words, more often of few."""
    return " ".join(source.choices(_WORDS, k=min(3 + int(source.expovariate(1 / 9)), 40)))


class Room:
    """A joined room: its state before the messages, and its events, oldest first."""

    def __init__(self, kind, number, count, user, crowd=8):
        source = random.Random(f"{kind} {number} {count}")
        self.id, self.name = f"!{kind}{number}:localhost", f"{kind.capitalize()} {number}"
        # The lower its number, the newer is a room.
        self._newest = LATEST - number * 60_000
        self._people = [
            f"@person{index}:localhost" for index in source.sample(range(max(200, crowd)), crowd)]
        self.state = self._make_state(user)
        self.events = []
        for index in range(count):
            self.events.append(self._event(index, count, source))

    @property
    def count(self):
        """The number of members."""
        return sum(event["type"] == "m.room.member" for event in self.state)

    def _make_state(self, user):
        facts = [("m.room.create", "", {"room_version": "11"}), ("m.room.name", "", {"name": self.name}),
                 ("m.room.topic", "", {"topic": f"About {self.name}"})]
        for person in [user, *self._people]:
            name = person[1:].partition(":")[0]
            if name.startswith("person"):
                number = int(name.removeprefix("person"))
                name = f"{_NAMES[number % len(_NAMES)]} {number // len(_NAMES)}"
            facts.append(("m.room.member", person, {"membership": "join", "displayname": name}))
        return [{"type": kind, "state_key": key, "content": content, "event_id": f"$s{index}-{self.id[1:-10]}",
                 "sender": key or self._people[0], "origin_server_ts": self._newest - 10**10}
                for index, (kind, key, content) in enumerate(facts)]

    def _event(self, index, count, source):
        """A message, or now and then a reaction to an earlier one or its edit."""
        kind, sender = "m.room.message", source.choice(self._people)
        text = {0: FIRST_TEXT, count - 1: LAST_TEXT}.get(index) or sentence(source)
        if source.randrange(RARITY) == 0:
            text += f" {RARE_WORD}"
        content = {"msgtype": "m.text", "body": text}
        target = self.events[index - 1] if 0 < index < count - 1 else None
        if target and target["content"].get("body") and index > 1:
            chance = source.random()
            if chance < _EDITED:
                sender = target["sender"]
                relation = {"rel_type": "m.replace", "event_id": target["event_id"]}
                content = content | {
                    "body": f"* {text}", "m.new_content": content, "m.relates_to": relation}
            elif chance < _EDITED + _REACTIONS:
                kind = "m.reaction"
                content = {"m.relates_to": {
                    "rel_type": "m.annotation", "event_id": target["event_id"], "key": "👍"}}
        return {"type": kind, "content": content, "sender": sender,
                "event_id": f"$m{index}-{self.id[1:-10]}",
                "origin_server_ts": self._newest - (count - 1 - index) * 1000}


class Space(Room):
    """A joined space with its rooms."""

    def __init__(self, kind, number, children, user):
        super().__init__(kind, number, 0, user)
        self.state[0]["content"]["type"] = "m.space"
        self.state += [self.state[0] | {
            "type": "m.space.child", "state_key": child.id, "content": {"via": ["localhost"]},
            "event_id": f"$c{index}-{self.id[1:-10]}"} for index, child in enumerate(children)]


class Account:
    """What a stub server tells one user.

    The user's rooms come in full, spread over a number of sync responses, or with the newest messages
    only, as on a server that the user comes to with a new device.
    """

    def __init__(self, user, rooms, *, responses=1, newest=None):
        self.user, self.rooms = user, {room.id: room for room in rooms}
        self.responses, self._newest = responses, newest

    def sync(self, number):
        """The response `number`, from 0 on."""
        joined = {}
        for room in self.rooms.values():
            first, end = self._share(room, number), self._share(room, number + 1)
            joined[room.id] = {
                "timeline": {"events": room.events[first:end], "prev_batch": f"t{first}",
                             "limited": number == 0 and first > 0},
                "state": {"events": room.state if number == 0 else []},
                "unread_notifications": {"notification_count": 0, "highlight_count": 0},
                "summary": {"m.joined_member_count": room.count} if number == 0 else {}}
        return {"next_batch": f"s{number + 1}", "rooms": {"join": joined}}

    def window(self, lists, known):
        """A response of sliding sync: the rooms of the lists, newest first, except the first `known`."""
        order, views, rooms = list(self.rooms.values()), {}, {}
        for name, wanted in sorted(lists.items(), key=lambda each: each[1]["timeline_limit"]):
            end = wanted["ranges"][0][1] + 1
            shown = [room.id for room in order[:end]]
            views[name] = {"count": len(order), "ops": [
                {"op": "SYNC", "range": [0, end - 1], "room_ids": shown}]}
            for room in order[known:end]:
                rooms[room.id] = self._describe(room, wanted["timeline_limit"])
        return {"lists": views, "rooms": rooms, "extensions": {}}

    @staticmethod
    def _describe(room, limit):
        first = max(len(room.events) - limit, 0)
        timeline = room.events[first:]
        named = {event["sender"] for event in timeline}
        state = [event for event in room.state
                 if event["type"] != "m.room.member" or event["state_key"] in named]
        return {"initial": True, "name": room.name, "required_state": state, "timeline": timeline,
                "limited": first > 0, "prev_batch": f"t{first}", "joined_count": room.count, "invited_count": 0,
                "notification_count": 0, "highlight_count": 0}

    def _share(self, room, number):
        if self._newest is None:
            return len(room.events) * number // self.responses
        return len(room.events) if number else max(len(room.events) - self._newest, 0)

    def page(self, room, token, limit):
        """At most `limit` events before a token, newest first."""
        end = int(token[1:]) if token else len(self.rooms[room].events)
        first = max(end - limit, 0)
        page = {"start": f"t{end}", "chunk": self.rooms[room].events[first:end][::-1]}
        return page | ({"end": f"t{first}"} if first else {})


def reader(rooms, messages, longest):
    """An account with all its messages; its newest room is the longest."""
    user = "@reader:localhost"
    rest = messages - longest
    counts = [longest] + [rest * (index + 1) // (rooms - 1) - rest * index // (rooms - 1)
                          for index in range(rooms - 1)]
    return Account(
        user, [Room("garden", number, count, user) for number, count in enumerate(counts)],
        responses=max(2, messages // 20_000))


def newcomer(rooms):
    """An account in many rooms, of which a device sees the newest 20 messages first."""
    user = "@newcomer:localhost"
    return Account(user, [Room("harbour", number, 40, user) for number in range(rooms)], newest=20)


def mayor(rooms, messages, spaces, crowd):
    """An account in many rooms of spaces, of which the newest one has many members."""
    user = "@mayor:localhost"
    houses = [Room("house", number, messages // rooms, user, crowd if number == 0 else 8)
              for number in range(rooms)]
    quarters = [Space("quarter", number, houses[number::spaces], user) for number in range(spaces)]
    return Account(user, houses + quarters, responses=max(2, messages // 20_000))
