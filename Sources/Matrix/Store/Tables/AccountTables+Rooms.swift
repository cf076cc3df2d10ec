import GRDB
import ModelKit
import Models

/// A room as the cache keeps it.
struct StoredRoom {
  let number: Int64
  let shown: Room
  let record: RoomRecord
}

extension AccountTables {
  /// All rooms; one that cannot be read is left out and comes back with the next full sync.
  func rooms() throws -> [StoredRoom] {
    let rows = try Row.fetchCursor(database, sql: "SELECT number, shown, state FROM rooms")
    var rooms: [StoredRoom] = []
    while let row = try rows.next() {
      guard let shown = try? Room.decode(Self.bytes(row[1])),
        let record = try? RoomRecord.decode(Self.bytes(row[2]))
      else { continue }
      rooms.append(StoredRoom(number: row[0], shown: shown, record: record))
    }
    return rooms
  }

  /// The row of one room.
  func room(_ number: Int64) throws -> Room? {
    try String.fetchOne(
      database.cachedStatement(sql: "SELECT shown FROM rooms WHERE number = ?"),
      arguments: [number]
    ).flatMap { try? Room.decode(Self.bytes($0)) }
  }

  /// Writes a room, new or changed.
  func save(_ room: StoredRoom) throws {
    try run(
      """
      INSERT INTO rooms (number, id, shown, state) VALUES (?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET shown = excluded.shown, state = excluded.state
      """,
      [
        room.number, room.shown.id.rawValue, Self.text(room.shown), Self.text(room.record),
      ])
  }

  /// The largest number of a room, or 0.
  func lastRoomNumber() throws -> Int64 {
    try Int64.fetchOne(database, sql: "SELECT max(number) FROM rooms") ?? 0
  }

  /// A model as JSON text.
  static func text(_ model: some JSONEncodable) -> String {
    String(decoding: model.encoded(), as: UTF8.self)
  }

  /// The JSON text of a column.
  static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}
