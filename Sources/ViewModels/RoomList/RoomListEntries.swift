/// An entry that the list's cursor can select.
public nonisolated enum RoomListEntry: Sendable {
  /// A room or an invite.
  case room(RoomRowViewModel)
  /// The line for the invites beyond a dozen; they follow it while unfolded.
  case moreInvites

  /// The identity of what the entry represents.
  public var id: RowID {
    switch self {
    case .room(let row): row.id
    case .moreInvites: .moreInvites
    }
  }
}

extension RowID {
  /// The identity of the line of folded invites; room ids begin with "!".
  static nonisolated let moreInvites = RowID("more invites")
}

/// The entries of the list in order: invites, direct chats, rooms.
///
/// Anybody can send any number of invites: those beyond a dozen are folded, so that they do not
/// push the rooms away.
public nonisolated struct RoomListEntries: RandomAccessCollection, Equatable, Sendable {
  /// Consecutive entries of one kind; the first group of a section has its heading.
  public struct Group: Hashable, Sendable {
    /// The kinds of entries.
    public enum Kind: Sendable {
      case invites
      case moreInvites
      case rooms
    }

    /// The kind of the entries.
    public let kind: Kind
    /// The heading above the first entry, or empty.
    public let titleText: String
    /// The entries.
    public let entries: Range<Int>
  }

  /// Up to this number, invites are not folded.
  private static let unfoldedCount = 12

  /// All rows, including the folded ones.
  let rows: [RoomRowViewModel]
  let inviteCount: Int
  let directCount: Int
  /// Whether the folded invites are shown.
  public let showsAllInvites: Bool

  @MainActor
  init(_ order: RoomOrder, showsAllInvites: Bool) {
    rows = order.rows
    inviteCount = order.inviteCount
    directCount = order.directCount
    self.showsAllInvites = showsAllInvites && inviteCount > Self.unfoldedCount
  }

  /// The number of invites that the line represents.
  var moreInviteCount: Int { Swift.max(inviteCount - Self.unfoldedCount, 0) }
  /// The index of the line of folded invites.
  var moreInvitesIndex: Int? { moreInviteCount > 0 ? Self.unfoldedCount : nil }

  private var hiddenCount: Int { showsAllInvites ? 0 : moreInviteCount }

  /// The place of the first entry.
  public var startIndex: Int { 0 }
  /// The number of entries.
  public var endIndex: Int { rows.count - hiddenCount + (moreInviteCount > 0 ? 1 : 0) }

  /// The entry at a place.
  public subscript(position: Int) -> RoomListEntry {
    guard let line = moreInvitesIndex, position >= line else { return .room(rows[position]) }
    return position == line ? .moreInvites : .room(rows[position - 1 + hiddenCount])
  }

  /// The index of a row's entry; for a folded row, that of the line that represents it.
  func index(ofRow row: Int) -> Int {
    guard let line = moreInvitesIndex, row >= line else { return row }
    return hiddenCount > 0 && row < inviteCount ? line : row + 1 - hiddenCount
  }

  /// Whether both have the same rows at the same places, under the same headings.
  public static func == (left: RoomListEntries, right: RoomListEntries) -> Bool {
    left.inviteCount == right.inviteCount && left.directCount == right.directCount
      && left.showsAllInvites == right.showsAllInvites
      && left.rows.elementsEqual(right.rows, by: ===)
  }

  /// The entries by kind, from the first to the last.
  public var groups: [Group] {
    let first = inviteCount - moreInviteCount
    let line = first + (moreInviteCount > 0 ? 1 : 0)
    let invites = line + moreInviteCount - hiddenCount
    let all = [
      Group(kind: .invites, titleText: "Invites", entries: 0..<first),
      Group(kind: .moreInvites, titleText: "", entries: first..<line),
      Group(kind: .invites, titleText: "", entries: line..<invites),
      Group(kind: .rooms, titleText: "Direct", entries: invites..<invites + directCount),
      Group(kind: .rooms, titleText: "Rooms", entries: invites + directCount..<endIndex),
    ]
    return all.filter { !$0.entries.isEmpty }
  }
}
