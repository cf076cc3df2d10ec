import Controllers
import Models

extension StoreContents {
  /// The pinned messages of a room, the one pinned last first.
  func pinnedMessages(of id: RoomID, _ tables: AccountTables) throws -> [PinnedMessage] {
    guard let room = rooms[id], !room.pinned.isEmpty else { return [] }
    let known = try tables.quotes(of: Set(room.pinned), in: room.number)
    let times = try tables.times(of: room.pinned, in: room.number)
    return try room.pinned.reversed().map { event in
      let quote = known[event.rawValue] ?? room.quoteOfUnknown(Message.ID(event))
      var pin = PinnedMessage(
        id: Message.ID(event), quote: quote, timestamp: times[event.rawValue])
      if case .known(let sender, _) = quote {
        pin.sender = try surroundings(tables).user(sender, in: room)
      }
      return pin
    }
  }
}

extension StoreQuery<[PinnedMessage]> {
  static func pinnedMessages(of room: RoomID) -> Self {
    Self(
      value: { try $0.pinnedMessages(of: room, $1) },
      isAffected: { !$0.people.isEmpty || $0.rooms.contains(room) })
  }
}
