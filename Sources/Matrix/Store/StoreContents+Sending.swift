import MatrixWire
import ModelKit
import Models

extension StoreContents {
  /// Shows a message at the end of its room or before `next`, or updates its state.
  mutating func setUnsent(_ message: Message, before next: Message.ID? = nil) -> StoreChanges {
    var room = self.room(message.roomID, or: .left)
    if let index = room.unsent.firstIndex(where: { $0.id == message.id }) {
      room.unsent[index] = message
    } else {
      let place = room.unsent.firstIndex { $0.id == next }
      room.unsent.insert(message, at: place ?? room.unsent.endIndex)
    }
    put(room)
    return StoreChanges(rooms: [message.roomID])
  }

  /// Removes a message from the end of its room.
  mutating func removeUnsent(_ id: Message.ID, in room: RoomID) -> StoreChanges {
    rooms[room]?.unsent.removeAll { $0.id == id }
    rooms[room]?.waitingChanges.removeAll { $0.id == id }
    return StoreChanges(rooms: [room])
  }

  /// Records that the server has a message; it stays at the end until a sync delivers it.
  mutating func confirm(
    _ transaction: TransactionID, as event: EventID, in id: RoomID, _ tables: AccountTables
  ) throws -> StoreChanges {
    sent[event] = transaction
    guard var room = rooms[id] else { return StoreChanges() }
    try tables.set(transaction, of: event, in: room.number)
    if let index = room.unsent.firstIndex(where: { $0.id == Message.ID(transaction) }) {
      room.unsent[index] = room.unsent[index].with {
        $0.eventID = event
        $0.delivery = .sent
      }
    }
    if let index = room.waitingChanges.firstIndex(where: { $0.id == Message.ID(transaction) }) {
      room.waitingChanges[index].eventID = event
    }
    put(room)
    return StoreChanges(rooms: [id])
  }
}
