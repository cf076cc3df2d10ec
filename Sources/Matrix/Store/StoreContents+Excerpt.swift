import MatrixWire
import ModelKit
import Models

extension StoreContents {
  /// Whether an event that somebody wants to see has no place in the room's history.
  func lacksPlace(_ event: EventID, in id: RoomID, _ tables: AccountTables) throws -> Bool {
    guard let room = rooms[id], !room.membership.isPending else { return false }
    return try tables.position(of: event, in: room.number).flatMap { $0 } == nil
  }

  /// Adds an excerpt of a room's history, if it is clear where it belongs.
  mutating func add(
    _ excerpt: HistoryExcerpt, to id: RoomID, _ tables: AccountTables
  ) throws -> StoreChanges {
    guard var room = rooms[id], try lacksPlace(excerpt.target, in: id, tables) else {
      return StoreChanges()
    }
    report(excerpt.issues)
    try fillMembers(from: excerpt.state, in: room, tables)
    if excerpt.events.contains(where: \.raw.enablesEncryption) { room.isEncrypted = true }
    try tables.add(excerpt, to: room.number, sent: sent)
    put(room)
    return StoreChanges(rooms: [id])
  }
}
