"""Types sentences into every part of chat-tui's screen and checks that they do nothing else.

A person who looks at the keyboard types a sentence and Enter while something else than the composer
has the focus. Afterwards nothing may be sent, left, joined, made, declined, signed out or lost. All
parts run at the same time, each with an account of its own on one server.
"""

import argparse
import concurrent.futures
import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

from servers.matrix import MatrixError, Person, quote
from soak.sentences import sentences
from terminal.program import Program

KEY_SECONDS = 0.07
PAUSE_SECONDS = 0.5
# A longer gap is a pause, in which a person may have looked up.
LONGEST_GAP = 0.2
# Each part runs in this many parallel shares, which divide its sentences.
SHARES = 2
# The message that the server refuses.
REFUSED = "this is refused"
ESC, ENTER, F1, F2, DOWN, F3, TAB = "\x1b", "\r", "\x1bOP", "\x1bOQ", "\x1b[B", "\x1bOR", "\t"
F8, F9 = "\x1b[19~", "\x1b[20~"
CTRL_U = "\x15"

# The keys that lead from the composer to each part, with pauses, and the text that it then shows.
PARTS = {
    "rooms": ([F3], ". actions"),
    "an invite": ([F3, "g"], "invited by"),
    "messages": ([ESC], "write"),
    "a failed message": ([ESC, "G"], "not sent"),
    "own profile": ([F3, "p"], "Your profile"),
    "members": ([F8], "> letters of a name"),
    "accounts": ([F9], "in front"),
    "settings": ([F3, ","], "Appearance"),
    "a profile": ([ESC, "g", "p"], "Profile"),
    "the actions menu": ([F3, F2], "Actions"),
    "leaving a room": ([F3, "G", F2, "leave the room"], "Leave "),
    "signing out": ([F3, F2, "sign out"], "Sign out @"),
    "help": ([F1], "type to find"),
}


class Harm(Exception):
    """The program did something that the user did not intend."""


class Screen:
    """The program in a terminal, driven as a user drives it."""

    def __init__(self, binary, folder, *options):
        self.program = Program(
            [binary, "--data-dir", folder, *options], 100, 30, {"TERM": "xterm-256color"})

    def settle(self, seconds):
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            if (output := self.program.read(rest)) is not None:
                self.program.show(output[1])
            elif self.program.has_ended:
                raise Harm("the program ended")

    def text(self):
        return self.program.screen.display

    def wait(self, words, seconds=30):
        end = time.monotonic() + seconds
        while not any(words in row for row in self.text()):
            if time.monotonic() > end:
                raise Harm(f"no '{words}' on the screen:\n" + "\n".join(self.text()))
            self.settle(0.1)

    def press(self, key):
        self.program.write(key)
        self.settle(PAUSE_SECONDS)

    def choose(self, title):
        """Runs an action from the open actions menu."""
        for _ in range(60):
            if any(f"▌ {title}" in row for row in self.text()):
                return self.press(ENTER)
            self.press(DOWN)
        raise Harm(f"no '{title}' in the menu")

    def type(self, sentence):
        """Types the sentence and Enter; false if the machine was too busy to type it evenly."""
        slowest = 0
        for letter in sentence + ENTER:
            begin = time.monotonic()
            self.program.write(letter)
            self.settle(KEY_SECONDS)
            slowest = max(slowest, time.monotonic() - begin)
        self.settle(PAUSE_SECONDS)
        return slowest < LONGEST_GAP

    def go_to(self, part):
        keys, sign = PARTS[part]
        for _ in range(3):
            self.press(ESC)
        self.press(TAB)
        for key in keys:
            self.choose(key) if len(key) > 3 and key[0] != ESC else self.press(key)
        self.wait(sign, 10)


class Account:
    """One person with a room, an invite, a message that the server refuses, and a friend."""

    def __init__(self, base, number, password):
        self.friend = Person(base, f"friend{number}", password)
        self.person = Person(base, f"person{number}", password)
        self.room = self.friend.create_room(name="Harbour", preset="public_chat")
        self.person.join(self.room)
        self.closed = self.friend.create_room(name="Archive", preset="public_chat")
        self.person.join(self.closed)
        self.friend.create_room(name="Compilers", invite=[self.person.user_id])
        self.friend.say(self.room, "hello there")
        self.friend.say(self.closed, "nobody else writes here")

    def require(self, level):
        """Sets the power that writing in the archive needs; only the friend has any."""
        path = f"v3/rooms/{quote(self.closed)}/state/m.room.power_levels"
        levels = self.friend.call("GET", path)
        self.friend.call("PUT", path, levels | {"events_default": level})

    def state(self):
        """The state that no sentence may change: memberships and sent messages."""
        filter = json.dumps({"room": {"timeline": {"limit": 50}}})
        rooms = self.person.call("GET", f"v3/sync?filter={quote(filter)}")["rooms"]
        sent = sorted(
            event["event_id"] for room in rooms.get("join", {}).values()
            for event in room["timeline"]["events"]
            if event["sender"] == self.person.user_id and event["type"] == "m.room.message")
        return {kind: sorted(rooms.get(kind, {})) for kind in ("join", "invite", "leave")}, sent


