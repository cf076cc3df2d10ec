import FoundationEssentials
import GRDB

/// The session of the account in the vault.
struct SessionRow: Hashable, Sendable {
  /// The session as JSON without its tokens, including members that newer versions of the program
  /// wrote.
  var content: String
  /// The tokens, sealed by the vault's key; nil after a soft logout.
  var tokens: [UInt8]?
}

extension Vault {
  /// The stored session; nil when the account is signed out.
  func session() throws(StorageError) -> SessionRow? {
    try read { database in
      try Row.fetchOne(database, sql: "SELECT content, tokens FROM session WHERE id = 1").map {
        SessionRow(content: $0["content"], tokens: ($0["tokens"] as Data?).map { Array($0) })
      }
    }
  }

  func setSession(_ row: SessionRow) throws(StorageError) {
    try change(.session) { database in
      try database.execute(
        sql: "INSERT OR REPLACE INTO session (id, content, tokens) VALUES (1, ?, ?)",
        arguments: [row.content, row.tokens.map { Data($0) }])
    }
  }

  /// - Parameter forGood: Whether this value may store no session afterwards.
  func removeSession(forGood: Bool) throws(StorageError) {
    try change(.session, isLast: forGood) { try $0.execute(sql: "DELETE FROM session") }
  }
}
