"""What a user does while the disk is bad, and what has to be true afterwards."""

import contextlib
import json
import os
import pathlib
import random
import shutil
import sqlite3
import time

from servers.matrix import quote
from soak import client_files, client_layouts
from soak.client_stage import PASSWORD, history, said, sign_in
from soak.disk_faults import ENTER, QUIT, Harm, Screen

# What a person has left behind, as no other part of the files has it.
UNSENT, DRAFT = "lantern", "lighthouse"
FORM, COMPOSER, ONLINE = "On this machine", "Write to Harbour", "● online"
# Behind a pause Enter is meant.
PAUSE = 0.4
# So long the program may take to see that a disk is well again.
RECOVERY = 25


class Stage:
    """A server with two people who share a room, and the folders of the program of one of them."""

    def __init__(self, binary, server, folder, people, room):
        self.binary = binary
        self.server = server
        self.folder = folder
        self.friend, self.person = people
        self.room = room
        self.files = os.path.join(folder, "files")
        self.base = os.path.join(folder, "base")
        self._number = 0

    def word(self):
        """A text that nobody has written yet."""
        self._number += 1
        return f"word{self._number:05}"

    def screen(self, disk=None):
        return Screen(self.binary, self.files, disk.variables if disk else None)

    def renew(self):
        """Takes the files back to those of a person who is signed in, with an unsent message and a draft."""
        shutil.rmtree(self.files, ignore_errors=True)
        shutil.copytree(self.base, self.files)
        self.account = client_files.account_folder(self.files)

    def clear(self):
        shutil.rmtree(self.files, ignore_errors=True)

    def make_base(self):
        """Signs in, and leaves an unsent message and a draft."""
        self.clear()
        sign_in(self.binary, self.files, self.server, self.person)
        with running(self.screen()) as screen:
            screen.wait(lambda: screen.shows(COMPOSER) and screen.shows(ONLINE), "room")
            screen.settle(PAUSE)
            self.server.stop_answering()
            try:
                screen.type(UNSENT + ENTER)
                screen.wait(lambda: screen.composer() == "" and screen.shows(UNSENT), "unsent message")
                screen.type(DRAFT)
                screen.settle(1)
            finally:
                screen.kill()
                self.server.answer()
        # The folders with and without the account's name are made with the first copy.
        shutil.rmtree(self.base, ignore_errors=True)
        shutil.copytree(self.files, self.base)

    def renew_unsent(self):
        """Makes the unsent message one that no server has; returns its text."""
        word = self.word()
        with contextlib.closing(sqlite3.connect(os.path.join(self.account, "vault.sqlite"))) as vault:
            rows = vault.execute("SELECT position, transaction_id, content FROM outbox").fetchall()
            if len(rows) != 1:
                raise Harm(f"{len(rows)} unsent messages instead of one")
            position, old, content = rows[0]
            new = f"{old}{word}"
            content = content.replace(old, new).replace(UNSENT, word)
            vault.execute("UPDATE outbox SET transaction_id = ?, content = ? WHERE position = ?",
                          (new, content, position))
            vault.commit()
        return word

    def count(self, word):
        """How often the server has a message."""
        return sum(said(event) == word for event in self.events() if event["type"] == "m.room.message")

    def events(self):
        page = self.person.call("GET", f"v3/rooms/{quote(self.room)}/messages?dir=b&limit=50")
        return page["chunk"]

    def expect_once(self, word, screen):
        screen.wait(lambda: self.count(word) > 0, f"message “{word}” on the server", RECOVERY)
        if (count := self.count(word)) != 1:
            raise Harm(f"the server has “{word}” {count} times")

    def expect_sound(self):
        if problems := list(client_files.damage(self.account, None)):
            raise Harm("; ".join(problems))


@contextlib.contextmanager
def running(screen):
    try:
        yield screen
    finally:
        screen.kill()


def open_room(screen):
    """Waits for the room, the server and an empty composer."""
    screen.wait(lambda: screen.shows(ONLINE) and screen.composer() is not None, "room")
    screen.settle(PAUSE)
    if draft := screen.composer():
        screen.type("\x7f" * len(draft))
        screen.wait(lambda: screen.composer() == "", "empty composer")


def first_start(stage, disk, fault):
    """The first screen ever, or one line that says why there is none; the next start has it."""
    stage.clear()
    disk.arm(*fault)
    with running(stage.screen(disk)) as screen:
        expect_screen(screen, FORM)
        leave(screen, disk)
    with running(stage.screen()) as screen:
        screen.wait(lambda: screen.shows(FORM), "form at the next start")
        screen.settle(PAUSE)
        screen.quit()


