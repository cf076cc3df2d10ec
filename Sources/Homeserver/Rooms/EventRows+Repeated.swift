import GRDB

extension EventRows {
  /// The event that the same device sent before with the same transaction id.
  static func repeated(_ draft: EventDraft, in database: Database) throws -> StoredEvent? {
    guard let transaction = draft.transaction else { return nil }
    return try one(
      database,
      """
      SELECT * FROM events
      WHERE sender = ? AND device = ? AND room = ? AND type = ? AND transaction_id = ?
      """, [transaction.user, transaction.device, draft.room, draft.type, transaction.id])
  }
}
