import Models

nonisolated extension Room {
  /// Whether messages are unread, or the account has marked the room.
  var isUnread: Bool { unreadCount > 0 || mentionCount > 0 || isMarkedUnread }
}