def expect_screen(screen, sign):
    """Waits for a screen; a program that ends instead has to say why."""
    if not screen.watch(lambda: screen.shows(sign), 15):
        if not screen.program.has_ended and not screen.tells():
            raise Harm(f"neither “{sign}” nor a reason:\n{screen.program.text()}")


def leave(screen, disk):
    """Quits, unless the program has ended by itself, which it has to explain."""
    if screen.program.has_ended or not screen.watch(lambda: False, PAUSE) and screen.program.has_ended:
        if screen.end() != 1 or not screen.tells():
            raise Harm(f"it ended with {screen.status} and says “{screen.last_words()[-300:]}”")
    else:
        disk.disarm()
        screen.quit()


def signing_in(stage, disk, fault):
    """An account that is shown is there at the next start; one that could not be kept is asked for again."""
    stage.clear()
    disk.disarm()
    with running(stage.screen(disk)) as screen:
        screen.wait(lambda: screen.shows(FORM) and screen.shows("Password"), "form")
        screen.settle(PAUSE)
        disk.arm(*fault)
        fill_in(stage, screen)
        screen.wait(lambda: screen.shows(COMPOSER) or screen.tells(), "room or reason")
        screen.settle(PAUSE)
        disk.disarm()
        if not screen.shows(COMPOSER):
            screen.type(ENTER)
            if not screen.watch(lambda: screen.shows(COMPOSER), 5):
                raise Harm(f"no room after a second Enter:\n{screen.program.text()}")
        stage.account = client_files.account_folder(stage.files)
        open_room(screen)
        word = stage.word()
        screen.type(word + ENTER)
        stage.expect_once(word, screen)
        screen.quit()
    with running(stage.screen()) as screen:
        screen.wait(lambda: screen.shows(COMPOSER) and screen.shows(word), "room at the next start")
        screen.settle(PAUSE)
        screen.quit()
    stage.expect_sound()


def fill_in(stage, screen):
    screen.type(f"\x1b[B{stage.server.address}\t{stage.person.user_id}\t{PASSWORD}")
    screen.settle(PAUSE)
    screen.type(ENTER)


def starting(stage, disk, fault, prepare=lambda stage: None):
    """The draft and the unsent message outlast a start on a bad disk."""
    stage.renew()
    word = stage.renew_unsent()
    prepare(stage)
    disk.arm(*fault)
    with running(stage.screen(disk)) as screen:
        screen.watch(lambda: screen.composer() == DRAFT or screen.tells(), 8)
        screen.settle(PAUSE)
        leave(screen, disk)
    with running(stage.screen()) as screen:
        screen.wait(lambda: screen.composer() == DRAFT, "draft")
        stage.expect_once(word, screen)
        screen.wait(lambda: screen.shows(word), "sent message on the screen")
        screen.settle(PAUSE)
        screen.quit()
    expect_nothing_waits(stage)
    stage.expect_sound()


def old_vault(stage):
    client_layouts.make_old_vault(stage.account, client_layouts.OLDEST_VAULT)


def old_cache(stage):
    client_layouts.make_old(stage.account, client_layouts.versions(stage.account)[0])


def migrating_vault(stage, disk, fault):
    """So they do when the vault is of an earlier version."""
    starting(stage, disk, fault, old_vault)


def migrating_cache(stage, disk, fault):
    """So they do when the cache is."""
    starting(stage, disk, fault, old_cache)


def expect_nothing_waits(stage):
    if waiting := client_files.unsent(stage.account):
        raise Harm(f"still unsent: {json.dumps(waiting)[:300]}")


def syncing(stage, disk, fault):
    """All that others say is shown, now and at the next start."""
    with opened(stage, disk) as screen:
        words = [stage.word() for _ in range(3)]
        disk.arm(*fault)
        for word in words:
            stage.friend.say(stage.room, word)
        screen.wait(lambda: all(screen.shows(word) for word in words), "messages on a bad disk", 10)
        disk.disarm()
        words.append(stage.word())
        stage.friend.say(stage.room, words[-1])
        screen.wait(lambda: screen.shows(words[-1]), "message on a sound disk")
        screen.quit()
    expect_reopened(stage, words)


def sending(stage, disk, fault):
    """A message is in the composer, with a line that says why, or it is sent exactly once."""
    with opened(stage, disk) as screen:
        word = stage.word()
        disk.arm(*fault)
        screen.type(word)
        screen.wait(lambda: screen.composer() == word, "typed text")
        screen.type(ENTER)
        screen.watch(lambda: stage.count(word) > 0 or screen.tells(), 8)
        told = screen.tells()
        disk.disarm()
        if stage.count(word) == 0 and not told:
            raise Harm(f"neither sent nor a reason:\n{screen.program.text()}")
        # What is told may be of the draft, while the message is still on its way.
        screen.watch(lambda: stage.count(word) > 0 or screen.composer() == word, 8)
        if stage.count(word) == 0 and screen.composer() == word:
            screen.settle(PAUSE)
            screen.type(ENTER)
        stage.expect_once(word, screen)
        screen.wait(lambda: screen.composer() == "", "empty composer")
        screen.quit()
    expect_reopened(stage, [word])
    if stage.count(word) != 1:
        raise Harm(f"the server has “{word}” {stage.count(word)} times after the next start")
    expect_nothing_waits(stage)


