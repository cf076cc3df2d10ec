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
    return StoreChanges(rooms: [room])
  }

  /// Records that the server has a message; it stays at the end until a sync delivers it.
  mutating func confirm(
    _ transaction: TransactionID, as event: EventID, in room: RoomID
  ) -> StoreChanges {
    sent[event] = transaction
    let id = Message.ID(transaction)
    if let index = rooms[room]?.unsent.firstIndex(where: { $0.id == id }),
      let message = rooms[room]?.unsent[index]
    {
      rooms[room]?.unsent[index] = message.with {
        $0.eventID = event
        $0.delivery = .sent
      }
    }
    return StoreChanges(rooms: [room])
  }
}

extension StoreContents {
  /// Adds a page of older events that was requested with `token`.
  mutating func prepend(
    _ response: RawMessagesResponse, issues: JSONIssues = JSONIssues(), to id: RoomID,
    from token: String?
  ) -> StoreChanges {
    guard var room = rooms[id] else { return StoreChanges() }
    report(issues)
    // The state of a page belongs to the page's own time, so it only fills what is unknown.
    for event in response.state where event.type == EventType.member {
      guard let user = event.stateKey.flatMap({ UserID($0) }), room.members[user] == nil,
        let member = Member(user, content: event.content)
      else { continue }
      room.members[user] = member
      people.meet(member.user)
    }
    if (response.chunk + response.state).contains(where: \.enablesEncryption) {
      room.isEncrypted = true
    }
    let events = response.chunk.compactMap { TimelineItem.Event($0) }
    dropped += response.chunk.count - events.count
    room.history.prepend(events, from: token, end: response.end)
    room.isPaged = true
    put(room)
    return StoreChanges(rooms: [id])
  }

  /// Records that a room was read up to its newest event.
  mutating func markRead(_ id: RoomID, upTo event: EventID) -> StoreChanges {
    guard var room = rooms[id] else { return StoreChanges() }
    room.fullyRead = event
    room.readReceipt = event
    if room.history.newestEvent == event {
      room.unreadCount = 0
      room.mentionCount = 0
    }
    put(room)
    return StoreChanges(rooms: [id])
  }
}

extension RawEvent {
  /// True for the state event that encrypts all later messages of a room.
  fileprivate var enablesEncryption: Bool { type == EventType.encryption && stateKey == "" }
}
