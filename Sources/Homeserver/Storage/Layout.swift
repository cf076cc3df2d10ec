import GRDB

/// The tables and their migrations.
///
/// A position is a place in the single order of everything that `/sync` sends; each row that it
/// sends has the position of its last change.
enum Layout {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      for table in [server, accounts, rooms, attention, content] {
        try database.execute(sql: table)
      }
    }
    // It made a table that the next migration drops.
    migrator.registerMigration("2") { _ in }
    migrator.registerMigration("3") { try $0.execute(sql: unread) }
    migrator.registerMigration("4") { try $0.execute(sql: threads) }
    migrator.registerMigration("5") { try $0.execute(sql: reports) }
    migrator.registerMigration("6") { try $0.execute(sql: pushRules) }
    migrator.registerMigration("7") { try $0.execute(sql: reportsOfPeople) }
    migrator.registerMigration("8") { try $0.execute(sql: statuses) }
    return migrator
  }

  private static let server = """
    CREATE TABLE server (
      name TEXT PRIMARY KEY NOT NULL,
      value TEXT NOT NULL
    ) WITHOUT ROWID;
    """

  private static let accounts = """
    CREATE TABLE users (
      id TEXT PRIMARY KEY NOT NULL,
      password TEXT,              -- argon2id in PHC form; NULL: cannot sign in
      created INTEGER NOT NULL,
      is_deactivated INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE TABLE profiles (
      user TEXT NOT NULL REFERENCES users(id),
      field TEXT NOT NULL,        -- displayname, avatar_url, ...
      json BLOB NOT NULL,
      PRIMARY KEY (user, field)
    ) WITHOUT ROWID;
    CREATE TABLE devices (
      user TEXT NOT NULL REFERENCES users(id),
      id TEXT NOT NULL,
      display_name TEXT,
      last_seen INTEGER NOT NULL,
      last_address TEXT NOT NULL,
      PRIMARY KEY (user, id)
    ) WITHOUT ROWID;
    CREATE TABLE tokens (
      hash BLOB PRIMARY KEY NOT NULL,
      user TEXT NOT NULL,
      device TEXT NOT NULL,
      kind INTEGER NOT NULL,      -- 0 access, 1 refresh
      family INTEGER NOT NULL,    -- the sign-in that the token descends from
      expires INTEGER,            -- milliseconds since 1970
      used INTEGER,               -- of a refresh token: when it was first used
      FOREIGN KEY (user, device) REFERENCES devices(user, id) ON DELETE CASCADE
    ) WITHOUT ROWID;
    CREATE INDEX tokens_of_device ON tokens (user, device);
    CREATE TABLE filters (
      user TEXT NOT NULL REFERENCES users(id),
      id INTEGER NOT NULL,
      json BLOB NOT NULL,
      PRIMARY KEY (user, id)
    ) WITHOUT ROWID;
    CREATE TABLE account_data (
      user TEXT NOT NULL REFERENCES users(id),
      room TEXT NOT NULL,         -- '' for global account data
      type TEXT NOT NULL,
      json BLOB NOT NULL,         -- the content
      position INTEGER NOT NULL,
      PRIMARY KEY (user, room, type)
    ) WITHOUT ROWID;
    CREATE INDEX account_data_changes ON account_data (user, position);
    """

  private static let rooms = """
    CREATE TABLE rooms (
      id TEXT PRIMARY KEY NOT NULL,
      version TEXT NOT NULL,
      creator TEXT NOT NULL,
      is_public INTEGER NOT NULL DEFAULT 0  -- whether the directory lists it
    ) WITHOUT ROWID;
    CREATE INDEX rooms_public ON rooms (is_public) WHERE is_public;
    CREATE TABLE events (
      position INTEGER PRIMARY KEY NOT NULL,
      id TEXT NOT NULL UNIQUE,
      room TEXT NOT NULL REFERENCES rooms(id),
      sender TEXT NOT NULL,
      type TEXT NOT NULL,
      state_key TEXT,
      timestamp INTEGER NOT NULL,
      head BLOB NOT NULL,         -- JSON without room_id, unsigned and the last brace
      notifies INTEGER NOT NULL,  -- counts as unread: 1 in its room, 2 in its thread, 0 nowhere; below zero once redacted
      device TEXT,
      transaction_id TEXT,
      redacted_by TEXT
    );
    CREATE INDEX events_of_room ON events (room, position);
    CREATE INDEX events_unread ON events (room, position) WHERE notifies;
    CREATE INDEX events_state ON events (room, type, state_key, position)
      WHERE state_key IS NOT NULL;
    CREATE UNIQUE INDEX events_transaction ON events (sender, device, room, type, transaction_id)
      WHERE transaction_id IS NOT NULL;
    CREATE TABLE state (
      room TEXT NOT NULL,
      type TEXT NOT NULL,
      state_key TEXT NOT NULL,
      position INTEGER NOT NULL,
      PRIMARY KEY (room, type, state_key)
    ) WITHOUT ROWID;
    CREATE TABLE memberships (
      user TEXT NOT NULL,
      room TEXT NOT NULL,
      membership TEXT NOT NULL,
      position INTEGER NOT NULL,
      is_forgotten INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (user, room)
    ) WITHOUT ROWID;
    CREATE INDEX memberships_of_room ON memberships (room, membership);
    CREATE TABLE relations (
      parent TEXT NOT NULL,
      kind TEXT NOT NULL,         -- m.replace, m.annotation, m.thread, ...
      child INTEGER NOT NULL,     -- position
      key TEXT,                   -- of an annotation
      PRIMARY KEY (parent, kind, child)
    ) WITHOUT ROWID;
    CREATE TABLE mentions (
      room TEXT NOT NULL,
      user TEXT NOT NULL,         -- '' for everybody
      position INTEGER NOT NULL,
      PRIMARY KEY (room, user, position)
    ) WITHOUT ROWID;
    CREATE TABLE aliases (
      alias TEXT PRIMARY KEY NOT NULL,
      room TEXT NOT NULL REFERENCES rooms(id),
      creator TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX aliases_of_room ON aliases (room);
    """

  private static let attention = """
    CREATE TABLE receipts (
      room TEXT NOT NULL,
      user TEXT NOT NULL,
      type TEXT NOT NULL,         -- m.read, m.read.private
      thread TEXT NOT NULL,       -- '' for the whole room
      event TEXT NOT NULL,
      event_position INTEGER NOT NULL,
      timestamp INTEGER NOT NULL,
      position INTEGER NOT NULL,
      PRIMARY KEY (room, user, type, thread)
    ) WITHOUT ROWID;
    CREATE INDEX receipts_changes ON receipts (room, position);
    CREATE INDEX receipts_order ON receipts (position);
    """

  private static let content = """
    CREATE TABLE media (
      id TEXT PRIMARY KEY NOT NULL,
      user TEXT NOT NULL,
      content_type TEXT NOT NULL,
      file_name TEXT,
      size INTEGER NOT NULL,
      created INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE reserved_media (
      id TEXT PRIMARY KEY NOT NULL,   -- given out, not uploaded yet
      user TEXT NOT NULL,
      expires INTEGER NOT NULL        -- milliseconds since 1970
    ) WITHOUT ROWID;
    CREATE INDEX reserved_media_of_user ON reserved_media (user, expires);
    CREATE TABLE media_use (          -- the uploads of each user
      user TEXT PRIMARY KEY NOT NULL,
      bytes INTEGER NOT NULL,
      files INTEGER NOT NULL
    ) WITHOUT ROWID;
    """

  private static let reports = """
    CREATE TABLE reports (        -- for whoever runs the server
      number INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
      time INTEGER NOT NULL,      -- milliseconds since 1970
      user TEXT NOT NULL,         -- who reported
      room TEXT NOT NULL,
      event TEXT NOT NULL,
      reason TEXT NOT NULL
    );
    """

  /// Before, only events could be reported.
  ///
  /// A report of a person has no room, one of a room no event.
  private static let reportsOfPeople = """
    ALTER TABLE reports ADD COLUMN person TEXT NOT NULL DEFAULT '';
    """

  /// Before, a restart forgot what people say of their being there.
  private static let statuses = """
    CREATE TABLE statuses (
      user TEXT PRIMARY KEY NOT NULL REFERENCES users(id),
      text TEXT NOT NULL
    ) WITHOUT ROWID;
    """

  /// Before, everybody had the predefined rules, under which stickers counted as unread.
  private static let pushRules = """
    CREATE TABLE push_marks (     -- what somebody's own push rules say instead of the predefined ones
      user TEXT NOT NULL,
      room TEXT NOT NULL,
      position INTEGER NOT NULL,
      thread INTEGER NOT NULL,    -- 1 in its room, 2 in its thread
      notifies INTEGER NOT NULL,
      highlights INTEGER NOT NULL,
      PRIMARY KEY (user, room, position)
    ) WITHOUT ROWID;
    CREATE INDEX push_marks_loud ON push_marks (user, room, thread, position) WHERE notifies;
    CREATE INDEX push_marks_of_event ON push_marks (position);
    CREATE INDEX mentions_of_event ON mentions (position);
    CREATE INDEX account_data_push_rules ON account_data (user) WHERE type = 'm.push_rules';
    """

  /// With the sender in the index, unread messages are counted without reading events.
  private static let unread = """
    DROP TABLE IF EXISTS member_news;
    DROP INDEX events_unread;
    CREATE INDEX events_unread ON events (room, position, sender) WHERE notifies;
    CREATE INDEX events_unread_of_sender ON events (room, sender, position) WHERE notifies;
    """

  /// Before, messages of threads counted as those of their room.
  private static let threads = """
    CREATE INDEX relations_of_thread ON relations (child) WHERE kind = 'm.thread';
    UPDATE events SET notifies = 2
    WHERE notifies AND position IN (SELECT child FROM relations WHERE kind = 'm.thread');
    DROP INDEX events_unread;
    DROP INDEX events_unread_of_sender;
    CREATE INDEX events_unread ON events (room, notifies, position, sender) WHERE notifies;
    CREATE INDEX events_unread_of_sender ON events (room, sender, notifies, position)
      WHERE notifies;
    CREATE TABLE threads (
      room TEXT NOT NULL,
      root TEXT NOT NULL,
      latest INTEGER NOT NULL,    -- the position of the newest event, redacted or not
      PRIMARY KEY (room, root)
    ) WITHOUT ROWID;
    CREATE INDEX threads_in_order ON threads (room, latest);
    INSERT INTO threads (room, root, latest)
    SELECT events.room, relations.parent, max(relations.child)
    FROM relations JOIN events ON events.position = relations.child
    WHERE relations.kind = 'm.thread' GROUP BY events.room, relations.parent;
    """
}
