import Models

nonisolated extension Room {
  /// Whether messages are unread, or the account has marked the room.
  var hasUnread: Bool { unreadCount > 0 || mentionCount > 0 || isMarkedUnread }

  /// Whether the room counts as unread; of a silent one, only the mark does.
  var isUnread: Bool { isMarkedUnread || (hasUnread && alerts != .none) }

  /// The messages and mentions that count as unread: those from the time before a room became silent do
  /// not.
  var shownUnreadCount: Int { alerts == .none ? 0 : unreadCount }
  var shownMentionCount: Int { alerts == .none ? 0 : mentionCount }

  /// "3", "3+" where there may be more, or empty.
  var shownUnreadText: String {
    shownUnreadCount > 0 ? CountText.text(shownUnreadCount, isLeast: unreadIsLeast) : ""
  }

  /// Whether there may be more unread messages than are counted.
  var unreadIsLeast: Bool { ownUnreadIsLeast || threadUnreadIsLeast }

  /// The messages of the room's own history that count as unread.
  var ownUnreadCount: Int { max(unreadCount - threadUnreadCount, 0) }
}
