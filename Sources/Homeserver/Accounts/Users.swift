import GRDB
import ModelKit

/// The people of this server.
enum Users {
  /// Of a password, in bytes.
  static let longestPassword = 512

  /// Whether there is such a user, who was not deactivated.
  static func exists(_ user: UserID, in database: Database) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: "SELECT 1 FROM users WHERE id = ? AND NOT is_deactivated")
    return try Int.fetchOne(statement, arguments: [user.rawValue]) != nil
  }

  /// Whether nobody else can have the name, because somebody has it or had it.
  static func isTaken(_ user: UserID, in database: Database) throws -> Bool {
    let statement = try database.cachedStatement(sql: "SELECT 1 FROM users WHERE id = ?")
    return try Int.fetchOne(statement, arguments: [user.rawValue]) != nil
  }

  /// The hash of a user's password; nil when nobody can sign in as them.
  static func password(of user: UserID, in database: Database) throws -> String? {
    let statement = try database.cachedStatement(
      sql: "SELECT password FROM users WHERE id = ? AND NOT is_deactivated")
    return try Row.fetchOne(statement, arguments: [user.rawValue])?["password"]
  }

  /// Adds a user whose name for others is the first part of the id.
  ///
  /// - Throws: `M_USER_IN_USE`.
  static func add(
    _ user: UserID, password: String?, now: Int64, in context: WriteContext
  ) throws {
    guard try !isTaken(user, in: context.database) else { throw MatrixError.userInUse }
    try context.database.cachedStatement(
      sql: "INSERT INTO users (id, password, created) VALUES (?, ?, ?)"
    ).execute(arguments: [user.rawValue, password, now])
    try Profiles.set(
      "displayname", of: user, to: .string(String(user.localpart)), in: context.database)
  }

  static func setPassword(
    _ hash: String, of user: UserID, in context: WriteContext
  ) throws {
    try context.database.cachedStatement(sql: "UPDATE users SET password = ? WHERE id = ?")
      .execute(arguments: [hash, user.rawValue])
  }

  /// Ends an account for good: nobody signs in, what only they saw is gone, and the id stays taken.
  static func deactivate(_ user: UserID, in context: WriteContext) throws {
    let user = user.rawValue
    try context.database.cachedStatement(
      sql: "UPDATE users SET password = NULL, is_deactivated = 1 WHERE id = ?"
    ).execute(arguments: [user])
    for sql in [
      "DELETE FROM account_data WHERE user = ?", "DELETE FROM filters WHERE user = ?",
    ] {
      try context.database.cachedStatement(sql: sql).execute(arguments: [user])
    }
  }

  /// The id of a user of this server.
  ///
  /// Source: Matrix specification, appendices, "User Identifiers".
  /// - Throws: `M_INVALID_USERNAME`.
  static func id(localpart: String, server: String) throws -> UserID {
    let isAllowed = localpart.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: "._=-/+".utf8.contains(byte)
      }
    }
    guard !localpart.isEmpty, isAllowed else {
      throw MatrixError.invalidUserName("a user name consists of a-z, 0-9 and ._=-/+")
    }
    guard let user = UserID("@\(localpart):\(server)") else {
      throw MatrixError.invalidUserName("a user id has at most 255 bytes")
    }
    return user
  }

  /// Whether people would take a user of that name for the server's companion: its name, with other
  /// marks between its letters, with digits that look like them or behind them.
  static func isReserved(_ user: UserID) -> Bool {
    let letters: [Character: Character] = ["0": "o", "3": "e"]
    let marks: Set<Character> = [".", "_", "=", "-", "/", "+"]
    var name = user.localpart.filter { !marks.contains($0) }[...]
    while name.count > 4, name.last?.isNumber == true { name.removeLast() }
    let folded = String(name.map { letters[$0] ?? $0 })
    return ["echo", "echobot", "echocompanion"].contains(folded)
  }

  /// Whom somebody means who wants to sign in: a user id, or what stands before its colon, in
  /// letters of any case; nil for what cannot be a user of this server.
  static func meant(by text: String, server: String) -> UserID? {
    guard text.hasPrefix("@") else {
      return try? id(localpart: text.lowercased(), server: server)
    }
    guard let user = UserID(text), user.server == server else { return nil }
    return try? id(localpart: user.localpart.lowercased(), server: server)
  }
}

extension MatrixError {
  static let userInUse = Self(400, "M_USER_IN_USE", "the user name is taken")
  static func invalidUserName(_ message: String) -> Self {
    Self(400, "M_INVALID_USERNAME", message)
  }
}