def has(folder, query):
    """Whether an account's vault has the refused message in what a query returns."""
    texts = []
    for path in pathlib.Path(folder).rglob("vault.sqlite"):
        with contextlib.closing(sqlite3.connect(path)) as vault:
            texts += vault.execute(query).fetchall()
    return any(REFUSED in text for text, in texts)


def waits(folder):
    return has(folder, "SELECT content FROM outbox")


def is_draft(folder):
    """Whether a letter took the refused message back into the composer, where nothing is lost."""
    return has(folder, "SELECT text FROM drafts")


def try_part(part, number, share, options, base, password, folder):
    """The failure, if any, and how many sentences were typed unevenly."""
    uneven = 0
    account = Account(base, number, password)
    subprocess.run(
        [options.binary, "login", "--data-dir", folder, "--homeserver", base, "--user",
         account.person.user_id, "--password-file", "-"],
        input=password + "\n", text=True, check=True, capture_output=True)
    screen = None
    try:
        screen = refused_again(account, options, folder)
        before = account.state()
        if not waits(folder):
            raise Harm("the refused message does not wait")
        for sentence in sentences(options.sentences)[share::SHARES]:
            screen.go_to(part)
            is_even = screen.type(sentence)
            after = account.state()
            if is_even and after != before:
                raise Harm(f"after “{sentence}”: {before} became {after}")
            if not waits(folder):
                if not is_draft(folder):
                    raise Harm(f"after “{sentence}” the refused message is gone")
                # A letter took the message back into the composer: the next sentence needs one again.
                screen.program.end()
                screen = refused_again(account, options, folder)
                after = account.state()
            uneven += not is_even
            before = after
        screen.wait("online", 5)
    except (Harm, MatrixError) as error:
        return f"{part}: {error}", uneven
    finally:
        if screen:
            screen.program.end()
    return None, uneven


def refused_again(account, options, folder):
    """A screen with a message that the server has refused.

    The program sends none where it knows that the account may not, so it learns that while the message waits.
    """
    account.require(0)
    screen = Screen(options.binary, folder, "--undo-seconds", "5")
    try:
        screen.wait("online")
        # The room with the newest message comes first, and the refused message stays there.
        for key in (F3, "g", DOWN, ENTER, CTRL_U):
            screen.press(key)
        screen.wait("Write to Archive")
        screen.type(REFUSED)
        account.require(50)
        screen.wait("not sent")
    finally:
        screen.program.end()
    screen = Screen(options.binary, folder)
    screen.wait("online")
    screen.wait("not sent")
    return screen


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("binary")
    options = parser.parse_args()
    password = "correct horse battery"
    root = tempfile.mkdtemp(prefix="chat-tui-typing-")
    server = subprocess.Popen(
        [options.binary, "serve", "--port", "0", "--data-dir", f"{root}/server",
         "--open-registration", "--no-rate-limits", "--no-welcome"],
        stdout=subprocess.PIPE, text=True)
    try:
        base = next(word for word in server.stdout.readline().split() if word.startswith("http"))
        with concurrent.futures.ProcessPoolExecutor(len(PARTS) * SHARES) as pool:
            runs = [pool.submit(try_part, part, number, number % SHARES, options, base, password,
                                f"{root}/{number}")
                    for number, part in enumerate(part for part in PARTS for _ in range(SHARES))]
            results = [run.result() for run in runs]
            failures = [failure for failure, _ in results if failure]
            uneven = sum(count for _, count in results)
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(root, ignore_errors=True)
    for failure in failures:
        print(f"typing: {failure}", file=sys.stderr)
    print(f"typing: {len(PARTS)} parts of the screen, {options.sentences} sentences each "
          f"({uneven} of all typed unevenly, and not counted): "
          + ("nothing was sent, left, made or lost" if not failures else "FAILED"))
    return 1 if failures else 0


if __name__ == "__main__":
    os.environ.pop("TMUX", None)
    sys.exit(main())
