import Controllers
import Models

/// Where conversations were left, so that they open there again.
struct LeftPlaces {
  /// The message at the lower edge of rooms that were left scrolled.
  private var rooms: [RoomID: Message.ID]
  /// The same of threads.
  private var threads: [ThreadID: Message.ID]
  /// The last read message of rooms that count as read although their first new message was not seen.
  private(set) var unseen: [RoomID: Message.ID]

  init(_ kept: KeptPlaces) {
    rooms = kept.positions
    threads = kept.threadPositions
    unseen = kept.unseen
  }

  /// Notes where a conversation is left.
  mutating func leave(_ conversation: ConversationViewModel) {
    let (room, timeline) = (conversation.roomID, conversation.timeline)
    switch conversation.subject {
    case .room:
      rooms[room] = timeline.position
      unseen[room] = timeline.unseen
    case .thread(let root): threads[ThreadID(room: room, root: root)] = timeline.position
    case .threads: break
    }
  }

  /// Where a room or one of its threads was left; nil for the end.
  func message(of subject: ConversationSubject, in room: RoomID) -> Message.ID? {
    switch subject {
    case .room: rooms[room]
    case .thread(let root): threads[ThreadID(room: room, root: root)]
    case .threads: nil
    }
  }

  /// Has a room open at a message, or at its end.
  mutating func move(_ room: RoomID, to message: Message.ID?) { rooms[room] = message }
}
