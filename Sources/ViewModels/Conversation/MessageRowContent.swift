/// The kinds of message rows.
public nonisolated enum MessageRowKind: Equatable, Sendable {
  case message(isOwn: Bool)
  /// Written by a program.
  case notice
  /// An action of the sender.
  case emote
  /// A state change of the room.
  case event
  /// Several membership changes, which unfold into one row each.
  case changes(isOpen: Bool)
  /// A new day begins.
  case day
  /// Messages between those above and below are missing.
  case gap
  /// The messages below are new.
  case newMarker
  /// An event that cannot be decrypted here.
  case locked
}

/// The delivery state of a message.
public nonisolated enum DeliveryState: Equatable, Sendable {
  case sent
  case sending
  case failed
}

/// The content of a timeline row.
public nonisolated struct MessageRowContent: Equatable, Sendable {
  /// The kind of the row.
  public var kind = MessageRowKind.event
  /// "12:30".
  public var timeText = ""
  /// The day, on rows that begin one.
  public var dayText = ""
  /// The sender's name.
  public var senderText = ""
  /// A number that is stable for each person and selects a colour.
  public var colorIndex = 0
  /// The program's words: about a room change, or about non-text content.
  public var noteText = ""
  /// The person's words; may contain line breaks.
  public var bodyText = ""
  /// The person's words with their formats, shown instead of `bodyText`; nil when they have none.
  public var formattedBody: FormattedBody?
  /// Whether the reader has asked for what the formats hide.
  public var isUncovered = false
  /// Whether the message mentions the account.
  public var mentionsMe = false
  /// The ranges of `bodyText` that name the account, as UTF-8 offsets in ascending order.
  public var mentionRanges: [Range<Int>] = []
  /// "sending…", or why the message was not sent and what to do next; empty once it is sent.
  public var deliveryText = ""
  /// The delivery state, for colours.
  public var deliveryState = DeliveryState.sent
  /// How far the download of the message's file is; empty while there is none.
  public var downloadText = ""
  /// Of what the picture is a thumbnail, or why it is no more than that; empty for whole pictures.
  public var pictureText = ""
  /// Whether the user can ask for the whole picture.
  public var canLoadPicture = false
  /// Whether the sender edited the text.
  public var isEdited = false
  /// Whether the message has more formats than are shown.
  public var lacksFormats = false
  /// Whether the room shows the message as an important one.
  public var isPinned = false
  /// The message that this one replies to.
  public var quote: QuoteText?
  /// The thread that this message begins.
  public var thread: ThreadText?
  /// What the account is changing about the message; empty when the server has all changes.
  public var changeText = ""
  /// The answers of a poll, whose question is the person's words.
  public var poll: PollText?
  /// The reactions, by their first use.
  public var reactions: [ReactionText] = []
  /// How many more kinds of reactions there are; empty for none.
  public var moreReactionsText = ""
  /// Who else has read up to this message and not further; empty for nobody.
  public var readersText = ""
  /// Whether to show the sender's name; false on consecutive messages of one person.
  public var showsSender = true

  /// Creates empty content.
  public init() {}
}
