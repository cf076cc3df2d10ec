import FoundationEssentials
import GRDB
import ModelKit

/// What people show of themselves.
///
/// Source: Matrix client-server API, "Profiles".
enum Profiles {
  /// Of a whole profile, in bytes.
  static let largest = 65_536
  /// Of the name of a field, in bytes.
  static let longestField = 255

  /// What the content of a membership says of a user: `displayname` and `avatar_url`.
  static func memberFields(
    of user: UserID, in database: Database
  ) throws -> [JSONObject.Member] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT field, json FROM profiles
        WHERE user = ? AND field IN ('displayname', 'avatar_url') ORDER BY field DESC
        """)
    return try Row.fetchAll(statement, arguments: [user.rawValue]).map { row in
      JSONObject.Member(key: row["field"], value: try value(row["json"]))
    }
  }

  /// The whole profile as JSON text; `{}` when there is nothing.
  static func whole(of user: UserID, in database: Database) throws -> [UInt8] {
    let statement = try database.cachedStatement(
      sql: "SELECT field, json FROM profiles WHERE user = ? ORDER BY field")
    let rows = try Row.fetchCursor(statement, arguments: [user.rawValue])
    var writer = JSONWriter()
    writer.beginObject()
    while let row = try rows.next() {
      writer.key(row["field"])
      writer.raw(checked: [UInt8](row["json"] as Data))
    }
    writer.endObject()
    return writer.finish()
  }

  /// A field as JSON text; nil when it is not set.
  static func field(
    _ name: String, of user: UserID, in database: Database
  ) throws -> [UInt8]? {
    let statement = try database.cachedStatement(
      sql: "SELECT json FROM profiles WHERE user = ? AND field = ?")
    return try Data.fetchOne(statement, arguments: [user.rawValue, name]).map { [UInt8]($0) }
  }

  /// Sets a field, or removes it; false when nothing changed.
  ///
  /// - Throws: `M_PROFILE_TOO_LARGE`.
  @discardableResult
  static func set(
    _ name: String, of user: UserID, to value: JSONValue?, in database: Database
  ) throws -> Bool {
    let old = try field(name, of: user, in: database)
    guard let value else {
      try database.cachedStatement(sql: "DELETE FROM profiles WHERE user = ? AND field = ?")
        .execute(arguments: [user.rawValue, name])
      return old != nil
    }
    let new = value.encoded()
    guard old != new else { return false }
    try database.cachedStatement(
      sql: """
        INSERT INTO profiles (user, field, json) VALUES (?, ?, ?)
        ON CONFLICT (user, field) DO UPDATE SET json = excluded.json
        """
    ).execute(arguments: [user.rawValue, name, Data(new)])
    guard try whole(of: user, in: database).count <= largest else {
      throw MatrixError(400, "M_PROFILE_TOO_LARGE", "a profile has at most \(largest) bytes")
    }
    return true
  }

  static func removeAll(of user: UserID, in database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM profiles WHERE user = ?")
      .execute(arguments: [user.rawValue])
  }

  private static func value(_ data: Data) throws -> JSONValue {
    try JSONValue([UInt8](data))
  }
}
