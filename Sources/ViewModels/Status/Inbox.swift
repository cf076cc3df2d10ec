import Controllers
import Models

/// The rooms that need the user's attention.
///
/// It is updated by room changes, so that the cost of a change does not depend on the number of
/// rooms.
nonisolated struct Inbox: Equatable, Sendable {
  /// The number of mentions in each of these rooms.
  private var mentions: [RoomID: Int] = [:]
  private var mentionCount = 0

  /// The inbox after a change.
  func after(_ change: RoomsChange) -> Inbox {
    switch change {
    case .all(let rooms): return rooms.reduce(into: Inbox()) { $0.note($1) }
    case .changed(let rooms): return rooms.reduce(into: self) { $0.note($1) }
    }
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
    mentionCount += (count ?? 0) - (mentions[room.id] ?? 0)
    mentions[room.id] = count
  }
}

nonisolated extension Room {
  /// Whether the room has unread messages or is an invite.
  fileprivate var isWaiting: Bool {
    isUnread || membership == .invited
  }
}
