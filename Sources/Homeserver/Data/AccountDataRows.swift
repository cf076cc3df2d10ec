import Foundation
import GRDB
import ModelKit

/// The table of account data: a JSON object for each user, room (or none) and type.
enum AccountDataRows {
  /// The maximum number of entries of a user, in all rooms together.
  static let countLimit = 5_000
  /// The maximum size of an entry, in bytes.
  static let sizeLimit = 128 << 10
  /// The maximum size of all entries of a user, in bytes: the first sync contains them all.
  static let totalLimit = 4 << 20

  /// The content; nil when it was never set.
  ///
  /// - Parameter room: Nil for global account data.
  static func content(
    _ type: String, of user: UserID, room: RoomID?, in database: Database
  ) throws -> [UInt8]? {
    try Row.one(
      database, "SELECT json FROM account_data WHERE user = ? AND room = ? AND type = ?",
      [user, room?.rawValue ?? "", type]
    ).map { [UInt8]($0["json"] as Data) }
  }

  /// Sets the content and notifies the user's clients.
  ///
  /// - Throws: `M_BAD_JSON` for numbers outside canonical JSON; `M_TOO_LARGE` beyond a limit above.
  static func set(
    _ type: String, of user: UserID, room: RoomID?, to content: JSONObject,
    in context: WriteContext
  ) throws {
    let content = try CanonicalJSON.checked(content, allowsFractions: true)
    let json = JSONValue.object(content).encoded()
    guard json.count <= sizeLimit else {
      throw MatrixError.tooLarge("an entry of account data may have \(sizeLimit) bytes")
    }
    let old = try self.content(type, of: user, room: room, in: context.database)
    let growth = json.count - (old?.count ?? 0)
    if growth > 0 { try checkLimits(of: user, isNew: old == nil, growth, in: context.database) }
    try context.database.run(
      """
      INSERT INTO account_data (user, room, type, json, position) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (user, room, type)
      DO UPDATE SET json = excluded.json, position = excluded.position
      """,
      [user, room?.rawValue ?? "", type, Data(json), context.nextPosition()])
    context.note(user: user)
  }

  private static func checkLimits(
    of user: UserID, isNew: Bool, _ growth: Int, in database: Database
  ) throws {
    let row = try Row.one(
      database,
      "SELECT COUNT(*) AS count, SUM(LENGTH(json)) AS size FROM account_data WHERE user = ?",
      [user])
    guard !isNew || row?["count"] ?? 0 < countLimit else {
      throw MatrixError.tooLarge("a user may have \(countLimit) entries of account data")
    }
    guard (row?["size"] ?? 0) + growth <= totalLimit else {
      throw MatrixError.tooLarge("the account data of a user may have \(totalLimit) bytes")
    }
  }
}
