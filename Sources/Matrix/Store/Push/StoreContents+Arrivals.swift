import Controllers
import MatrixPush
import Models

extension StoreContents {
  /// What is told of one room at once; of more, only the newest.
  private static let mostArrivals = 100

  /// The invite to a room, if the push rules tell of it.
  func invite(to id: RoomID, _ tables: AccountTables) throws -> [NewMessage] {
    guard let room = rooms[id], let inviter = room.inviter else { return [] }
    let outcome = try judge(of: room, tables).outcomeOfInvite(from: inviter)
    guard outcome.contains(.notifies) else { return [] }
    return [
      NewMessage(
        room: try value(of: room, tables), message: nil,
        sender: try surroundings(tables).user(inviter, in: room),
        sounds: outcome.contains(.sounds))
    ]
  }

  /// The new messages of others of which the push rules tell, unless the account has read them elsewhere.
  func arrivals(
    _ events: [StoredEvent], in room: RoomState, _ tables: AccountTables
  ) throws -> [NewMessage] {
    let news = events.suffix(Self.mostArrivals).filter { event in
      guard let line = event.line, line.sender != userID, !line.isRedacted else { return false }
      return line.thread == nil
        ? room.unreadCount + room.mentionCount > 0 : room.threadUnread + room.threadMentions > 0
    }
    guard !news.isEmpty else { return [] }
    let judge = try judge(of: room, tables)
    let shown = try value(of: room, tables)
    let around = surroundings(tables)
    return try news.compactMap { event in
      let outcome = judge.outcome(of: event)
      guard outcome.contains(.notifies),
        let message = try tables.line(event.id, of: room.number)?.message(in: room.id),
        message.content != .redacted
      else { return nil }
      return NewMessage(
        room: shown, message: message, sender: try around.user(message.sender, in: room),
        isMention: outcome.contains(.highlights), sounds: outcome.contains(.sounds))
    }
  }
}
