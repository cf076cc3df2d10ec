/// What kind of row a message row is.
public nonisolated enum MessageRowKind: Equatable, Sendable {
  case message(isOwn: Bool)
  /// Said by a program.
  case notice
  /// Something the sender does.
  case emote
  /// A change of the room.
  case event
  /// Several changes of who is in the room, which open into a row for each.
  case changes(isOpen: Bool)
  /// A new day begins.
  case day
  /// What follows is new.
  case newMarker
  /// An event that cannot be read here.
  case locked
}

/// How far a message is on its way.
public nonisolated enum DeliveryState: Equatable, Sendable {
  case sent
  case sending
  case failed
}

/// What a row of the timeline shows.
public nonisolated struct MessageRowContent: Equatable, Sendable {
  /// What kind of row it is.
  public var kind = MessageRowKind.event
  /// "12:30".
  public var timeText = ""
  /// The day, on rows that begin one.
  public var dayText = ""
  /// Who wrote it.
  public var senderText = ""
  /// A number that is the same for the same person, to choose a colour by.
  public var colorIndex = 0
  /// What the program says: of a change of the room, or of what a message brings beside words.
  public var noteText = ""
  /// What the person wrote; it may contain line breaks.
  public var bodyText = ""
  /// Whether the message wants to reach the account.
  public var mentionsMe = false
  /// Where `bodyText` names the account then, in bytes of UTF-8; in order.
  public var mentionRanges: [Range<Int>] = []
  /// "sending…", or why it was not sent and what to do next; empty when it was sent.
  public var deliveryText = ""
  /// How far the message is on its way, for colours.
  public var deliveryState = DeliveryState.sent
  /// Whether the sender changed the text later.
  public var isEdited = false
  /// Whether the sender's name is to be shown: not on the next lines of the same person.
  public var showsSender = true

  /// Makes an empty content.
  public init() {}
}
