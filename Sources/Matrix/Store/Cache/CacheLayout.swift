import GRDB
import MatrixWire
import ModelKit

/// The tables of a cache and their migrations.
enum CacheLayout {
  /// "ctca", in the header of the file: tells a cache from the database of another program.
  static let applicationID = 0x6374_6361

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.execute(sql: account + rooms + people + events + texts)
    }
    migrator.registerMigration("2") { try $0.execute(sql: reactions) }
    migrator.registerMigration("3") { try $0.execute(sql: threads) }
    migrator.registerMigration("4") { try $0.execute(sql: receipts) }
    migrator.registerMigration("5") { try $0.execute(sql: newerEvents) }
    migrator.registerMigration("6") { try $0.execute(sql: roots) }
    migrator.registerMigration("7") { try $0.execute(sql: tagsAndSpaces) }
    migrator.registerMigration("8") { database in
      try database.execute(sql: polls)
      try keepVotes(in: database)
    }
    migrator.registerMigration("9") { try $0.execute(sql: push) }
    migrator.registerMigration("10") { try $0.execute(sql: replacements) }
    migrator.registerMigration("11") { try $0.execute(sql: powers) }
    migrator.registerMigration("12") { try $0.execute(sql: leastCounts) }
    migrator.registerMigration("13") { try divideTexts(in: $0) }
    return migrator
  }

  private static let account = """
    CREATE TABLE account (             -- single values, such as the sync token
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) WITHOUT ROWID;
    """

  private static let rooms = """
    CREATE TABLE rooms (
      number INTEGER PRIMARY KEY,      -- short for the id in other tables
      id TEXT NOT NULL UNIQUE,
      shown TEXT NOT NULL,             -- the row of the list, ready to paint, as JSON
      state TEXT NOT NULL              -- what the list does not show, as JSON
    );
    CREATE TABLE members (
      room INTEGER NOT NULL,
      user TEXT NOT NULL,
      membership TEXT NOT NULL,
      profile TEXT NOT NULL,           -- as JSON
      PRIMARY KEY (room, user)
    ) WITHOUT ROWID;
    CREATE INDEX members_by_user ON members (user, membership);
    """

  private static let people = """
    CREATE TABLE people (
      id TEXT PRIMARY KEY,
      profile TEXT NOT NULL            -- as JSON
    ) WITHOUT ROWID;
    """

  private static let events = """
    CREATE TABLE chunks (              -- runs of a room's events without a gap
      room INTEGER NOT NULL,
      number INTEGER NOT NULL,         -- grows with time
      token TEXT,                      -- loads the events before it; NULL when none are missing
      first INTEGER NOT NULL,          -- the positions of its events
      last INTEGER NOT NULL,
      PRIMARY KEY (room, number)
    ) WITHOUT ROWID;
    CREATE TABLE events (
      number INTEGER PRIMARY KEY,
      room INTEGER NOT NULL,
      id TEXT NOT NULL,
      position INTEGER,                -- in the server's order; NULL when that is unknown
      kind INTEGER NOT NULL,           -- see EventKind
      sender TEXT NOT NULL,
      type TEXT NOT NULL,
      time INTEGER NOT NULL,           -- milliseconds since 1970
      transaction_id TEXT,             -- under which this program sent it
      relation TEXT,
      target TEXT,                     -- the event that it relates to
      json TEXT NOT NULL,              -- as the server sent it
      UNIQUE (room, id)
    );
    CREATE INDEX events_in_order ON events (room, kind, position);
    CREATE INDEX events_by_target ON events (room, target, kind) WHERE target IS NOT NULL;
    CREATE INDEX events_by_transaction ON events (room, transaction_id)
      WHERE transaction_id IS NOT NULL;
    """

  /// Earlier versions kept reactions as events that show nothing.
  private static let reactions = """
    ALTER TABLE events ADD COLUMN key TEXT;  -- of a reaction
    UPDATE events
    SET kind = \(EventKind.reaction.rawValue),
      key = substr(json_extract(json, '$.content."m.relates_to".key'), 1, \(Limits.reactionKey))
    WHERE kind = \(EventKind.silent.rawValue) AND type = 'm.reaction' AND relation = 'm.annotation'
      AND CASE WHEN json_valid(json)
        THEN json_type(json, '$.content."m.relates_to".key') = 'text'
          AND json_extract(json, '$.content."m.relates_to".key') <> '' END;
    """

  /// Earlier versions kept messages of threads as lines of the room, and marked whole rooms as read.
  private static let threads = """
    ALTER TABLE events ADD COLUMN place INTEGER;  -- of a thread's line in its thread
    UPDATE events SET kind = \(EventKind.threadLine.rawValue), place = position
    WHERE kind = \(EventKind.line.rawValue) AND relation = '\(ThreadRelation.type)'
      AND target <> id
      AND CASE WHEN json_valid(json) THEN json_type(json, '$.state_key') IS NULL END;
    CREATE INDEX events_of_thread ON events (room, target, place)
      WHERE kind = \(EventKind.threadLine.rawValue);
    CREATE TABLE threads (
      room INTEGER NOT NULL,
      root TEXT NOT NULL,              -- the event that begins it
      told_count INTEGER,              -- how many messages the server has counted
      told_latest TEXT,                -- the newest one of these
      told_at INTEGER,                 -- the room's newest position at that time
      covered INTEGER NOT NULL DEFAULT 0,  -- no message is missing in the gaps up to this chunk
      page_chunk INTEGER,              -- the newest chunk when older messages began to be loaded
      page_token TEXT,                 -- loads the next ones
      page_place INTEGER,              -- the place of the oldest one that is loaded
      read TEXT,                       -- the account's receipt
      unread INTEGER NOT NULL DEFAULT 0,
      mentions INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (room, root)
    ) WITHOUT ROWID;
    CREATE INDEX threads_unread ON threads (room) WHERE unread > 0;
    UPDATE rooms
    SET state = json_set(state, '$.wholeReceipt', json_extract(state, '$.readReceipt'))
    WHERE json_valid(state) AND json_type(state, '$.readReceipt') = 'text';
    """

  /// The next sync would not bring them again.
  private static let receipts = """
    CREATE TABLE receipts (            -- how far others have read
      room INTEGER NOT NULL,
      user TEXT NOT NULL,
      thread TEXT NOT NULL,            -- its first event, 'main', or '' for the room with all threads
      event TEXT NOT NULL,
      time INTEGER NOT NULL,           -- milliseconds since 1970
      PRIMARY KEY (room, user, thread)
    ) WITHOUT ROWID;
    """

  /// Earlier versions did not take tags and the rooms of spaces from their syncs: the next one is of the
  /// whole account.
  private static let tagsAndSpaces = """
    DELETE FROM account WHERE key = 'sync_token';
    """

  /// Earlier versions did not take from their syncs which room replaces another one.
  private static let replacements = """
    DELETE FROM account WHERE key = 'sync_token';
    """

  /// Earlier versions did not take from their syncs which powers people have, and which rooms the account
  /// asks to join.
  private static let powers = """
    DELETE FROM account WHERE key = 'sync_token';
    """

  private static let newerEvents = """
    ALTER TABLE chunks ADD COLUMN next TEXT;  -- loads the events after an excerpt
    """

  /// Earlier versions kept messages of threads that are none where nobody saw them.
  private static let roots = """
    ALTER TABLE threads ADD COLUMN is_void INTEGER NOT NULL DEFAULT 0;  -- nobody can see its root
    UPDATE events SET kind = \(EventKind.line.rawValue), place = NULL
    WHERE kind = \(EventKind.threadLine.rawValue) AND EXISTS (
      SELECT 1 FROM events AS root
      WHERE root.room = events.room AND root.id = events.target
        AND root.relation IS NOT NULL AND root.relation <> 'm.in_reply_to');
    """

  /// The newest votes of each person.
  private static let polls = """
    CREATE INDEX votes ON events (room, target, sender, time, id)
      WHERE kind = \(EventKind.vote.rawValue);
    """

  /// Earlier versions did not take push rules from their syncs: the next one is of the whole account.
  private static let push = """
    ALTER TABLE events ADD COLUMN push INTEGER;  -- what the push rules say; NULL before they are asked
    DELETE FROM account WHERE key = 'sync_token';
    """

  private static let leastCounts = """
    ALTER TABLE threads ADD COLUMN unread_is_least INTEGER NOT NULL DEFAULT 0;  -- more may be unread
    """

  /// Earlier versions kept votes as events that show nothing, and ends of polls as lines with a text.
  private static func keepVotes(in database: Database) throws {
    let rows = try Row.fetchAll(
      database, sql: "SELECT number, json FROM events WHERE type LIKE '%.poll.%'")
    for row in rows {
      guard let raw = try? RawEvent.decode(AccountTables.bytes(row[1])),
        let event = StoredEvent(raw)
      else { continue }
      try database.execute(
        sql: "UPDATE events SET kind = ?, key = ? WHERE number = ?",
        arguments: [event.kind.rawValue, event.key, row[0] as Int64])
    }
  }

  /// Earlier versions took what is written without spaces for one word.
  private static func divideTexts(in database: Database) throws {
    var last: Int64 = 0
    while true {
      let rows = try Row.fetchAll(
        database, sql: "SELECT rowid, body FROM texts WHERE rowid > ? ORDER BY rowid LIMIT 1000",
        arguments: [last])
      guard let end = rows.last else { return }
      last = end[0]
      for row in rows {
        let body: String = row[1]
        let divided = IndexedText.text(body)
        guard divided != body else { continue }
        try database.execute(
          sql: "UPDATE texts SET body = ? WHERE rowid = ?", arguments: [divided, row[0] as Int64])
      }
    }
  }

  private static let texts = """
    CREATE VIRTUAL TABLE texts USING fts5 (  -- of lines and edits; `rowid` is the event's number
      body, tokenize = 'unicode61 remove_diacritics 2'
    );
    """
}
