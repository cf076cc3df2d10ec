import GRDB
import ModelKit

/// The people of this server.
enum Users {
  /// The longest password, in bytes.
  static let longestPassword = 512

  /// Whether there is such a user, and the account is active.
  static func exists(_ user: UserID, in database: Database) throws -> Bool {
    try Int.one(database, "SELECT 1 FROM users WHERE id = ? AND NOT is_deactivated", [user]) != nil
  }

  /// Whether an account has or had the id, which is then never given away again.
  static func isTaken(_ user: UserID, in database: Database) throws -> Bool {
    try Int.one(database, "SELECT 1 FROM users WHERE id = ?", [user]) != nil
  }

  /// The hash of a user's password; nil if the user cannot sign in.
  static func password(of user: UserID, in database: Database) throws -> String? {
    try String.one(
      database, "SELECT password FROM users WHERE id = ? AND NOT is_deactivated", [user])
  }

  /// Adds a user, with the localpart of the id as display name.
  ///
  /// - Throws: `M_USER_IN_USE`.
  static func add(
    _ user: UserID, password: String?, now: Int64, in context: WriteContext
  ) throws {
    guard try !isTaken(user, in: context.database) else { throw MatrixError.userInUse }
    try context.database.run(
      "INSERT INTO users (id, password, created) VALUES (?, ?, ?)", [user, password, now])
    try Profiles.set(
      "displayname", of: user, to: .string(String(user.localpart)), in: context.database)
  }

  static func setPassword(
    _ hash: String, of user: UserID, in context: WriteContext
  ) throws {
    try context.database.run("UPDATE users SET password = ? WHERE id = ?", [hash, user])
  }

  /// Ends an account for good: it cannot sign in, its private data is deleted, its id stays taken.
  static func deactivate(_ user: UserID, in context: WriteContext) throws {
    for sql in [
      "UPDATE users SET password = NULL, is_deactivated = 1 WHERE id = ?",
      "DELETE FROM account_data WHERE user = ?", "DELETE FROM filters WHERE user = ?",
      "DELETE FROM statuses WHERE user = ?",
    ] {
      try context.database.run(sql, [user])
    }
  }

  /// The id of a user of this server.
  ///
  /// Source: Matrix specification, appendices, "User Identifiers".
  /// - Throws: `M_INVALID_USERNAME`.
  static func id(localpart: String, server: String) throws -> UserID {
    let isAllowed = localpart.utf8.allSatisfy {
      $0.isASCIILowercase || $0.isASCIIDigit || "._=-/+".utf8.contains($0)
    }
    guard !localpart.isEmpty, isAllowed else {
      throw MatrixError.invalidUserName("a user name consists of a-z, 0-9 and ._=-/+")
    }
    guard let user = UserID("@\(localpart):\(server)") else {
      throw MatrixError.invalidUserName("a user id has at most 255 bytes")
    }
    return user
  }

  /// Whether people could mistake the user for the server's companion: its name, perhaps with
  /// punctuation between the letters, with digits that look like letters, or with digits at the end.
  static func isReserved(_ user: UserID) -> Bool {
    let letters: [Character: Character] = ["0": "o", "3": "e"]
    let marks: Set<Character> = [".", "_", "=", "-", "/", "+"]
    var name = user.localpart.filter { !marks.contains($0) }[...]
    while name.count > 4, name.last?.isNumber == true { name.removeLast() }
    let folded = String(name.map { letters[$0] ?? $0 })
    return ["echo", "echobot", "echocompanion"].contains(folded)
  }

  /// The user that a sign-in names, by user id or localpart, in letters of any case; nil if this
  /// server cannot have such a user.
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
