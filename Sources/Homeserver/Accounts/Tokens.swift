import GRDB

/// What clients show to prove who they are, as it is kept.
///
/// A sign-in begins a family. Who asked for refresh tokens has access tokens that expire, and
/// exchanges the one refresh token that was not used yet for the next pair. The one before it stays
/// good until the new pair is used, because the answer may have been lost; whoever shows an older
/// one may be a thief, or the owner after a thief, so that the whole family ends.
///
/// Source: Matrix client-server API, "Refreshing access tokens".
enum Tokens {
  /// Of an access token that can be refreshed, in milliseconds.
  static let lifetime: Int64 = 3_600_000
  /// How many refresh tokens that must not come back are kept of a family, to know them when they
  /// do, and how many access tokens.
  private static let mostKept = 100

  private enum Kind: Int {
    case access = 0
    case refresh = 1
  }

  /// An access token as it is kept.
  struct Access: Sendable {
    let requester: Requester
    /// Nil: never.
    let expires: Int64?
    /// Whether its first use has to be noted, because that ends the refresh token before it.
    let isNew: Bool
    let seen: Int64
  }

  /// What a client gets.
  struct Pair: Sendable {
    let access: String
    /// Nil when the access token never expires.
    let refresh: String?
  }

  enum Refreshed: Sendable {
    case pair(Pair)
    /// There is no such token.
    case unknown
    /// The token was used before; all of its family have ended.
    case reused(Requester)
  }

  private struct Family {
    let requester: Requester
    let number: Int64

    var arguments: StatementArguments {
      [requester.user.rawValue, requester.device.rawValue, number]
    }
  }

  /// Begins a family.
  static func begin(
    _ requester: Requester, isRefreshable: Bool, now: Int64, in context: WriteContext
  ) throws -> Pair {
    let family = Family(requester: requester, number: .random(in: 0...Int64.max))
    return try issue(family, isRefreshable: isRefreshable, now: now, in: context)
  }

  private static func issue(
    _ family: Family, isRefreshable: Bool, now: Int64, in context: WriteContext
  ) throws -> Pair {
    let access = TokenHash.makeToken()
    try add(
      access.hash, .access, family, expires: isRefreshable ? now + lifetime : nil, in: context)
    guard isRefreshable else { return Pair(access: access.text, refresh: nil) }
    let refresh = TokenHash.makeToken()
    try add(refresh.hash, .refresh, family, expires: nil, in: context)
    return Pair(access: access.text, refresh: refresh.text)
  }

