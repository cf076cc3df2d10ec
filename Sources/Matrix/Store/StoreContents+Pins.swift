import Controllers
import Models

extension StoreContents {
  /// The pinned messages of a room, the one pinned last first.
  func pinnedMessages(of id: RoomID, _ tables: AccountTables) throws -> [PinnedMessage] {
    guard let room = rooms[id] else { return [] }
    let pins = try room.shownPins(tables)
    guard !pins.isEmpty else { return [] }
    let known = try tables.quotes(of: Set(pins), in: room.number)
    let times = try tables.times(of: pins, in: room.number)
    return try pins.reversed().map { event in
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

extension RoomState {
  /// The pinned messages, in the order of their pins, as they will be once the server has the waiting events.
  ///
  /// - Parameter cancelled: A waiting event that the server will not have.
  func shownPins(
    _ tables: AccountTables, besides cancelled: Message.ID? = nil
  ) throws -> [EventID] {
    let changes = waitingChanges.filter { change in
      if case .pin = change.effect { change.id != cancelled } else { false }
    }
    guard !changes.isEmpty else { return pinned }
    return try stillWaiting(changes, tables).reduce(pinned) { pins, change in
      guard case .pin(let isPinned) = change.effect, let event = EventID(change.target.rawValue)
      else { return pins }
      return PinChange(event: event, isPinned: isPinned).applied(to: pins)
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
