import Models

/// What still counts as unread in the room whose newest messages are in front.
///
/// What comes there is read at once, although the server learns of it only once a second: the counts do not
/// grow, except those of threads.
struct SeenCounts {
  private let room: RoomID
  private var unread: Int
  private var mentions: Int

  /// The counts when the room comes to the front.
  init(_ room: Room) {
    self.room = room.id
    unread = room.ownUnreadCount
    mentions = room.mentionCount
  }

  /// Whether they are those of a room.
  func isOf(_ room: Room) -> Bool { self.room == room.id }

  /// The room with these counts, which are lowered to its own.
  mutating func shown(_ room: Room) -> Room {
    unread = min(unread, room.ownUnreadCount)
    // Nobody counts the mentions in threads apart.
    mentions = room.threadUnreadCount > 0 ? room.mentionCount : min(mentions, room.mentionCount)
    let (unread, mentions) = (unread, mentions)
    return room.with {
      $0.unreadCount = room.threadUnreadCount + unread
      $0.ownUnreadIsLeast = room.ownUnreadIsLeast && unread > 0
      $0.mentionCount = mentions
    }
  }
}