  private static func add(
    _ hash: TokenHash, _ kind: Kind, _ family: Family, expires: Int64?, in context: WriteContext
  ) throws {
    try context.database.cachedStatement(
      sql: """
        INSERT INTO tokens (hash, user, device, kind, family, expires) VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        hash.data, family.requester.user.rawValue, family.requester.device.rawValue,
        kind.rawValue, family.number, expires,
      ])
  }

  /// Finds an access token, expired ones too.
  static func access(_ hash: TokenHash, in database: Database) throws -> Access? {
    let statement = try database.cachedStatement(
      sql: """
        SELECT tokens.*, devices.last_seen FROM tokens
        JOIN devices ON devices.user = tokens.user AND devices.id = tokens.device
        WHERE hash = ? AND kind = \(Kind.access.rawValue)
        """)
    guard let row = try Row.fetchOne(statement, arguments: [hash.data]) else { return nil }
    let expires = row["expires"] as Int64?
    return Access(
      requester: try requester(row), expires: expires,
      isNew: expires != nil && (row["used"] as Int64?) == nil, seen: row["last_seen"])
  }

  private static func requester(_ row: Row) throws -> Requester {
    guard let user = UserID(row["user"]), let device = DeviceID(row["device"]) else {
      throw DamagedRow(table: "tokens", key: row["user"])
    }
    return Requester(user: user, device: device)
  }

  /// Notes that an access token is used: the refresh token that it was got for must not come back.
  ///
  /// - Returns: False when the token is not there any more.
  static func noteUse(_ hash: TokenHash, now: Int64, in context: WriteContext) throws -> Bool {
    let database = context.database
    let statement = try database.cachedStatement(sql: "SELECT * FROM tokens WHERE hash = ?")
    guard let row = try Row.fetchOne(statement, arguments: [hash.data]) else { return false }
    guard (row["used"] as Int64?) == nil else { return true }
    try markUsed(hash, now: now, in: database)
    try endUsed(Family(requester: try requester(row), number: row["family"]), in: database)
    return true
  }

  static func isRefreshToken(_ hash: TokenHash, in database: Database) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: "SELECT 1 FROM tokens WHERE hash = ? AND kind = \(Kind.refresh.rawValue)")
    return try Int.fetchOne(statement, arguments: [hash.data]) != nil
  }

  /// Exchanges a refresh token.
  static func refresh(
    _ hash: TokenHash, now: Int64, in context: WriteContext
  ) throws -> Refreshed {
    let database = context.database
    let statement = try database.cachedStatement(
      sql: "SELECT * FROM tokens WHERE hash = ? AND kind = \(Kind.refresh.rawValue)")
    guard let row = try Row.fetchOne(statement, arguments: [hash.data]) else { return .unknown }
    let family = Family(requester: try requester(row), number: row["family"])
    if (row["used"] as Int64?) == nil {
      try endUsed(family, in: database)
      try markUsed(hash, now: now, in: database)
      // That one of the older access tokens is used says nothing of the new pair.
      try change(
        family, "UPDATE tokens SET used = expires", where: "kind = 0 AND used IS NULL", database)
    } else if (row["expires"] as Int64?) == nil {
      // The pair that it was exchanged for was never used: it did not arrive.
      try change(family, "DELETE FROM tokens", where: "used IS NULL", database)
    } else {
      try end(family, now: now, in: context)
      return .reused(family.requester)
    }
    try prune(family, in: database)
    return .pair(try issue(family, isRefreshable: true, now: now, in: context))
  }

  private static func markUsed(_ hash: TokenHash, now: Int64, in database: Database) throws {
    try database.cachedStatement(sql: "UPDATE tokens SET used = ? WHERE hash = ?")
      .execute(arguments: [now, hash.data])
  }

  /// From now on the used refresh tokens of a family must not come back.
  private static func endUsed(_ family: Family, in database: Database) throws {
    try change(
      family, "UPDATE tokens SET expires = used",
      where: "kind = 1 AND used IS NOT NULL AND expires IS NULL", database)
  }

  /// Ends a family: its access tokens are told to sign in again, which keeps the device.
  private static func end(_ family: Family, now: Int64, in context: WriteContext) throws {
    try change(family, "DELETE FROM tokens", where: "kind = 1", context.database)
    try context.database.cachedStatement(
      sql: """
        UPDATE tokens SET expires = min(expires, ?) WHERE user = ? AND device = ? AND family = ?
        """
    ).execute(arguments: [now] + family.arguments)
    context.note(ended: family.requester)
  }

  private static func prune(_ family: Family, in database: Database) throws {
    for kind in [Kind.access, .refresh] {
      try database.cachedStatement(
        sql: """
          DELETE FROM tokens WHERE hash IN (
            SELECT hash FROM tokens
            WHERE user = ? AND device = ? AND family = ? AND kind = ? AND used IS NOT NULL
            ORDER BY expires IS NULL DESC, expires DESC LIMIT -1 OFFSET ?)
          """
      ).execute(arguments: family.arguments + [kind.rawValue, mostKept])
    }
  }

  private static func change(
    _ family: Family, _ change: StaticString, where condition: StaticString, _ database: Database
  ) throws {
    try database.cachedStatement(
      sql: "\(change) WHERE user = ? AND device = ? AND family = ? AND \(condition)"
    ).execute(arguments: family.arguments)
  }
}
