import GRDB

/// The stored access and refresh tokens.
///
/// Each sign-in begins a family of tokens. A client that asked for refresh tokens gets access tokens
/// that expire, and exchanges its unused refresh token for the next pair. The previous refresh token
/// stays valid until the new pair is used, because the response may have been lost. A client that
/// presents an older one may be a thief, or the owner after a theft, so the whole family ends.
///
/// Source: Matrix client-server API, "Refreshing access tokens".
enum Tokens {
  /// The lifetime of an access token that can be refreshed, in milliseconds.
  static let lifetime: Int64 = 3_600_000
  /// How many used access tokens, and used refresh tokens, are kept for a family: a reused refresh
  /// token must be recognised.
  private static let mostKept = 100

  private enum Kind: Int {
    case access = 0
    case refresh = 1
  }

  /// A stored access token.
  struct Access: Sendable {
    let requester: Requester
    /// Milliseconds since 1970; nil means never.
    let expires: Int64?
    /// Whether its first use must be noted: that use ends the previous refresh token.
    let isNew: Bool
    /// When the device was last noted as in use.
    let seen: Int64
  }

  /// The tokens that a client receives.
  struct Pair: Sendable {
    let access: String
    /// Nil if the access token never expires.
    let refresh: String?
  }

  enum Refreshed: Sendable {
    case pair(Pair)
    /// There is no such token.
    case unknown
    /// The token was used before; its whole family has ended.
    case reused
  }

  private struct Family {
    let requester: Requester
    let number: Int64

    var arguments: StatementArguments { [requester.user, requester.device, number] }
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
    let requester = family.requester
    try context.database.run(
      "INSERT INTO tokens (hash, user, device, kind, family, expires) VALUES (?, ?, ?, ?, ?, ?)",
      [hash.data, requester.user, requester.device, kind.rawValue, family.number, expires])
  }

  /// Finds an access token, even an expired one.
  static func access(_ hash: TokenHash, in database: Database) throws -> Access? {
    let row = try Row.one(
      database,
      """
      SELECT tokens.*, devices.last_seen FROM tokens
      JOIN devices ON devices.user = tokens.user AND devices.id = tokens.device
      WHERE hash = ? AND kind = ?
      """, [hash.data, Kind.access.rawValue])
    return try row.map { row in
      let expires = row["expires"] as Int64?
      return Access(
        requester: try requester(row), expires: expires,
        isNew: expires != nil && (row["used"] as Int64?) == nil, seen: row["last_seen"])
    }
  }

  private static func requester(_ row: Row) throws -> Requester {
    guard let user = UserID(row["user"]), let device = DeviceID(row["device"]) else {
      throw DamagedRow(table: "tokens", key: row["user"])
    }
    return Requester(user: user, device: device)
  }

  /// Notes that an access token is used: the refresh token exchanged for it must not be used again.
  ///
  /// - Returns: False if the token no longer exists.
  static func noteUse(_ hash: TokenHash, now: Int64, in context: WriteContext) throws -> Bool {
    let database = context.database
    guard let row = try Row.one(database, "SELECT * FROM tokens WHERE hash = ?", [hash.data])
    else { return false }
    guard (row["used"] as Int64?) == nil else { return true }
    try markUsed(hash, now: now, in: database)
    try endUsed(Family(requester: try requester(row), number: row["family"]), in: database)
    return true
  }

  static func isRefreshToken(_ hash: TokenHash, in database: Database) throws -> Bool {
    try refreshToken(hash, in: database) != nil
  }

  private static func refreshToken(_ hash: TokenHash, in database: Database) throws -> Row? {
    try Row.one(
      database, "SELECT * FROM tokens WHERE hash = ? AND kind = ?",
      [hash.data, Kind.refresh.rawValue])
  }

  /// Exchanges a refresh token.
  static func refresh(
    _ hash: TokenHash, now: Int64, in context: WriteContext
  ) throws -> Refreshed {
    let database = context.database
    guard let row = try refreshToken(hash, in: database) else { return .unknown }
    let family = Family(requester: try requester(row), number: row["family"])
    if (row["used"] as Int64?) == nil {
      try endUsed(family, in: database)
      try markUsed(hash, now: now, in: database)
      // A later use of an older access token does not prove that the new pair arrived.
      try change(
        family, "UPDATE tokens SET used = expires", where: "kind = 0 AND used IS NULL", database)
    } else if (row["expires"] as Int64?) == nil {
      // The pair that it was exchanged for was never used, so the response was lost.
      try change(family, "DELETE FROM tokens", where: "used IS NULL", database)
    } else {
      try end(family, now: now, in: context)
      return .reused
    }
    try prune(family, in: database)
    return .pair(try issue(family, isRefreshable: true, now: now, in: context))
  }

  private static func markUsed(_ hash: TokenHash, now: Int64, in database: Database) throws {
    try database.run("UPDATE tokens SET used = ? WHERE hash = ?", [now, hash.data])
  }

  /// Marks the used refresh tokens of a family: a further use of them ends the family.
  private static func endUsed(_ family: Family, in database: Database) throws {
    try change(
      family, "UPDATE tokens SET expires = used",
      where: "kind = 1 AND used IS NOT NULL AND expires IS NULL", database)
  }

  /// Ends a family: clients with its access tokens are asked to sign in again, on the same device.
  private static func end(_ family: Family, now: Int64, in context: WriteContext) throws {
    try change(family, "DELETE FROM tokens", where: "kind = 1", context.database)
    try context.database.run(
      "UPDATE tokens SET expires = min(expires, ?) WHERE user = ? AND device = ? AND family = ?",
      [now] + family.arguments)
    context.note(ended: family.requester)
  }

  private static func prune(_ family: Family, in database: Database) throws {
    for kind in [Kind.access, .refresh] {
      try database.run(
        """
        DELETE FROM tokens WHERE hash IN (
          SELECT hash FROM tokens
          WHERE user = ? AND device = ? AND family = ? AND kind = ? AND used IS NOT NULL
          ORDER BY expires IS NULL DESC, expires DESC LIMIT -1 OFFSET ?)
        """, family.arguments + [kind.rawValue, mostKept])
    }
  }

  private static func change(
    _ family: Family, _ change: StaticString, where condition: StaticString, _ database: Database
  ) throws {
    try database.run(
      "\(change) WHERE user = ? AND device = ? AND family = ? AND \(condition)", family.arguments)
  }
}
