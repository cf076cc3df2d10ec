"""What the files of an account contain, compared with the server."""

import contextlib
import json
import os
import pathlib
import shutil
import sqlite3

from soak.client_stage import history, said


def account_folder(folder):
    """The folder of the only account."""
    return str(next(pathlib.Path(folder).rglob("vault.sqlite")).parent)


def opened(account, name, scratch):
    """Opens a database that the program uses, or, with a scratch folder, a copy as a kill left it."""
    if scratch is None:
        path = os.path.join(account, name)
        return contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10))
    shutil.rmtree(scratch, ignore_errors=True)
    os.mkdir(scratch)
    for suffix in ("", "-wal"):
        if os.path.exists(path := os.path.join(account, name + suffix)):
            shutil.copy(path, os.path.join(scratch, name + suffix))
    return contextlib.closing(sqlite3.connect(os.path.join(scratch, name)))


def damage(account, scratch):
    """What is wrong with the databases."""
    for name in ("vault.sqlite", "cache.sqlite"):
        with opened(account, name, scratch) as database:
            try:
                rows = database.execute("PRAGMA integrity_check").fetchall()
            except sqlite3.DatabaseError as error:
                rows = [(str(error),)]
            if rows != [("ok",)]:
                yield f"{name} is damaged: {rows[:3]}"
    for path in pathlib.Path(account).iterdir():
        if "damaged" in path.name:
            yield f"the program found damage and kept {path.name}"


def unsent(account, scratch=None):
    """The unsent messages in order: in the vault, or in the file of an earlier version."""
    old = os.path.join(account, "outbox.json")
    entries = json.loads(pathlib.Path(old).read_text())["entries"] if os.path.exists(old) else []
    with opened(account, "vault.sqlite", scratch) as vault:
        if vault.execute("SELECT 1 FROM sqlite_master WHERE name = 'outbox'").fetchone():
            rows = vault.execute("SELECT content FROM outbox ORDER BY position").fetchall()
            entries += [json.loads(content) for content, in rows]
    # After a kill between the commit and the removal of the file both have a message.
    return list({entry["transaction"]: entry for entry in entries}.values())


def draft(account, room, scratch=None):
    """The draft of a room: it may have texts that are on the server or unsent as well."""
    with opened(account, "vault.sqlite", scratch) as vault:
        if not vault.execute("SELECT 1 FROM sqlite_master WHERE name = 'drafts'").fetchone():
            return ""
        row = vault.execute("SELECT text FROM drafts WHERE room = ?", (room,)).fetchone()
        return row[0] if row else ""


def is_in_thread(account, scratch=None):
    """Whether a thread was open."""
    with opened(account, "vault.sqlite", scratch) as vault:
        if not vault.execute("SELECT 1 FROM sqlite_master WHERE name = 'open_room'").fetchone():
            return False
        return vault.execute("SELECT 1 FROM open_room WHERE thread IS NOT NULL").fetchone() is not None


def text(entry):
    """The text of an unsent event, as this version or an earlier one has it."""
    return entry["text"] if "text" in entry else said(entry)


def as_text(entry):
    """An unsent event as a message of the earlier versions, which knew only texts."""
    rest = {key: value for key, value in entry.items()
            if key not in ("type", "content", "text", "upload", "thumbnail")}
    return {**rest, "text": text(entry)}


def make_old(account):
    """Turns the vault into one of the version that had unsent messages in a file; false if it has none."""
    with contextlib.closing(sqlite3.connect(os.path.join(account, "vault.sqlite"))) as vault:
        if not vault.execute("SELECT 1 FROM sqlite_master WHERE name = 'outbox'").fetchone():
            return True  # killed before the migration of the last kill
        rows = vault.execute("SELECT device, content FROM outbox ORDER BY position").fetchall()
        if not rows or os.path.exists(os.path.join(account, "outbox.json")):
            return False
        entries = [as_text(json.loads(content)) for _, content in rows]
        content = {"version": 1, "device": rows[0][0], "entries": entries}
        path = pathlib.Path(account, "outbox.json")
        path.touch(mode=0o600)
        path.write_text(json.dumps(content))
        vault.executescript(
            "BEGIN; DROP TABLE outbox; DROP TABLE outbox_rest;"
            "DELETE FROM grdb_migrations WHERE identifier = '2'; COMMIT")
    return True


def chunks(account, room, scratch=None):
    """The chunks of a room in order: the token before each, and its events as (id, text)."""
    with opened(account, "cache.sqlite", scratch) as cache:
        if not cache.execute("SELECT 1 FROM sqlite_master WHERE name = 'rooms'").fetchone():
            return []  # killed before the first migration
        if not (row := cache.execute("SELECT number FROM rooms WHERE id = ?", (room,)).fetchone()):
            return []
        number, = row
        found = []
        for token, first, last in cache.execute(
                "SELECT token, first, last FROM chunks WHERE room = ? ORDER BY number", (number,)):
            rows = cache.execute(
                "SELECT id, json FROM events WHERE room = ? AND position BETWEEN ? AND ? ORDER BY position",
                (number, first, last))
            found.append((token, [(id, said(json.loads(text))) for id, text in rows]))
        return found


def gap_count(account, room, scratch=None):
    return sum(token is not None for token, _ in chunks(account, room, scratch))


def compare(account, room, events, scratch=None, is_whole=True):
    """How the cache of a room differs from the server's events, oldest first.

    Only a cache that is not whole may end early.
    """
    server = [(event["event_id"], said(event)) for event in events]
    places = {event: place for place, event in enumerate(server)}
    end = 0
    for token, found in chunks(account, room, scratch):
        if not found:
            yield "a chunk is empty"
            continue
        if strange := [event for event in found if event not in places]:
            yield f"the server does not have {strange[:3]}"
            return
        begin = places[found[0]]
        if server[begin:begin + len(found)] != found:
            yield f"the events from {found[0]} on are not in the server's order, or some are missing"
        if begin < end or (begin > end and token is None):
            yield f"{found[0]} is at {begin} of the server's events and follows {end}, without a gap"
        end = begin + len(found)
    if is_whole and end != len(server):
        yield f"the cache ends at {end} of {len(server)} events"


def check_gaps(account, room, person, events):
    """Where the token of a gap does not lead to what is missing."""
    places = {event["event_id"]: place for place, event in enumerate(events)}
    for token, found in chunks(account, room):
        if token and found:
            before = next(history(person, room, token), None)
            if before is None or places[before["event_id"]] < places[found[0][0]] - 1:
                yield f"the token before {found[0]} leads past what is missing"
