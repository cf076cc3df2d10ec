"""Kills chat-tui while a user types and another person posts, and checks that nothing was lost."""

import collections
import os
import random
import signal
import time

from soak import client_actions, client_files, client_layouts
from soak.client_stage import Crowd, Proxy, by, history, idle_rules, kind, number, numbers, people, sign_in
from soak.client_user import ENTER, ESC, Ended, Stuck, User

# Where a kill strikes, and how often compared with the others.
POINTS = {
    "any time": 2, "the start": 2, "a migration": 2, "a migration of the cache": 3, "Enter": 2, "a request": 3,
    "between request and response": 3, "a response": 4, "a sync": 3, "an upload": 2,
}
# How often the user does something else than write a plain message. It takes longer, so that less is unsent
# at a kill: there are lives without.
ACTION_SHARES = (0, 0.4)
LONGEST_LIFE = 20
# So many kills strike at each point, and leave time for each rule of the proxy to come to pass.
LONG_KILLS = 100
# With so many unsent messages the user waits: lives are too short to send as fast as one can type.
MOST_WAITING = 60


def delays(engine, chance):
    """Rules that delay and lose responses by periods without a common factor."""
    send, sync = {"method": "PUT", "path": "*/send/*"}, engine.polls
    return {
        ("sends", "lost responses"): send | {"every": 13, "loseResponse": True},
        ("sends", "delayed requests"): send | {"every": 7, "delayRequest": chance.randint(50, 300)},
        ("sends", "long delays"): send | {"every": 5, "delayResponse": chance.randint(100, 400)},
        ("sends", "delays"): send | {"every": 3, "delayResponse": chance.randint(20, 100)},
        ("sends", "short delays"): send | {"every": 2, "delayResponse": chance.randint(1, 20)},
        ("syncs", "long delays"): sync | {"every": 5, "delayResponse": chance.randint(100, 400)},
        ("syncs", "delays"): sync | {"every": 3, "delayResponse": chance.randint(1, 100)},
    }


