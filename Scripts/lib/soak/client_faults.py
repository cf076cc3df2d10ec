"""Two people chat through broken networks while every key's echo is timed; nothing may be lost."""

import collections
import multiprocessing
import os
import random
import threading
import time

from soak import client_files
from soak.client_kills import compare_numbers, compare_whole, settle
from soak.client_stage import Proxy, history, idle_rules, numbers, people, sign_in
from soak.client_user import ENTER, Stuck, User

KEY_SECONDS = 0.1
# Of what the program can answer for (`Echo.own`), and of all that half of the keys take.
LONGEST_ECHO, LONGEST_MEDIAN = 0.05, 0.1
MIX_SECONDS = 10
# Longer than the deadline of a request.
LATE_SECONDS = 45
# From so many seconds on a run has each fault alone, and time for each rule to come to pass.
LONG_SECONDS = 240


def answer(status, body="", **headers):
    return {"response": {"status": status, "body": body, "headers": headers}}


def limited(chance):
    told = chance.choice(('"retry_after_ms": 300', '"retry_after_ms": -1', '"retry_after_ms": "soon"', '"x": 0'))
    return answer(429, '{"errcode": "M_LIMIT_EXCEEDED", %s}' % told,
                  **chance.choice(({}, {"Retry-After": "1"}, {"Retry-After": "never"})))


# What a network or a server that fails for a while does, with random figures.
FAULTS = {
    "delayed requests": lambda chance: {"delayRequest": chance.randint(20, 900)},
    "delayed responses": lambda chance: {"delayResponse": chance.randint(20, 1500)},
    "slow requests": lambda chance: {"slowRequest": chance.randint(50, 500)},
    "slow responses": lambda chance: {"slowResponse": chance.randint(500, 5000)},
    "no response": lambda chance: {chance.choice(("cutHead", "resetHead")): 0},
    "cut heads": lambda chance: {chance.choice(("cutHead", "resetHead")): chance.randint(1, 60)},
    # The shortest body is that of a send, an event's ID.
    "cut bodies": lambda chance: {chance.choice(("cutBody", "resetBody")): chance.randint(0, 50)},
    "lost responses": lambda _: {"loseResponse": True},
    "duplicate requests": lambda _: {"sendTwice": True},
    "reordered requests": lambda chance: {"hold": chance.randint(50, 1500)},
    "errors": lambda chance: answer(chance.choice((408, 500, 502, 503, 504)), "<html>Bad gateway</html>"),
    "rate limits": limited,
    "broken bodies": lambda chance: {"replaceBody": chance.choice(("", "{", "[]", "{}", "null", '{"next_batch":'))},
}


def places(engine):
    """The kinds of requests that faults strike."""
    return {"sends": {"method": "PUT", "path": "*/send/*"}, "syncs": engine.polls, "all requests": {}}


def unknown_token(engine):
    """The server does not know where the client was, as after a restart of its own."""
    refusal = answer(400, '{"errcode": "%s", "error": "unknown position"}' % engine.unknown)
    return {("polls that continue", "unknown token"):
            engine.polls | {"query": engine.continued, "nth": 3} | refusal}


def late(engine):
    """A request that reaches the server after the client's deadline."""
    return {("sends", "late requests"): places(engine)["sends"] | {"nth": 2, "delayRequest": 32_000}}


def alone(engine, name, chance):
    fault = FAULTS[name]
    return {(place, name): requests | {"every": period} | fault(chance)
            for period, (place, requests) in enumerate(places(engine).items(), 2)}


def mixed(engine, chance):
    """Every fault at a random period for each kind of request, one of them early in any case."""
    rules = [((place, name), requests | {"every": chance.randint(6, 25)} | fault(chance))
             for name, fault in FAULTS.items() for place, requests in places(engine).items()]
    chance.shuffle(rules)
    early = [next(rule for rule in rules if rule[0][0] == place) for place in places(engine)]
    return (unknown_token(engine) | {name: rule | {"every": 3} for name, rule in early}
            | dict(rule for rule in rules if rule not in early))


def phases(engine, chance, seconds):
    """The rules to apply and how long; a short run has only mixtures."""
    end = seconds
    if seconds >= LONG_SECONDS:
        yield "late", late(engine), LATE_SECONDS
        end -= LATE_SECONDS
        each = end / 2 / len(FAULTS)
        for name in FAULTS:
            yield name, alone(engine, name, chance), each
            end -= each
    while end > 0:
        yield "mixed", mixed(engine, chance), min(end, MIX_SECONDS)
        end -= MIX_SECONDS


