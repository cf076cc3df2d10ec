import GRDB

/// Finds single events.
enum EventLookup {
  static func event(_ id: EventID, in database: Database) throws -> StoredEvent? {
    try Row.fetchOne(
      database.cachedStatement(sql: "SELECT * FROM events WHERE id = ?"),
      arguments: [id.rawValue]
    ).map { try StoredEvent(row: $0) }
  }

  /// The event that the same device sent before with the same transaction id.
  static func repeated(_ draft: EventDraft, in database: Database) throws -> StoredEvent? {
    guard let transaction = draft.transaction else { return nil }
    return try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT * FROM events
          WHERE sender = ? AND device = ? AND room = ? AND type = ? AND transaction_id = ?
          """),
      arguments: [
        transaction.user.rawValue, transaction.device.rawValue, draft.room.rawValue, draft.type,
        transaction.id,
      ]
    ).map { try StoredEvent(row: $0) }
  }
}
