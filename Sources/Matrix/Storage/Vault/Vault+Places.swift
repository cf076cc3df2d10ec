import Controllers
import GRDB

/// A draft in the vault.
struct DraftRow: Hashable, Sendable {
  var room: String
  var text: String
  /// The number of characters before the cursor.
  var cursor: Int
  /// Whether the text is the beginning of a longer one.
  var isCut: Bool
  /// The message that it replies to, and whom it mentions by that.
  var reply: String?
  var mentioned: String?
  /// The change of a message in front of it.
  var change: Change?

  /// A change of a message that is not sent.
  struct Change: Hashable, Sendable {
    var message: String
    /// The message's text when the change began.
    var original: String
    var text: String
  }
}

/// A draft of a thread in the vault.
struct ThreadDraftRow: Hashable, Sendable {
  /// The identity of a thread.
  struct Key: Hashable, Sendable {
    var room: String
    var root: String
  }

  var root: String
  var draft: DraftRow
}

/// A place in a room's history in the vault.
struct PositionRow: Hashable, Sendable {
  var room: String
  /// The message at the lower edge; nil at the end of the history.
  var message: String?
  /// The last read message before those that nobody has seen; nil for none.
  var unseen: String?
}

/// A place in a thread in the vault.
struct ThreadPositionRow: Hashable, Sendable {
  var room: String
  var root: String
  /// The message at the lower edge; nil at the end of the thread.
  var message: String?
}

/// The open room in the vault.
struct OpenRoomRow: Hashable, Sendable {
  var room: String
  /// The message at the lower edge; nil at the end of the history.
  var message: String?
  /// The message that begins the open thread; nil while the room itself is open.
  var thread: String?
}

/// A section of the list of rooms, or another part of the screen, in the vault.
struct SectionRow: Hashable, Sendable {
  var name: String
  var isFolded: Bool
  /// Nil for the usual order.
  var sort: String?
}

/// Changes of what the user was doing.
struct PlaceChanges: Hashable, Sendable {
  var removedDrafts: [String] = []
  var writtenDrafts: [DraftRow] = []
  var removedThreadDrafts: [ThreadDraftRow.Key] = []
  var writtenThreadDrafts: [ThreadDraftRow] = []
  /// Nil when it stays; nil inside when no room is open.
  var openRoom: OpenRoomRow??
  /// A position without any message is removed.
  var positions: [PositionRow] = []
  /// A position without a message is removed.
  var threadPositions: [ThreadPositionRow] = []
  /// Nil when they stay.
  var sections: [SectionRow]?
}

extension Vault {
  /// The drafts, the one changed last first; rows that are none are skipped.
  func drafts(limit: Int) throws(StorageError) -> [DraftRow] {
    try read { database in
      let sql = """
        SELECT \(DraftRow.columns) FROM drafts ORDER BY id DESC LIMIT ?
        """
      return try Row.fetchAll(database, sql: sql, arguments: [limit]).compactMap(DraftRow.init)
    }
  }

  /// The drafts of threads, the one changed last first; rows that are none are skipped.
  func threadDrafts(limit: Int) throws(StorageError) -> [ThreadDraftRow] {
    try read { database in
      let sql = """
        SELECT \(DraftRow.columns), root FROM thread_drafts ORDER BY id DESC LIMIT ?
        """
      return try Row.fetchAll(database, sql: sql, arguments: [limit]).compactMap { row in
        guard let draft = DraftRow(row), let root = String.fromDatabaseValue(row["root"]) else {
          return nil
        }
        return ThreadDraftRow(root: root, draft: draft)
      }
    }
  }

  /// The room that was open.
  func openRoom() throws(StorageError) -> OpenRoomRow? {
    try read { database in
      let sql = "SELECT room, message, thread FROM open_room WHERE id = 1"
      return try Row.fetchOne(database, sql: sql).flatMap { row in
        String.fromDatabaseValue(row[0]).map {
          OpenRoomRow(
            room: $0, message: String.fromDatabaseValue(row[1]),
            thread: String.fromDatabaseValue(row[2]))
        }
      }
    }
  }

  /// Where rooms were left, the place changed last first; rows that are none are skipped.
  func positions(limit: Int) throws(StorageError) -> [PositionRow] {
    try read { database in
      let sql = "SELECT room, message, unseen FROM positions ORDER BY id DESC LIMIT ?"
      return try Row.fetchAll(database, sql: sql, arguments: [limit]).compactMap { row in
        String.fromDatabaseValue(row[0]).map {
          PositionRow(
            room: $0, message: String.fromDatabaseValue(row[1]),
            unseen: String.fromDatabaseValue(row[2]))
        }
      }
    }
  }

  /// Where threads were left, the place changed last first; rows that are none are skipped.
  func threadPositions(limit: Int) throws(StorageError) -> [ThreadPositionRow] {
    try read { database in
      let sql = "SELECT room, root, message FROM thread_positions ORDER BY id DESC LIMIT ?"
      return try Row.fetchAll(database, sql: sql, arguments: [limit]).compactMap { row in
        guard let room = String.fromDatabaseValue(row[0]),
          let root = String.fromDatabaseValue(row[1])
        else { return nil }
        return ThreadPositionRow(
          room: room, root: root, message: String.fromDatabaseValue(row[2]))
      }
    }
  }

