import GRDB
import ModelKit

/// The devices on which users are signed in.
enum Devices {
  /// The limit for one user; a further sign-in ends the least recently used device.
  static let most = 500
  /// The limit for a device's name, in characters.
  static let longestName = 100

  /// Checks the name of a device.
  ///
  /// - Throws: `M_BAD_JSON`, `M_TOO_LARGE`.
  static func check(name: String?) throws {
    guard let name else { return }
    guard !name.utf8.contains(0) else {
      throw MatrixError.badJSON("a device name must not contain U+0000")
    }
    guard name.unicodeScalars.count <= longestName else {
      throw MatrixError(
        400, "M_TOO_LARGE", "a device name has at most \(longestName) characters")
    }
  }

  /// All devices of a user, in the form of the endpoint.
  static func list(of user: UserID, in database: Database) throws -> [JSONValue] {
    try Row.all(database, "SELECT * FROM devices WHERE user = ? ORDER BY id", [user], json)
  }

  /// A device in the form of the endpoint; nil when there is none.
  static func find(_ device: Requester, in database: Database) throws -> JSONValue? {
    try Row.one(
      database, "SELECT * FROM devices WHERE user = ? AND id = ?", [device.user, device.device]
    ).map(json)
  }

  private static func json(_ row: Row) -> JSONValue {
    [
      "device_id": .string(row["id"]), "user_id": .string(row["user"]),
      "last_seen_ip": .string(row["last_address"]),
      "last_seen_ts": .number(JSONNumber(row["last_seen"] as Int64)),
      "display_name": (row["display_name"] as String?).map(JSONValue.string) ?? .null,
    ]
  }

  /// Adds a device, or takes over an existing one after revoking its tokens.
  static func claim(
    _ device: Requester, name: String?, address: String, now: Int64, in context: WriteContext
  ) throws {
    let database = context.database
    if try find(device, in: database) != nil {
      try database.run(
        "DELETE FROM tokens WHERE user = ? AND device = ?", [device.user, device.device])
      context.note(ended: device)
    } else {
      try makeRoom(for: device.user, in: context)
    }
    try database.run(
      """
      INSERT INTO devices (user, id, display_name, last_seen, last_address)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (user, id) DO UPDATE
        SET last_seen = excluded.last_seen, last_address = excluded.last_address
      """, [device.user, device.device, name, now, address])
  }

  private static func makeRoom(for user: UserID, in context: WriteContext) throws {
    let surplus = try String.all(
      context.database,
      "SELECT id FROM devices WHERE user = ? ORDER BY last_seen DESC LIMIT -1 OFFSET ?",
      [user, most - 1])
    try end(surplus.compactMap(DeviceID.init), of: user, in: context)
  }

  /// Sets the name of a device; false when there is no such device.
  static func rename(
    _ device: Requester, to name: String?, in context: WriteContext
  ) throws -> Bool {
    try context.database.run(
      "UPDATE devices SET display_name = ? WHERE user = ? AND id = ?",
      [name, device.user, device.device])
    return context.database.changesCount > 0
  }

  /// Stores when a device was last used.
  static func note(seen now: Int64, _ device: Requester, in context: WriteContext) throws {
    try context.database.run(
      "UPDATE devices SET last_seen = ? WHERE user = ? AND id = ?",
      [now, device.user, device.device])
  }

  /// Removes devices with all their tokens; unknown ids are ignored.
  static func end(_ devices: [DeviceID], of user: UserID, in context: WriteContext) throws {
    for device in devices {
      try context.database.run("DELETE FROM devices WHERE user = ? AND id = ?", [user, device])
      guard context.database.changesCount > 0 else { continue }
      context.note(ended: Requester(user: user, device: device))
    }
  }

  /// Removes all devices of a user except `kept`.
  static func endAll(
    of user: UserID, but kept: DeviceID? = nil, in context: WriteContext
  ) throws {
    let devices = try String.all(
      context.database, "SELECT id FROM devices WHERE user = ?", [user])
    try end(devices.compactMap(DeviceID.init).filter { $0 != kept }, of: user, in: context)
  }
}