def quitting(stage, disk, fault):
    """A draft is there again, or the program says that it is not kept."""
    with opened(stage, disk) as screen:
        word = stage.word()
        disk.arm(*fault)
        screen.type(word)
        screen.wait(lambda: screen.composer() == word, "typed text")
        screen.type(QUIT)
        screen.end()
        told = screen.tells()
        disk.disarm()
    with running(stage.screen()) as screen:
        screen.wait(lambda: screen.composer() is not None, "room")
        if not screen.watch(lambda: screen.composer() == word, 2) and not told:
            raise Harm(f"the draft is lost without a word:\n{screen.program.text()}")
        screen.settle(PAUSE)
        screen.quit()


@contextlib.contextmanager
def opened(stage, disk):
    """The program in its room, with nothing to do, on a disk that is still sound."""
    stage.renew()
    word = stage.renew_unsent()
    disk.disarm()
    with running(stage.screen(disk)) as screen:
        open_room(screen)
        stage.expect_once(word, screen)
        screen.settle(1)
        yield screen


def expect_reopened(stage, words):
    """The next start shows all messages, and its cache is what the server has."""
    with running(stage.screen()) as screen:
        screen.wait(lambda: screen.shows(ONLINE) and all(screen.shows(word) for word in words),
                    "messages at the next start")
        screen.settle(PAUSE)
        screen.quit()
    events = list(history(stage.person, stage.room))[::-1]
    if problems := list(client_files.compare(stage.account, stage.room, events)):
        raise Harm("; ".join(problems))
    stage.expect_sound()


def damage(path, number):
    """Damages a database that has all of its content, in one of many ways."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    chance, data = random.Random(number), bytearray(pathlib.Path(path).read_bytes())
    place = chance.randrange(len(data))
    page, other = place // 4096 * 4096, chance.randrange(len(data)) // 4096 * 4096
    way = number % 5
    if way == 0:
        del data[place:]
    elif way == 1:
        data[page:page + 4096] = bytes(4096)
    elif way == 2:
        data[page:page + 4096], data[other:other + 4096] = data[other:other + 4096], data[page:page + 4096]
    elif way == 3:
        size = min(chance.randint(1, 9000), len(data) - place)
        data[place:place + size] = chance.randbytes(size)
    else:
        for _ in range(chance.randint(1, 30)):
            data[(page + chance.randrange(4096)) % len(data)] ^= 1 << chance.randrange(8)
    pathlib.Path(path).write_bytes(data)
    return bytes(data)


def damaged_cache(stage, disk, fault):
    """The rooms come again; the draft and the unsent message are there."""
    stage.renew()
    word = stage.renew_unsent()
    damage(os.path.join(stage.account, "cache.sqlite"), fault[0])
    for _ in range(2):
        with running(stage.screen()) as screen:
            screen.wait(lambda: screen.composer() == DRAFT, "draft")
            screen.wait(lambda: screen.shows(ONLINE), "server")
            stage.expect_once(word, screen)
            screen.wait(lambda: screen.shows(word) and screen.shows("Harbour"), "sent message in its room")
            screen.settle(PAUSE)
            screen.quit()
    expect_nothing_waits(stage)


def damaged_vault(stage, disk, fault):
    """What was damaged is kept as it was, and the program has a screen, now and at the next start."""
    stage.renew()
    stage.renew_unsent()
    found = damage(os.path.join(stage.account, "vault.sqlite"), fault[0])
    for _ in range(2):
        with running(stage.screen()) as screen:
            screen.wait(lambda: screen.shows(FORM) or screen.composer() is not None, "screen")
            screen.settle(PAUSE)
            screen.quit()
    copy = pathlib.Path(stage.account, "vault.sqlite.damaged-1")
    if copy.exists() and copy.read_bytes() != found:
        raise Harm("the copy is not what was damaged")


# How often each kind of damage is tried in a sweep.
DAMAGES = {damaged_cache: 100, damaged_vault: 50}

SITUATIONS = {
    "the first start": first_start,
    "signing in": signing_in,
    "a start": starting,
    "a migration of the vault": migrating_vault,
    "a migration of the cache": migrating_cache,
    "a sync": syncing,
    "a message": sending,
    "quitting": quitting,
    "a damaged cache": damaged_cache,
    "a damaged vault": damaged_vault,
}
