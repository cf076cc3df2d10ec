import Models

extension StoreContents {
  /// Gives up what is known of a room that the account has left.
  mutating func forgetHistory(of id: RoomID, _ tables: AccountTables) throws -> StoreChanges {
    var changes = StoreChanges()
    guard let room = rooms[id] else { return changes }
    try tables.removeHistory(of: room.number)
    var empty = RoomState(id: id, number: room.number, membership: .left)
    empty.isEncrypted = room.isEncrypted
    // What was not sent is the user's own.
    empty.unsent = room.unsent
    put(empty)
    changes.rooms.insert(id)
    changes.touchesProfiles = true
    return changes
  }
}
