import Models

/// The content of a row of the room list.
public nonisolated struct RoomRowContent: Equatable, Sendable {
  /// The room's name, behind its address where another room looks the same.
  public var nameText = ""
  /// The parts of that name, for a narrow list; nil where no other room looks the same.
  public var alike: LookAlikeName?
  /// The newest message in one line.
  public var previewText = ""
  /// The number of unread messages, or a dot when the account has marked the room, or empty.
  public var unreadText = ""
  /// "@2", or empty.
  public var mentionText = ""
  /// A crossed-out bell for a silent room, an "@" for one that tells of mentions alone, or empty.
  public var alertsText = ""
  /// Whether the room is silent.
  public var isSilent = false
  /// A pencil when something waits to be sent in the room or in one of its threads, or empty.
  public var draftText = ""
  /// Whether the row is an invite that waits for an answer.
  public var isInvite = false
  /// Whether the account asks to be let in.
  public var isAsking = false
  /// Whether the room is a direct chat.
  public var isDirect = false
  /// Whether the room is or was encrypted.
  public var isLocked = false
  /// Whether the room is the open one.
  public var isSelected = false

  /// Whether the account is not in the room yet.
  public var isPending: Bool { isInvite || isAsking }

  /// Creates empty content.
  public init() {}
}

extension RoomRowContent {
  init(_ room: Room, isSelected: Bool, hasDraft: Bool, alikePart: String?, ownID: UserID) {
    alike = alikePart.flatMap { LookAlikeName(room, differing: $0) }
    nameText = alike?.fullText ?? Names.label(room)
    previewText = Self.preview(room, ownID: ownID)
    let (unread, mentions) = (room.shownUnreadText, room.shownMentionCount)
    unreadText = unread.isEmpty && room.isMarkedUnread ? "●" : unread
    mentionText = mentions > 0 ? "@\(CountText.text(mentions))" : ""
    alertsText =
      switch room.alerts {
      case .all: ""
      case .mentions: "@"
      case .none: "🔕"
      }
    isSilent = room.alerts == .none
    draftText = hasDraft ? "✎" : ""
    isInvite = room.membership == .invited
    isAsking = room.membership == .asking
    isDirect = room.directUser != nil
    isLocked = room.isEncrypted
    self.isSelected = isSelected
  }

  private static func preview(_ room: Room, ownID: UserID) -> String {
    if room.membership == .invited { return InviteText.preview(room) }
    if room.membership == .asking { return "you asked to join" }
    guard let message = room.latestMessage else { return "" }
    let named = [room.latestSender].compactMap(\.self) + room.heroes
    let people = Dictionary(named.map { ($0.id, $0) }) { first, _ in first }
    let text = EventText(name: { people[$0].map { Names.label($0) } ?? String($0.localpart) })
    return text.preview(message, isOwn: message.sender == ownID)
  }
}
