import FoundationEssentials
import GRDB
import ModelKit

/// The profiles of users.
///
/// Source: Matrix client-server API, "Profiles".
enum Profiles {
  /// The largest profile, in bytes.
  static let largest = 65_536
  /// The longest name of a field, in bytes.
  static let longestField = 255

  /// The fields that memberships repeat: `displayname` and `avatar_url`.
  static func memberFields(
    of user: UserID, in database: Database
  ) throws -> [JSONObject.Member] {
    try Row.all(
      database,
      """
      SELECT field, json FROM profiles
      WHERE user = ? AND field IN ('displayname', 'avatar_url') ORDER BY field DESC
      """, [user]
    ) { row in
      JSONObject.Member(key: row["field"], value: try JSONValue([UInt8](row["json"] as Data)))
    }
  }

  /// The whole profile as JSON text; `{}` if it is empty.
  static func whole(of user: UserID, in database: Database) throws -> [UInt8] {
    let fields: [(String, Data)] = try Row.all(
      database, "SELECT field, json FROM profiles WHERE user = ? ORDER BY field", [user]
    ) { ($0["field"], $0["json"]) }
    return JSONWriter.object { writer in
      for (field, json) in fields { writer.member(field, checked: [UInt8](json)) }
    }
  }

  /// A field as JSON text; nil if it is not set.
  static func field(
    _ name: String, of user: UserID, in database: Database
  ) throws -> [UInt8]? {
    try Data.one(
      database, "SELECT json FROM profiles WHERE user = ? AND field = ?", [user, name]
    ).map { [UInt8]($0) }
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
      try database.run("DELETE FROM profiles WHERE user = ? AND field = ?", [user, name])
      return old != nil
    }
    let new = value.encoded()
    guard old != new else { return false }
    try database.run(
      """
      INSERT INTO profiles (user, field, json) VALUES (?, ?, ?)
      ON CONFLICT (user, field) DO UPDATE SET json = excluded.json
      """, [user, name, Data(new)])
    guard try whole(of: user, in: database).count <= largest else {
      throw MatrixError(400, "M_PROFILE_TOO_LARGE", "a profile has at most \(largest) bytes")
    }
    return true
  }

  static func removeAll(of user: UserID, in database: Database) throws {
    try database.run("DELETE FROM profiles WHERE user = ?", [user])
  }
}
