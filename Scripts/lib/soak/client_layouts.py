"""Turns a cache or a vault into one that an earlier version left, and looks at what the migrations make of it."""

import contextlib
import os
import sqlite3

from soak import client_files

# As the cache numbers them.
SILENT, LINE, REACTION, THREAD_LINE = 0, 1, 4, 5

# What takes back each migration that changes a table: a new one that is missing here fails when it runs again.
STEPS = {
    12: "ALTER TABLE threads DROP COLUMN unread_is_least;",
    9: "ALTER TABLE events DROP COLUMN push;",
    8: "DROP INDEX votes;",
    6: "ALTER TABLE threads DROP COLUMN is_void;",
    5: "ALTER TABLE chunks DROP COLUMN next;",
    4: "DROP TABLE receipts;",
    3: f"""
        DROP INDEX events_of_thread;
        UPDATE events SET kind = {LINE} WHERE kind = {THREAD_LINE};
        ALTER TABLE events DROP COLUMN place;
        DROP TABLE threads;
        UPDATE rooms SET state = json_remove(state, '$.wholeReceipt');
        """,
    2: f"""
        UPDATE events SET kind = {SILENT} WHERE kind = {REACTION};
        ALTER TABLE events DROP COLUMN key;
        """,
}

# The same for the vault, without what the oldest versions had in other files.
VAULT_STEPS = {
    13: "DROP TABLE thread_positions;",
    11: "".join(f"ALTER TABLE {table} DROP COLUMN {column};" for table in ("drafts", "thread_drafts")
                for column in ("changed", "change_from", "change_to")),
    10: """
        DELETE FROM positions WHERE message IS NULL;
        ALTER TABLE positions DROP COLUMN unseen;
        """,
    9: "DROP TABLE sections;",
    8: "ALTER TABLE open_room DROP COLUMN thread;",
    7: "DROP TABLE thread_drafts;",
    6: """
        ALTER TABLE drafts DROP COLUMN reply;
        ALTER TABLE drafts DROP COLUMN mentioned;
        """,
    5: "DROP TABLE positions;",
}
OLDEST_VAULT = min(VAULT_STEPS) - 1


def versions(account, scratch=None):
    """The migrations that a cache has had."""
    with client_files.opened(account, "cache.sqlite", scratch) as cache:
        if not cache.execute("SELECT 1 FROM sqlite_master WHERE name = 'grdb_migrations'").fetchone():
            return []
        return sorted(int(version) for version, in cache.execute("SELECT identifier FROM grdb_migrations"))


def make_old(account, version):
    """Turns a cache into one of an earlier version."""
    take_back(os.path.join(account, "cache.sqlite"), STEPS, version)


def make_old_vault(account, version):
    """Turns a vault into one of an earlier version, which had drafts already."""
    take_back(os.path.join(account, "vault.sqlite"), VAULT_STEPS, version)


def take_back(path, steps, version):
    """Takes back the migrations of a database that came after a version."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
        had = [int(step) for step, in database.execute("SELECT identifier FROM grdb_migrations")]
        # To close it moves all that the log has into the file: a new log then grows with the migrations.
        script = "".join(steps.get(step, "") for step in sorted(had, reverse=True) if step > version)
        database.executescript(
            f"BEGIN; {script} DELETE FROM grdb_migrations WHERE CAST(identifier AS INTEGER) > {version}; COMMIT")


def layout(account, scratch=None):
    """The tables and indexes of a cache with their columns."""
    with client_files.opened(account, "cache.sqlite", scratch) as cache:
        names = [name for name, in cache.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'index')")]
        return {(name, *row) for name in names for row in cache.execute(
            "SELECT name FROM pragma_table_info(?) UNION ALL SELECT name FROM pragma_index_info(?)", (name, name))}


def misfiled(account):
    """Reactions and messages of threads that a cache does not have as such."""
    with client_files.opened(account, "cache.sqlite", None) as cache:
        for id, kind in cache.execute(
                f"SELECT id, kind FROM events WHERE type = 'm.reaction' AND (kind <> {REACTION} OR key IS NULL) OR "
                f"relation = 'm.thread' AND (kind <> {THREAD_LINE} OR place IS NOT position)"):
            yield f"the cache has {id} as an event of kind {kind}"
