import Foundation
import GRDB
import ModelKit

/// Reads rooms from the database.
enum RoomReader {
  /// The current state of a room; nil if there is no such room.
  static func read(_ id: RoomID, from database: Database) throws -> RoomSnapshot? {
    let row = try Row.one(database, "SELECT version, creator FROM rooms WHERE id = ?", [id])
    guard let row, let creator = UserID(row["creator"]) else { return nil }
    var room = RoomSnapshot(id: id, version: row["version"], creator: creator)
    let events = try Row.all(
      database,
      """
      SELECT events.* FROM state JOIN events ON events.position = state.position
      WHERE state.room = ?
      """, [id], StoredEvent.init(row:))
    for event in events {
      guard let key = event.stateKey else { continue }
      room.set(
        StateKey(event.type, key),
        StateEntry(event: event.id, sender: event.sender, content: try event.content()))
    }
    return room
  }
}

extension StoredEvent {
  /// Reads a row of the events table.
  init(row: Row) throws {
    guard let id = EventID(row["id"]), let room = RoomID(row["room"]),
      let sender = UserID(row["sender"])
    else { throw DamagedRow(table: "events", key: row["id"]) }
    let device = (row["device"] as String?).flatMap(DeviceID.init)
    let text = row["transaction_id"] as String?
    self.init(
      position: row["position"], id: id, room: room, sender: sender, type: row["type"],
      stateKey: row["state_key"], timestamp: row["timestamp"],
      head: [UInt8](row["head"] as Data),
      transaction: device.flatMap { device in
        text.map { Transaction(user: sender, device: device, id: $0) }
      },
      redactedBy: (row["redacted_by"] as String?).flatMap(EventID.init),
      notifies: row["notifies"] > 0)
  }

  /// The content, always an object.
  func content() throws -> JSONSlice {
    var reader = JSONReader(try JSONDocument(head + [UInt8(ascii: "}")]))
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.string == "content" { return try reader.readSlice() }
      try reader.skipValue()
    }
    throw DamagedRow(table: "events", key: id.rawValue)
  }
}

/// A row that this program would not have written.
struct DamagedRow: Error {
  let table: String
  let key: String
}