class Chatter(multiprocessing.get_context("fork").Process):
    """One person's program: types all the time, then waits until everything has arrived."""

    def __init__(self, options, server, engine, folder, person, room, together):
        super().__init__(daemon=True)
        self.proxy = Proxy(options.proxy, server.address, folder, person.name, engine)
        self.proxy.start({})
        self.binary = options.binary
        self.folder = os.path.join(folder, person.name)
        sign_in(self.binary, self.folder, self.proxy, person)
        self.person, self.room, self.together = person, room, together
        self.stopping = multiprocessing.Event()
        self.result = multiprocessing.SimpleQueue()

    def run(self):
        problems, count, echoes = [], 0, []
        user = User(self.binary, self.folder, self.person.name)
        try:
            user.wait_for_composer()
            while not self.stopping.is_set():
                count += 1
                self.type(user, f"{self.person.name}{count:05}.", echoes)
            problems += self.arrive(user)
        except Stuck as error:
            problems.append(f"{self.person.name}: {error}")
        except threading.BrokenBarrierError:
            problems.append(f"{self.person.name}: the other program failed")
        finally:
            if problems:
                self.together.abort()
            user.end()
            self.result.put((problems, count, echoes))

    def type(self, user, text, echoes):
        for place, letter in enumerate(text + ENTER):
            begin = time.monotonic()
            echoes.append(user.press(letter, text[:place + 1] if letter != ENTER else ""))
            user.settle(begin + KEY_SECONDS - time.monotonic())

    def arrive(self, user):
        account = client_files.account_folder(self.folder)
        problems = settle(user, account, self.room, self.person)
        self.together.wait(180)
        # The other program may have sent its last message only now.
        problems += settle(user, account, self.room, self.person)
        return problems + compare_whole(user, account, self.room, self.person)


class FaultRun:
    """Two programs on one server, each behind a proxy of its own."""

    def __init__(self, options, server, engine, folder):
        self.engine = engine
        self.random = random.Random(options.seed)
        self.people, self.room = people(server, "c", "d")
        together = multiprocessing.Barrier(len(self.people))
        self.chatters = [
            Chatter(options, server, engine, folder, person, self.room, together) for person in self.people]
        self.scratch = os.path.join(folder, "scratch")
        self.names = []

    def run(self, seconds):
        for chatter in self.chatters:
            chatter.start()
        try:
            self.break_network(seconds)
            return self.finish() or self.idle_rules(seconds)
        finally:
            for chatter in self.chatters:
                chatter.proxy.end()

    def break_network(self, seconds):
        for name, _, duration in phases(self.engine, random.Random(0), seconds):
            self.names.append(name)
        plans = [phases(self.engine, random.Random(self.random.random()), seconds) for _ in self.chatters]
        for parts in zip(*plans):
            for chatter, (_, rules, _) in zip(self.chatters, parts):
                chatter.proxy.start(rules)
            end = time.monotonic() + parts[0][2]
            while time.monotonic() < end and all(chatter.is_alive() for chatter in self.chatters):
                time.sleep(0.1)

    def finish(self):
        for chatter in self.chatters:
            chatter.stopping.set()
            chatter.proxy.start({})
        results = [chatter.result.get() for chatter in self.chatters]
        problems = [problem for result in results for problem in result[0]]
        events = [event for event in history(self.people[0], self.room)][::-1]
        self.counts = [count for _, count, _ in results]
        for chatter, count in zip(self.chatters, self.counts):
            if not problems:
                problems += compare_numbers(chatter.person, count, numbers(events, chatter.person))
            problems += client_files.damage(client_files.account_folder(chatter.folder), self.scratch)
        self.echoes = sorted(echo for result in results for echo in result[2])
        return problems + self.slowness()

    def idle_rules(self, seconds):
        faults = collections.Counter()
        for chatter in self.chatters:
            faults.update(chatter.proxy.faults)
        return idle_rules(faults, seconds >= LONG_SECONDS)

    def slowness(self):
        problems = []
        if self.echoes and self.echo(0.5) > LONGEST_MEDIAN:
            problems.append(f"half of the echoes took {self.echo(0.5):.3f} s or more")
        if slow := [echo for echo in self.echoes if echo.own > LONGEST_ECHO]:
            problems.append(f"{len(slow)} echoes took more than {LONGEST_ECHO * 1000:.0f} ms of the program's "
                            f"own: {longest(slow)} ms")
        return problems

    def echo(self, share):
        return self.echoes[int(share * (len(self.echoes) - 1))].seconds

    def summary(self):
        kinds = "each of them alone and mixed" if len(set(self.names)) > 1 else "mixed"
        return (f"{len(FAULTS) + 2} faults, {kinds}, {' and '.join(map(str, self.counts))} messages between "
                f"two programs: nothing lost, doubled or reordered; {len(self.echoes)} keys, echo "
                f"{self.echo(0.5) * 1000:.1f} ms (median), {self.echo(0.99) * 1000:.1f} ms (99 %), "
                f"longest {longest(self.echoes)} ms")


def longest(echoes):
    """The echoes that took longest of the program's own time, each with what its main thread did meanwhile."""
    slowest = sorted(echoes, key=lambda echo: echo.own, reverse=True)[:3]
    return ", ".join(
        f"{echo.own * 1000:.1f} (of {echo.seconds * 1000:.1f}; computed {echo.computed * 1000:.1f}, waited for "
        f"a processor {echo.queued * 1000:.1f})" for echo in slowest)
