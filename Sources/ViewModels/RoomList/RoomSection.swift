/// A part of the room list with a heading of its own.
public nonisolated enum RoomSection: Hashable, Sendable {
  case invites
  case favourites
  case direct
  /// The rooms of a space, except those of an earlier section.
  case space(RowID)
  case rooms
  case lowPriority

  /// The name under which the section is kept.
  var key: String {
    switch self {
    case .invites: "invites"
    case .favourites: "favourites"
    case .direct: "direct"
    case .space(let id): id.text
    case .rooms: "rooms"
    case .lowPriority: "low priority"
    }
  }
}

/// How a section of the room list sorts.
public nonisolated enum RoomSort: String, CaseIterable, Sendable {
  /// The newest activity first.
  case activity
  /// Rooms with mentions first, then those with unread messages, then by activity.
  case unread
  case name

  /// "by activity", the words for the choice.
  public var text: String {
    switch self {
    case .activity: "by activity"
    case .unread: "unread first"
    case .name: "by name"
    }
  }
}

/// Which kinds of rooms the list shows; invites are always shown.
public nonisolated enum RoomFilter: String, CaseIterable, Sendable {
  case all
  case unread
  case mentions
  case direct
  case rooms

  /// "unread", the word for the choice.
  public var text: String { rawValue }
}
