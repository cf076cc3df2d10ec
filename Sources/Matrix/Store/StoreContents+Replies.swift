import MatrixWire
import Models

extension StoreContents {
  /// Keeps an event that a message quotes, without a place in the history.
  ///
  /// A server that returns another event than the one requested has none.
  mutating func addQuoted(
    _ raw: RawEvent, as id: EventID, to room: RoomID, _ tables: AccountTables
  ) throws -> StoreChanges {
    guard let number = rooms[room]?.number else { return StoreChanges() }
    guard let event = StoredEvent(raw), event.id == id, event.line != nil else {
      return noteMissing(id, in: room)
    }
    if try tables.position(of: id, in: number) == nil {
      try tables.insert(event, in: number, at: nil)
      if let edit = event.bundledEdit, try tables.position(of: edit.id, in: number) == nil {
        try tables.insert(edit, in: number, at: nil)
      }
    }
    return StoreChanges(rooms: [room])
  }

  /// Records that the server does not give out an event, in this run.
  mutating func noteMissing(_ event: EventID, in room: RoomID) -> StoreChanges {
    rooms[room]?.missingEvents.insert(event)
    return StoreChanges(rooms: [room])
  }
}
