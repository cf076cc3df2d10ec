import Models

/// An event of this account on its way to the server that changes another message.
struct WaitingChange: Hashable, Sendable {
  enum Effect: Hashable, Sendable {
    case reaction(String)
    case edit(MessageContent, Mentions?)
    /// What the account chooses in a poll.
    case vote([String])
    /// The end of a poll; it can be taken back until a time.
    case pollEnd(heldUntil: Timestamp? = nil)
    /// The removal of a message, or of a reaction; it can be taken back until a time.
    case removal(heldUntil: Timestamp? = nil)
    /// The message is pinned in the room, or not any more.
    case pin(isPinned: Bool)
  }

  /// The transaction of the event.
  let id: Message.ID
  let target: Message.ID
  let effect: Effect
  /// Known once the server has the event.
  var eventID: EventID?
}

extension StoreContents {
  /// Shows what an event changes until a sync delivers it.
  mutating func setWaiting(_ change: WaitingChange, in id: RoomID) -> StoreChanges {
    var room = self.room(id, or: .left)
    if let index = room.waitingChanges.firstIndex(where: { $0.id == change.id }) {
      room.waitingChanges[index] = change
    } else {
      room.waitingChanges.append(change)
    }
    put(room)
    return StoreChanges(rooms: [id])
  }
}

extension RoomState {
  /// The tables have these events now.
  mutating func dropChanges(madeBy events: [StoredEvent]) {
    guard !waitingChanges.isEmpty else { return }
    let ids = Set(events.map(\.id.rawValue) + events.compactMap(\.transaction?.rawValue))
    waitingChanges.removeAll { change in
      ids.contains(change.id.rawValue) || change.eventID.map { ids.contains($0.rawValue) } == true
    }
  }
}
