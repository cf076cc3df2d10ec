import GRDB

/// A draft in the vault.
struct DraftRow: Hashable, Sendable {
  var room: String
  var text: String
  /// The number of characters before the cursor.
  var cursor: Int
  /// Whether the text is the beginning of a longer one.
  var isCut: Bool
}

/// The open room in the vault.
struct OpenRoomRow: Hashable, Sendable {
  var room: String
  /// The message at the lower edge; nil at the end of the history.
  var message: String?
}

/// Changes of what the user was doing.
struct PlaceChanges: Hashable, Sendable {
  var removedDrafts: [String] = []
  var writtenDrafts: [DraftRow] = []
  /// Nil when it stays; nil inside when no room is open.
  var openRoom: OpenRoomRow??
}

extension Vault {
  /// The drafts, the one changed last first; rows that are none are skipped.
  func drafts(limit: Int) throws(StorageError) -> [DraftRow] {
    try read { database in
      let sql = "SELECT room, text, cursor, is_cut FROM drafts ORDER BY id DESC LIMIT ?"
      return try Row.fetchAll(database, sql: sql, arguments: [limit]).compactMap { row in
        guard let room = String.fromDatabaseValue(row[0]),
          let text = String.fromDatabaseValue(row[1])
        else { return nil }
        return DraftRow(
          room: room, text: text, cursor: Int.fromDatabaseValue(row[2]) ?? 0,
          isCut: Bool.fromDatabaseValue(row[3]) ?? false)
      }
    }
  }

  /// The room that was open.
  func openRoom() throws(StorageError) -> OpenRoomRow? {
    try read { database in
      let sql = "SELECT room, message FROM open_room WHERE id = 1"
      return try Row.fetchOne(database, sql: sql).flatMap { row in
        String.fromDatabaseValue(row[0]).map {
          OpenRoomRow(room: $0, message: String.fromDatabaseValue(row[1]))
        }
      }
    }
  }

  /// Makes changes, and removes the drafts beyond a number, the one changed longest ago first.
  func change(_ places: PlaceChanges, mostDrafts: Int) throws(StorageError) {
    try change(.places) { database in
      for room in places.removedDrafts {
        try database.execute(sql: "DELETE FROM drafts WHERE room = ?", arguments: [room])
      }
      for row in places.writtenDrafts {
        // A replaced row gets the highest key: the keys are in the order of the changes.
        try database.execute(
          sql: "INSERT OR REPLACE INTO drafts (room, text, cursor, is_cut) VALUES (?, ?, ?, ?)",
          arguments: [row.room, row.text, row.cursor, row.isCut])
      }
      try database.execute(
        sql: """
          DELETE FROM drafts WHERE id NOT IN (SELECT id FROM drafts ORDER BY id DESC LIMIT ?)
          """, arguments: [mostDrafts])
      if let openRoom = places.openRoom { try Self.write(openRoom, to: database) }
    }
  }

  private static func write(_ openRoom: OpenRoomRow?, to database: Database) throws {
    guard let openRoom else { return try database.execute(sql: "DELETE FROM open_room") }
    try database.execute(
      sql: "INSERT OR REPLACE INTO open_room (id, room, message) VALUES (1, ?, ?)",
      arguments: [openRoom.room, openRoom.message])
  }
}
