import Controllers
import Models

/// The rooms that need the user's attention.
///
/// It is updated by room changes, so that the cost of a change does not depend on the number of
/// rooms.
nonisolated struct Inbox: Equatable, Sendable {
  /// The number of mentions in each of these rooms.
  private var mentions: [RoomID: Int] = [:]
  /// Those of them in which only the room's own messages wait, and no threads, marks or invites.
  private var plain: Set<RoomID> = []
  private var mentionCount = 0

  /// The inbox after a change.
  func after(_ change: RoomsChange) -> Inbox {
    switch change {
    case .all(let rooms): return rooms.reduce(into: Inbox()) { $0.note($1) }
    case .changed(let rooms): return rooms.reduce(into: self) { $0.note($1) }
    }
  }

  /// Whether something waits in a room.
  func has(_ room: RoomID) -> Bool { mentions[room] != nil }

  /// The inbox while the newest messages of a room are in front: these do not wait, although the server
  /// learns of that only once a second.
  func seen(_ room: RoomID?) -> Inbox {
    guard let room, plain.contains(room) else { return self }
    var inbox = self
    inbox.show(nil, of: room)
    return inbox
  }

  /// "inbox 3  @2", or empty.
  var text: String { mentions.isEmpty ? "" : "inbox \(countText)" }

  /// "3  @2" with the numbers of rooms and of mentions, "3" without mentions, or empty.
  var countText: String {
    guard !mentions.isEmpty else { return "" }
    return "\(mentions.count)" + (mentionCount > 0 ? "  @\(CountText.text(mentionCount))" : "")
  }

  /// The title of the window for the inboxes of all accounts: "(3) chat-tui" with the number of rooms,
  /// "(3 @2) chat-tui" with that of mentions, or the name alone.
  static func titleText(_ inboxes: [Inbox]) -> String {
    let rooms = inboxes.reduce(0) { $0 + $1.mentions.count }
    guard rooms > 0 else { return AlertsViewModel.name }
    let mentions = inboxes.reduce(0) { $0 + $1.mentionCount }
    let count = mentions > 0 ? " @\(CountText.text(mentions))" : ""
    return "(\(rooms)\(count)) \(AlertsViewModel.name)"
  }

  private mutating func note(_ room: Room) {
    // The server controls this number: it is clamped before it is summed.
    let count = room.isListed && room.isWaiting ? min(room.shownMentionCount, 1000) : nil
    show(count, of: room.id)
    let isPlain = !room.isMarkedUnread && room.threadUnreadCount == 0
    if count != nil, isPlain, room.membership == .joined { plain.insert(room.id) }
  }

  private mutating func show(_ count: Int?, of room: RoomID) {
    mentionCount += (count ?? 0) - (mentions[room] ?? 0)
    mentions[room] = count
    plain.remove(room)
  }
}

nonisolated extension Room {
  /// Whether the room has unread messages or is an invite.
  fileprivate var isWaiting: Bool {
    isUnread || membership == .invited
  }
}
