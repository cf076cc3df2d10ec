import GRDB
import ModelKit

/// The places where people are signed in.
enum Devices {
  /// Of one user; whoever signs in once more loses the one that was not used for longest.
  static let most = 500
  /// Of a device's name, in characters.
  static let longestName = 100

  /// The id of a device; nil for what can be none.
  ///
  /// A zero would end the text in the database.
  static func id(_ text: String) -> DeviceID? {
    text.utf8.contains(0) ? nil : DeviceID(text)
  }

  /// Checks the name of a device.
  ///
  /// - Throws: `M_BAD_JSON`, `M_TOO_LARGE`.
  static func check(name: String?) throws {
    guard let name else { return }
    guard !name.utf8.contains(0) else {
      throw MatrixError.badJSON("the name of a device holds no U+0000")
    }
    guard name.unicodeScalars.count <= longestName else {
      throw MatrixError(
        400, "M_TOO_LARGE", "the name of a device has at most \(longestName) characters")
    }
  }

  /// All devices of a user, in the form of the endpoint.
  static func list(of user: UserID, in database: Database) throws -> [JSONValue] {
    let statement = try database.cachedStatement(
      sql: "SELECT * FROM devices WHERE user = ? ORDER BY id")
    return try Row.fetchAll(statement, arguments: [user.rawValue]).map(json)
  }

  /// A device in the form of the endpoint; nil when there is none.
  static func find(_ device: Requester, in database: Database) throws -> JSONValue? {
    let statement = try database.cachedStatement(
      sql: "SELECT * FROM devices WHERE user = ? AND id = ?")
    return try Row.fetchOne(
      statement, arguments: [device.user.rawValue, device.device.rawValue]
    ).map(json)
  }

  private static func json(_ row: Row) -> JSONValue {
    var object: JSONObject = [
      "device_id": .string(row["id"]), "user_id": .string(row["user"]),
      "last_seen_ip": .string(row["last_address"]),
      "last_seen_ts": .number(JSONNumber(row["last_seen"] as Int64)),
    ]
    object["display_name"] = (row["display_name"] as String?).map(JSONValue.string) ?? .null
    return .object(object)
  }

  /// Adds a device, or takes over one of the same id: whoever used it is signed out.
  static func claim(
    _ device: Requester, name: String?, address: String, now: Int64, in context: WriteContext
  ) throws {
    let database = context.database
    if try find(device, in: database) != nil {
      try database.cachedStatement(sql: "DELETE FROM tokens WHERE user = ? AND device = ?")
        .execute(arguments: [device.user.rawValue, device.device.rawValue])
      context.note(ended: device)
    } else {
      try makeRoom(for: device.user, in: context)
    }
    try database.cachedStatement(
      sql: """
        INSERT INTO devices (user, id, display_name, last_seen, last_address)
        VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (user, id) DO UPDATE
          SET last_seen = excluded.last_seen, last_address = excluded.last_address
        """
    ).execute(
      arguments: [device.user.rawValue, device.device.rawValue, name, now, address])
  }

  private static func makeRoom(for user: UserID, in context: WriteContext) throws {
    let statement = try context.database.cachedStatement(
      sql: "SELECT id FROM devices WHERE user = ? ORDER BY last_seen DESC LIMIT -1 OFFSET ?")
    let surplus = try String.fetchAll(statement, arguments: [user.rawValue, most - 1])
    try end(surplus.compactMap(DeviceID.init), of: user, in: context)
  }

  /// Sets the name of a device; false when there is no such device.
  static func rename(
    _ device: Requester, to name: String?, in context: WriteContext
  ) throws -> Bool {
    try context.database.cachedStatement(
      sql: "UPDATE devices SET display_name = ? WHERE user = ? AND id = ?"
    ).execute(arguments: [name, device.user.rawValue, device.device.rawValue])
    return context.database.changesCount > 0
  }

  /// Notes when a device was last used.
  static func note(seen now: Int64, _ device: Requester, in context: WriteContext) throws {
    try context.database.cachedStatement(
      sql: "UPDATE devices SET last_seen = ? WHERE user = ? AND id = ?"
    ).execute(arguments: [now, device.user.rawValue, device.device.rawValue])
  }

  /// Ends devices with all their tokens; those that are not there are passed over.
  static func end(_ devices: [DeviceID], of user: UserID, in context: WriteContext) throws {
    let statement = try context.database.cachedStatement(
      sql: "DELETE FROM devices WHERE user = ? AND id = ?")
    for device in devices {
      try statement.execute(arguments: [user.rawValue, device.rawValue])
      guard context.database.changesCount > 0 else { continue }
      context.note(ended: Requester(user: user, device: device))
    }
  }

  /// Ends all devices of a user but one.
  static func endAll(
    of user: UserID, but kept: DeviceID? = nil, in context: WriteContext
  ) throws {
    let statement = try context.database.cachedStatement(
      sql: "SELECT id FROM devices WHERE user = ?")
    let devices = try String.fetchAll(statement, arguments: [user.rawValue])
    try end(devices.compactMap(DeviceID.init).filter { $0 != kept }, of: user, in: context)
  }
}