  /// The sections of the list of rooms; rows that are none are skipped.
  func sections(limit: Int) throws(StorageError) -> [SectionRow] {
    try read { database in
      let sql = "SELECT name, is_folded, sort FROM sections ORDER BY id LIMIT ?"
      return try Row.fetchAll(database, sql: sql, arguments: [limit]).compactMap { row in
        String.fromDatabaseValue(row[0]).map {
          SectionRow(
            name: $0, isFolded: Bool.fromDatabaseValue(row[1]) ?? false,
            sort: String.fromDatabaseValue(row[2]))
        }
      }
    }
  }

  /// Makes changes; the drafts and positions that were changed longest ago make room for new ones.
  func change(_ places: PlaceChanges) throws(StorageError) {
    try change(.places) { try places.apply(to: $0) }
  }

  /// Makes changes of places and of the outbox in one transaction.
  func change(_ places: PlaceChanges, with outbox: OutboxChanges) throws(StorageError) {
    try change(.places, .outbox) { database in
      try places.apply(to: database)
      try outbox.apply(to: database)
    }
  }
}

extension DraftRow {
  fileprivate static let columns =
    "room, text, cursor, is_cut, reply, mentioned, changed, change_from, change_to"

  fileprivate var arguments: StatementArguments {
    [
      room, text, cursor, isCut, reply, mentioned, change?.message, change?.original, change?.text,
    ]
  }

  fileprivate init?(_ row: Row) {
    guard let room = String.fromDatabaseValue(row[0]), let text = String.fromDatabaseValue(row[1])
    else { return nil }
    self.init(
      room: room, text: text, cursor: Int.fromDatabaseValue(row[2]) ?? 0,
      isCut: Bool.fromDatabaseValue(row[3]) ?? false, reply: String.fromDatabaseValue(row[4]),
      mentioned: String.fromDatabaseValue(row[5]), change: Change(row))
  }
}

extension DraftRow.Change {
  fileprivate init?(_ row: Row) {
    guard let message = String.fromDatabaseValue(row[6]),
      let original = String.fromDatabaseValue(row[7]), let text = String.fromDatabaseValue(row[8])
    else { return nil }
    self.init(message: message, original: original, text: text)
  }
}

extension PlaceChanges {
  fileprivate func apply(to database: Database) throws {
    for room in removedDrafts {
      try database.execute(sql: "DELETE FROM drafts WHERE room = ?", arguments: [room])
    }
    for row in writtenDrafts {
      // A replaced row gets the highest key: the keys are in the order of the changes.
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO drafts (\(DraftRow.columns))
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """, arguments: row.arguments)
    }
    try applyThreadDrafts(to: database)
    for row in positions { try Self.write(row, to: database) }
    for row in threadPositions { try Self.write(row, to: database) }
    let limits = [
      ("drafts", KeptPlaces.mostDrafts), ("thread_drafts", KeptPlaces.mostDrafts),
      ("positions", KeptPlaces.mostPositions), ("thread_positions", KeptPlaces.mostPositions),
    ]
    for (table, most) in limits {
      try database.execute(
        sql: """
          DELETE FROM \(table) WHERE id NOT IN (SELECT id FROM \(table) ORDER BY id DESC LIMIT ?)
          """, arguments: [most])
    }
    if let openRoom { try Self.write(openRoom, to: database) }
    if let sections { try Self.write(sections, to: database) }
  }

  private static func write(_ sections: [SectionRow], to database: Database) throws {
    try database.execute(sql: "DELETE FROM sections")
    for row in sections.prefix(RoomArrangement.mostSections) {
      try database.execute(
        sql: "INSERT INTO sections (name, is_folded, sort) VALUES (?, ?, ?)",
        arguments: [row.name, row.isFolded, row.sort])
    }
  }

  private func applyThreadDrafts(to database: Database) throws {
    for key in removedThreadDrafts {
      try database.execute(
        sql: "DELETE FROM thread_drafts WHERE room = ? AND root = ?",
        arguments: [key.room, key.root])
    }
    for row in writtenThreadDrafts {
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO thread_drafts (\(DraftRow.columns), root)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """, arguments: row.draft.arguments + [row.root])
    }
  }

  private static func write(_ position: PositionRow, to database: Database) throws {
    guard position.message != nil || position.unseen != nil else {
      return try database.execute(
        sql: "DELETE FROM positions WHERE room = ?", arguments: [position.room])
    }
    try database.execute(
      sql: "INSERT OR REPLACE INTO positions (room, message, unseen) VALUES (?, ?, ?)",
      arguments: [position.room, position.message, position.unseen])
  }

  private static func write(_ position: ThreadPositionRow, to database: Database) throws {
    guard position.message != nil else {
      return try database.execute(
        sql: "DELETE FROM thread_positions WHERE room = ? AND root = ?",
        arguments: [position.room, position.root])
    }
    try database.execute(
      sql: "INSERT OR REPLACE INTO thread_positions (room, root, message) VALUES (?, ?, ?)",
      arguments: [position.room, position.root, position.message])
  }

  private static func write(_ openRoom: OpenRoomRow?, to database: Database) throws {
    guard let openRoom else { return try database.execute(sql: "DELETE FROM open_room") }
    try database.execute(
      sql: "INSERT OR REPLACE INTO open_room (id, room, message, thread) VALUES (1, ?, ?, ?)",
      arguments: [openRoom.room, openRoom.message, openRoom.thread])
  }
}
