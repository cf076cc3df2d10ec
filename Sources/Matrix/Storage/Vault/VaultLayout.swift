import GRDB

/// The tables of a vault and their migrations.
///
/// Every table has an integer key: a repair reads the rows around a damaged page by it.
enum VaultLayout {
  /// "ctva", in the header of the file: tells a vault from the database of another program.
  static let applicationID = 0x6374_7661

  static var migrator: DatabaseMigrator { migrator() }

  /// The migrations of this version, or those up to an earlier one.
  static func migrator(upTo last: String? = nil) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for (version, sql) in migrations {
      migrator.registerMigration(version) { try $0.execute(sql: sql) }
      if version == last { break }
    }
    return migrator
  }

  private static var migrations: [(version: String, sql: String)] {
    [
      ("1", losses + encryptedRooms), ("2", outbox), ("3", session), ("4", places),
      // The outbox has events of all kinds from here on, which earlier versions must not read. Their
      // own texts are read as such (`OutboxEntry.read`), so no row changes.
      ("5", positions), ("6", replies), ("7", threadDrafts),
      ("8", openThread), ("9", sections), ("10", unseen),
      ("11", draftChanges),
      // The outbox has changes of lists of pins from here on, which earlier versions must not send.
      ("12", ""),
      ("13", threadPositions),
    ]
  }

  private static let losses = """
    CREATE TABLE losses (              -- tables that a repair could not read completely
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      copy TEXT NOT NULL               -- the file that still has the unreadable rows
    );
    """

  private static let encryptedRooms = """
    CREATE TABLE encrypted_rooms (
      id INTEGER PRIMARY KEY,
      room TEXT NOT NULL UNIQUE
    );
    """

  private static let session = """
    CREATE TABLE session (
      id INTEGER PRIMARY KEY,          -- always 1
      content TEXT NOT NULL,           -- server, user and device as JSON
      tokens BLOB                      -- sealed by the vault's key; NULL after a soft logout
    );
    """

  private static let places = """
    CREATE TABLE drafts (              -- the keys are in the order of the changes
      id INTEGER PRIMARY KEY,
      room TEXT NOT NULL UNIQUE,
      text TEXT NOT NULL,
      cursor INTEGER NOT NULL,         -- the number of characters before it
      is_cut INTEGER NOT NULL          -- whether the text is the beginning of a longer one
    );
    CREATE TABLE open_room (
      id INTEGER PRIMARY KEY,          -- always 1
      room TEXT NOT NULL,
      message TEXT                     -- at the lower edge; NULL at the end of the history
    );
    """

  private static let positions = """
    CREATE TABLE positions (           -- the keys are in the order of the changes
      id INTEGER PRIMARY KEY,
      room TEXT NOT NULL UNIQUE,
      message TEXT NOT NULL            -- at the lower edge, where the room was left
    );
    """

  private static let replies = """
    ALTER TABLE drafts ADD COLUMN reply TEXT;      -- the message that it replies to
    ALTER TABLE drafts ADD COLUMN mentioned TEXT;  -- the sender of that message
    """

  private static let threadDrafts = """
    CREATE TABLE thread_drafts (       -- the keys are in the order of the changes
      id INTEGER PRIMARY KEY,
      room TEXT NOT NULL,
      root TEXT NOT NULL,              -- the message that begins the thread
      text TEXT NOT NULL,
      cursor INTEGER NOT NULL,         -- the number of characters before it
      is_cut INTEGER NOT NULL,         -- whether the text is the beginning of a longer one
      reply TEXT,                      -- the message that it replies to
      mentioned TEXT,                  -- the sender of that message
      UNIQUE (room, root)
    );
    """

  private static let openThread = """
    ALTER TABLE open_room ADD COLUMN thread TEXT;  -- the message that begins the open thread
    """

  private static let sections = """
    CREATE TABLE sections (            -- of the list of rooms, where they are not as in a new account
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      is_folded INTEGER NOT NULL,
      sort TEXT                        -- NULL for the usual order
    );
    """

  /// A room that was left at its end has a row when something of it was not seen.
  private static let unseen = """
    ALTER TABLE positions RENAME TO positions_9;
    CREATE TABLE positions (           -- the keys are in the order of the changes
      id INTEGER PRIMARY KEY,
      room TEXT NOT NULL UNIQUE,
      message TEXT,                    -- at the lower edge; NULL at the end of the history
      unseen TEXT                      -- the last read message before those that nobody has seen
    );
    INSERT INTO positions (id, room, message) SELECT id, room, message FROM positions_9;
    DROP TABLE positions_9;
    """

  private static let threadPositions = """
    CREATE TABLE thread_positions (    -- the keys are in the order of the changes
      id INTEGER PRIMARY KEY,
      room TEXT NOT NULL,
      root TEXT NOT NULL,              -- the message that begins the thread
      message TEXT NOT NULL,           -- at the lower edge, where the thread was left
      UNIQUE (room, root)
    );
    """

  private static let draftChanges = ["drafts", "thread_drafts"].map {
    """
    ALTER TABLE \($0) ADD COLUMN changed TEXT;      -- the message whose text is being changed
    ALTER TABLE \($0) ADD COLUMN change_from TEXT;  -- its text when that began
    ALTER TABLE \($0) ADD COLUMN change_to TEXT;    -- the text that it is to have

    """
  }.joined()

  /// What is queried has a column of its own; all else stands in the content.
  private static let outbox = """
    CREATE TABLE outbox (
      position INTEGER PRIMARY KEY,
      transaction_id TEXT NOT NULL UNIQUE,
      device TEXT NOT NULL,            -- for which the transaction is valid
      content TEXT NOT NULL            -- the event as JSON
    );
    CREATE TABLE outbox_rest (         -- what the file of an earlier version had beside messages
      id INTEGER PRIMARY KEY,
      content TEXT NOT NULL
    );
    """
}