class KillLoop:
    """One account whose program dies again and again; the other account posts by plain HTTP."""

    def __init__(self, options, server, engine, folder):
        self.engine = engine
        self.random = random.Random(options.seed)
        self.binary = options.binary
        self.folder = os.path.join(folder, "account")
        self.scratch = os.path.join(folder, "scratch")
        self.file = os.path.join(folder, "report.bin")
        self.proxy = Proxy(options.proxy, server.address, folder, "kills", engine)
        self.proxy.start(delays(engine, self.random))
        (self.crowd, self.person), self.room = people(server, "b", "a")
        sign_in(self.binary, self.folder, self.proxy, self.person)
        self.account = client_files.account_folder(self.folder)
        self.problems = []
        self.typed = 0
        self.typed_again = 0
        self.kinds, self.files = {}, {}  # by number
        self.as_texts = set()  # the numbers of what an earlier version may have sent
        self.versions = self.layout = None
        self.half_migrated = 0
        self.draft, self.is_in_thread = "", False
        self.drafts = 0
        self.waiting = self.most_unsent = 0
        self.gaps = self.open_gaps = self.gaps_left = 0
        self.kills = collections.Counter()
        self.events, self.known = [], set()

    def run(self, kills, least, seconds, messages):
        crowd = Crowd(self.crowd, self.room, self.random.random())
        crowd.start()
        deadline = time.monotonic() + seconds
        try:
            while self.kills.total() < kills and time.monotonic() < deadline and not self.problems:
                self.live_and_die()
                if self.random.random() < 0.15:
                    # More than a sync returns of one room leaves a gap.
                    crowd.say(self.random.randint(21, 150))
            if not self.problems:
                self.finish(crowd, messages)
            if not self.problems:
                self.problems += self.missing(least, seconds)
        except Stuck as error:
            self.problems.append(str(error))
        finally:
            crowd.stopping.set()
            self.proxy.end()
        self.posted = crowd.count
        return self.problems or idle_rules(self.proxy.faults, least >= LONG_KILLS)

    def missing(self, least, seconds):
        """Why the kills prove less than they should."""
        if self.kills.total() < least:
            yield f"{self.kills.total()} kills within {seconds:.0f} s instead of {least}"
        if least >= LONG_KILLS:
            yield from (f"no kill struck at {point}" for point in POINTS if not self.kills[point])
            if not self.half_migrated:
                yield "no kill left migrations of the cache undone"

    def live_and_die(self):
        point = self.random.choices(list(POINTS), POINTS.values())[0]
        if point == "a migration" and not self.make_old():
            point = "the start"
        if point == "a migration of the cache" and not self.make_old_cache():
            point = "the start"
        user = User(self.binary, self.folder, self.person.name)
        try:
            self.live(user, point)
        finally:
            self.proxy.disarm()
            user.note_shown(self.typed)
            end = user.reap()
        if end != signal.SIGKILL:
            raise Stuck(f"the program ended by itself ({end}):\n{user.program.text()}")
        self.kills[point] += 1
        if point == "a migration of the cache":
            left = client_layouts.versions(self.account, self.scratch)
            self.half_migrated += len(left) < len(self.versions)
        self.check(user.shown)

    def make_old(self):
        waiting = client_files.unsent(self.account)
        if not client_files.make_old(self.account):
            return False
        # The earlier version knew nothing else. The server may have some of them already, as what they were.
        self.as_texts.update(number_of(entry) for entry in waiting)
        return True

    def make_old_cache(self):
        """Turns the cache into one of any earlier version; false before it has had all migrations."""
        had = client_layouts.versions(self.account, self.scratch)
        # The first life of all may have made a part of the cache.
        if not had or not self.typed or self.versions not in (None, had):
            return False
        if self.versions is None:
            self.versions, self.layout = had, client_layouts.layout(self.account, self.scratch)
        client_layouts.make_old(self.account, self.random.choice(had[:-1]))
        return True

    def live(self, user, point):
        """Types until the kill, whose point is armed at a random message."""
        if point in ("the start", "a migration"):
            return user.settle(self.random.uniform(0, 0.2))
        if point == "a migration of the cache":
            return self.strike_migration(user)
        try:
            self.write(user, point)
        except Ended:
            return
        if not user.has_ended and point not in ("any time", "Enter"):
            raise Stuck(f"no {point} within {LONGEST_LIFE} s:\n{user.program.text()}")

    def strike_migration(self, user):
        """Kills the program once migrations have written some of their changes to the log of the cache."""
        log = os.path.join(self.account, "cache.sqlite-wal")
        # Each migration writes between one page and fifty.
        some, end = 10 ** self.random.uniform(1, 5.3), time.monotonic() + LONGEST_LIFE
        while time.monotonic() < end:
            # All of them together take some milliseconds, so nothing else is done here.
            if os.path.exists(log) and os.path.getsize(log) > some:
                return os.kill(user.program.pid, signal.SIGKILL)

    def write(self, user, point):
        user.wait_for_composer(self.draft, self.is_in_thread)
        self.action_share = self.random.choice(ACTION_SHARES)
        peace = self.random.randint(0, 4)
        end = time.monotonic() + (self.random.uniform(0, 1.5) if point == "any time" else LONGEST_LIFE)
        while not user.has_ended and time.monotonic() < end:
            if peace == 0:
                self.arm(point, user.program.pid)
            if self.waiting < MOST_WAITING or point == "Enter":
                self.do_something(user, self.choose(point if peace <= 0 else None),
                                  is_last=peace <= 0 and point == "Enter")
            peace -= 1
            if peace < 0 and point == "Enter":
                return user.settle(self.random.uniform(0, 0.03))
            user.settle(self.random.choice((0.005, 0.02, 0.1, 0.3)))

    def arm(self, point, pid):
        def is_send(moment):
            return lambda line: line.startswith(moment) and "/send/" in line

        strikes, delay = {
            "a request": (is_send("request"), 0.003),
            "between request and response": (is_send("request"), 0.3),
            "a response": (is_send("response"), 0.015),
            "a sync": (self.engine.is_response, 0.03),
            "an upload": (lambda line: "/upload" in line or "/media/v1/create" in line, 0.02),
        }.get(point, (None, 0))
        if strikes:
            self.proxy.arm(strikes, self.random.uniform(0, delay), pid)

    def choose(self, point):
        if point == "an upload":
            return "file"
        is_plain = self.random.random() >= self.action_share
        return "text" if is_plain else self.random.choice(list(client_actions.ACTIONS))

    def do_something(self, user, name, is_last=False):
        """Makes the next numbered event; of the last one of a life only Enter is pressed."""
        self.typed += 1
        text = f"{self.person.name}{self.typed:05}."
        self.kinds[self.typed] = name
        if name == "file":
            self.make_file()
        if name == "text" or not client_actions.begin(user, name, text, self.file):
            self.kinds[self.typed] = "text"
            return user.type(text)
        user.program.write(ENTER)
        if not is_last:
            client_actions.end(user, name)

    def make_file(self):
        self.files[self.typed] = self.random.randbytes(self.random.randint(1, 300_000))
        with open(self.file, "wb") as file:
            file.write(self.files[self.typed])

    def check(self, shown):
        """Checks that what was shown is in the vault or on the server, and goes on after it."""
        waiting = client_files.unsent(self.account, self.scratch)
        self.waiting = len(waiting)
        self.most_unsent = max(self.most_unsent, self.waiting)
        # Read the vault first: what has left it is on the server.
        kept = [number_of(entry) for entry in waiting]
        sent = set(self.sent())
        accepted = sent | set(kept)
        if kept != sorted(kept):
            self.problems.append(f"the vault has {kept}")
        if accepted != set(range(1, len(accepted) + 1)):
            self.problems.append(f"accepted is not 1 to N: {sorted(accepted)[-30:]}, unsent {kept}")
        if shown > len(accepted):
            self.problems.append(f"{shown} was shown, only {len(accepted)} survived; unsent {kept}")
        self.draft = client_files.draft(self.account, self.room, self.scratch)
        self.is_in_thread = client_files.is_in_thread(self.account, self.scratch)
        self.drafts += self.draft != ""
        # Without an echo the user types again, although the next start may show it as a draft.
        self.typed_again += self.typed - len(accepted)
        self.typed = len(accepted)
        if os.path.exists(os.path.join(self.account, "cache.sqlite")):
            self.problems += client_files.compare(
                self.account, self.room, self.events, self.scratch, is_whole=False)
            self.open_gaps += client_files.gap_count(self.account, self.room, self.scratch) > 0
        if self.kills.total() % 10 == 1:
            self.problems += client_files.damage(self.account, self.scratch)

    def sent(self):
        """The numbers that the server has, in its order."""
        news = []
        for event in history(self.person, self.room):
            if event["event_id"] in self.known:
                break
            news.append(event)
        self.events += news[::-1]
        self.known.update(event["event_id"] for event in news)
        return numbers(self.events, self.person)

    def finish(self, crowd, messages):
        """Lets the program send the rest on an undisturbed network, and compares everything."""
        self.proxy.start({})
        user = User(self.binary, self.folder, self.person.name)
        try:
            user.wait_for_composer(self.draft, self.is_in_thread)
            for name in ["text", *(set(client_actions.ACTIONS) - set(self.kinds.values()))]:
                self.do_something(user, name)
            while self.typed < messages:
                self.do_something(user, "text")
                user.settle(0.02)
            user.wait_until_shown()
            crowd.stopping.set()
            crowd.join()
            self.problems += settle(user, self.account, self.room, self.person)
            self.problems += compare_whole(user, self.account, self.room, self.person)
            self.problems += client_layouts.misfiled(self.account)
            if self.versions and client_layouts.layout(self.account) != self.layout:
                self.problems.append("the migrated cache has another layout than a new one")
            self.gaps = len(client_files.chunks(self.account, self.room)) - 1
            self.gaps_left = client_files.gap_count(self.account, self.room)
        finally:
            user.end()
        self.problems += client_files.damage(self.account, self.scratch)
        self.problems += compare_numbers(self.person, self.typed, self.sent())
        self.problems += self.compare_kinds()
        self.problems += compare_numbers(self.crowd, crowd.count, numbers(self.events, self.crowd))

    def compare_kinds(self):
        """What another person sees of the user's messages that is not what the user did."""
        for event in by(self.person, self.events):
            place = number(event, self.person)
            if kind(event) == "text" and place in self.as_texts:
                continue
            if kind(event) != self.kinds.get(place):
                yield f"number {place} is a {kind(event)} instead of a {self.kinds.get(place)}"
            elif kind(event) == "file" and self.crowd.download(event["content"]["url"]) != self.files[place]:
                yield f"the file {place} has other bytes"

    def summary(self):
        points = ", ".join(f"{count} at {point}" for point, count in self.kills.items())
        kinds = ", ".join(f"{count} {name}" for name, count in collections.Counter(self.kinds.values()).items())
        return (f"{self.kills.total()} kills ({points}), {self.typed} events out ({kinds}) and {self.posted} in, "
                f"up to {self.most_unsent} unsent at a kill, {self.typed_again} not shown yet and typed "
                f"again, {self.drafts} drafts restored, {self.half_migrated} times migrations left undone, "
                f"{self.gaps} gaps, open at {self.open_gaps} kills, {self.gaps_left} at the end: nothing lost, "
                f"doubled or reordered")


