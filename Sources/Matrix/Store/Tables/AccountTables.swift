import GRDB

/// The tables of an account's cache, as one transaction sees them.
struct AccountTables {
  let database: Database

  init(_ database: Database) { self.database = database }

  /// The value of a key; nil when there is none.
  func value(of key: AccountKey) throws -> String? {
    try String.fetchOne(
      database.cachedStatement(sql: "SELECT value FROM account WHERE key = ?"),
      arguments: [key.rawValue])
  }

  /// Sets the value of a key; nil removes it.
  func set(_ key: AccountKey, to value: String?) throws {
    guard let value else {
      try run("DELETE FROM account WHERE key = ?", [key.rawValue])
      return
    }
    try run("INSERT OR REPLACE INTO account (key, value) VALUES (?, ?)", [key.rawValue, value])
  }

  /// Writes a few pages or, in another transaction, removes them again, to see whether the disk takes
  /// them.
  func probe(removes: Bool) throws {
    try run("DELETE FROM account WHERE key = 'probe'", [])
    guard !removes else { return }
    try run("INSERT INTO account (key, value) VALUES ('probe', hex(zeroblob(32768)))", [])
  }

  /// Where the next sync continues; nil for a sync of the whole account.
  func syncToken() throws -> SyncToken? {
    guard let text = try value(of: .syncToken) else { return nil }
    return SyncToken(try value(of: .syncKind).flatMap { .init(rawValue: $0) } ?? .full, text)
  }

  /// Sets where the next sync continues.
  func set(_ token: SyncToken) throws {
    try set(.syncToken, to: token.text)
    try set(.syncKind, to: token.kind.rawValue)
  }

  /// Runs a statement that is compiled once per connection.
  func run(_ sql: String, _ arguments: StatementArguments) throws {
    try database.cachedStatement(sql: sql).execute(arguments: arguments)
  }
}

/// The single values that an account keeps in its cache.
enum AccountKey: String {
  /// The user id of the account.
  case owner
  /// Where the next sync continues.
  case syncToken = "sync_token"
  /// The protocol of which the token is; without one, `/sync`.
  case syncKind = "sync_kind"
  /// The time of the last sync, in milliseconds since 1970.
  case syncTime = "sync_time"
  /// The content of `m.direct`.
  case direct
  /// `m.ignored_user_list`, as JSON.
  case ignored
  /// The content of `m.push_rules`.
  case pushRules = "push_rules"
  /// The read positions that the server does not know yet, as JSON.
  case owedReads = "owed_reads"
}
