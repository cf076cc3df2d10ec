import GRDB

/// An unsent message in the vault.
struct OutboxRow: Hashable, Sendable {
  /// Its place in the order of all unsent messages.
  var position: Int64
  var transaction: String
  /// The device for which the transaction is valid.
  var device: String
  /// The message as JSON, including members that newer versions of the program wrote.
  var content: String
}

/// Changes of the unsent messages.
struct OutboxChanges: Sendable {
  /// The transactions of messages that go.
  var removed: [String] = []
  /// New and changed messages.
  var written: [OutboxRow] = []

  var isEmpty: Bool { removed.isEmpty && written.isEmpty }
}

extension Vault {
  /// The unsent messages in order.
  func outbox() throws(StorageError) -> [OutboxRow] {
    try read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM outbox ORDER BY position").map { row in
        OutboxRow(
          position: row["position"], transaction: row["transaction_id"], device: row["device"],
          content: row["content"])
      }
    }
  }

  /// Removes and writes messages in one transaction.
  func change(_ outbox: OutboxChanges) throws(StorageError) {
    guard !outbox.isEmpty else { return }
    try change(.outbox) { try outbox.apply(to: $0) }
  }

  /// Takes over the messages of the file of an earlier version, after those that are here already.
  ///
  /// - Parameters:
  ///   - messages: Transactions and contents.
  ///   - device: The device for which the transactions are valid.
  ///   - rest: The content of the file without its messages.
  func adoptOutbox(
    _ messages: [(transaction: String, content: String)], of device: String, rest: String
  ) throws(StorageError) {
    try change(.outbox) { database in
      for message in messages {
        try database.execute(
          sql: """
            INSERT OR IGNORE INTO outbox (transaction_id, device, content) VALUES (?, ?, ?)
            """, arguments: [message.transaction, device, message.content])
      }
      try database.execute(
        sql: "INSERT OR REPLACE INTO outbox_rest (id, content) VALUES (1, ?)", arguments: [rest])
    }
  }

}

extension OutboxChanges {
  func apply(to database: Database) throws {
    for transaction in removed {
      try database.execute(
        sql: "DELETE FROM outbox WHERE transaction_id = ?", arguments: [transaction])
    }
    for row in written { try Self.write(row, to: database) }
  }

  private static func write(_ row: OutboxRow, to database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO outbox (position, transaction_id, device, content) VALUES (?, ?, ?, ?)
        ON CONFLICT (transaction_id) DO UPDATE SET
        position = excluded.position, device = excluded.device, content = excluded.content
        """, arguments: [row.position, row.transaction, row.device, row.content])
  }
}