def number_of(entry):
    """The number of an unsent event."""
    return int(client_files.text(entry)[1:-1])


def settle(user, account, room, person, seconds=90):
    """Waits until the program is online and idle and has the newest event.

    Gives up when nothing has changed for a while; returns what is missing.
    """
    state, end = None, time.monotonic() + seconds
    while time.monotonic() < end:
        user.settle(0.3)
        newest = next(history(person, room))["event_id"]
        cached = [event for _, events in client_files.chunks(account, room) for event, _ in events][-1:]
        unsent = len(client_files.unsent(account))
        if unsent == 0 and cached == [newest]:
            user.wait_until_online(30)
            return []
        if (unsent, cached) != state:
            state, end = (unsent, cached), time.monotonic() + seconds
        if user.has_ended:
            raise Stuck("the program ended by itself")
    left = [(client_files.text(entry), entry["state"]) for entry in client_files.unsent(account)]
    return [f"nothing changed for {seconds} s; unsent: {left}, newest event {newest}:\n{user.program.text()}"]


def compare_whole(user, account, room, person):
    """How the cache differs from the server, first with its gaps and then without."""
    events = list(history(person, room))[::-1]
    problems = list(client_files.check_gaps(account, room, person, events))
    problems += client_files.compare(account, room, events)
    close_gaps(user, account, room)
    return problems + list(client_files.compare(account, room, events))


def close_gaps(user, account, room, seconds=60):
    """Scrolls up until no gap is left."""
    end = time.monotonic() + seconds
    user.program.write(ESC)
    user.settle(0.5)
    while client_files.gap_count(account, room) and time.monotonic() < end:
        user.program.write("g")
        user.settle(0.6)


def compare_numbers(person, count, found):
    """How the numbers of a person's messages differ from 1 to the count."""
    if found == list(range(1, count + 1)):
        return []
    counts = collections.Counter(found)
    lost = [number for number in range(1, count + 1) if not counts[number]]
    double = [number for number, times in counts.items() if times > 1]
    return [f"{person.name}: of {count} messages {len(found)} arrived; lost {lost[:9]}, double {double[:9]}"
            + ("" if lost or double else ", not in order")]
