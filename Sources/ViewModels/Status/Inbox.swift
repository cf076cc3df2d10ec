import Controllers
import Models

/// The rooms that wait for the person.
///
/// It follows the changes of the rooms, so that one room costs the same among any number of them.
nonisolated struct Inbox: Sendable {
  /// The mentions in each room that waits.
  private var mentions: [RoomID: Int] = [:]
  private var mentionCount = 0

  /// What is so after a change.
  func after(_ change: RoomsChange) -> Inbox {
    switch change {
    case .all(let rooms): return rooms.reduce(into: Inbox()) { $0.note($1) }
    case .changed(let rooms): return rooms.reduce(into: self) { $0.note($1) }
    }
  }

  /// "inbox 3  @2", or nothing.
  var text: String {
    guard !mentions.isEmpty else { return "" }
    return "inbox \(mentions.count)"
      + (mentionCount > 0 ? "  @\(CountText.text(mentionCount))" : "")
  }

  private mutating func note(_ room: Room) {
    // A room's number is whatever its server says: it is bounded before it is added up.
    let count = room.isListed && room.isWaiting ? min(room.mentionCount, 1000) : nil
    mentionCount += (count ?? 0) - (mentions[room.id] ?? 0)
    mentions[room.id] = count
  }
}

nonisolated extension Room {
  /// Whether something in it is unread or wants an answer.
  fileprivate var isWaiting: Bool {
    unreadCount > 0 || mentionCount > 0 || membership == .invited
  }
}
