/// An entry that the list's cursor can select.
public nonisolated enum RoomListEntry: Sendable {
  /// A room or an invite.
  case room(RoomRowViewModel)
  /// The line for the invites beyond a dozen; they follow it while unfolded.
  case moreInvites
  /// The line of a space, or of a folded section.
  case section(RoomSectionLine)

  /// The identity of what the entry represents.
  public var id: RowID {
    switch self {
    case .room(let row): row.id
    case .moreInvites: .moreInvites
    case .section(let line): line.id
    }
  }
}

/// The line of a section that folds: always shown for a space, and for other sections while folded.
public nonisolated struct RoomSectionLine: Equatable, Sendable {
  /// The section.
  public let section: RoomSection
  /// The name of the section.
  public let titleText: String
  /// How deep a space is in others.
  public let depth: Int
  /// Whether the rooms of the section are shown.
  public let isOpen: Bool
  /// The number of rooms that are not shown, or empty.
  public let countText: String
  /// The number of unread messages in these, a dot for marked rooms, or empty.
  public let unreadText: String
  /// "@2", or empty.
  public let mentionText: String

  /// The identity of the line.
  public var id: RowID { section.lineID }
}

extension RoomSection {
  /// The identity of the section's line; room ids begin with "!".
  nonisolated var lineID: RowID { RowID("section \(key)") }
}

extension RowID {
  /// The identity of the line of folded invites; room ids begin with "!".
  static nonisolated let moreInvites = RowID("more invites")
}
