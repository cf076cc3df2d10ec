/// How much of one event is kept; a server may send more than the specification allows.
enum Limits {
  /// Bytes of a message's text; a whole event may have 65,536.
  static let body = 65_536
  /// Elements around a text; a formatted text with more is shown without formats.
  static let htmlDepth = 64
  /// Blocks and runs of a formatted text; one with more is shown without formats.
  ///
  /// An entry of a list is one of each, and few events have room for 2,000 entries.
  static let htmlRuns = 4_000
  /// Bytes of a tag in a formatted text; with a longer one it is shown without formats.
  static let htmlTag = 4_096
  /// Attributes of a tag, and spaces before them, in a formatted text; with more it is shown without formats.
  static let htmlAttributes = 64
  /// Bytes of a person's or room's name, a reason, or a file name.
  static let name = 1_024
  /// Bytes of a reaction's key: the longest emoji have about forty.
  static let reactionKey = 128
  /// Bytes of a blurred picture in an event: six, and two for each of the up to 9 by 9 waves but one.
  static let blurHash = 166
  /// Kinds of reactions to one message; more would be a wall of text below it.
  static let reactionKinds = 10
  /// Reactions to one message whose people are listed: nobody reads a longer list.
  static let reactionPeople = 500
  /// People whom the account ignores.
  static let ignored = 10_000
  /// Bytes of a code to enter in a browser.
  static let code = 64
  /// Devices of one person that are listed.
  static let devices = 1_000
  /// People among whom one is looked for by name.
  static let knownPeople = 10_000
  /// Rooms of one page of the directory or a space.
  static let foundRooms = 200
  /// Versions of rooms that a server offers.
  static let roomVersions = 100
  /// Rooms that replaced each other, in a row.
  static let replacements = 16
  /// Rooms of one space.
  static let spaceChildren = 2_000
  /// Answers of a poll, as many as MSC3381 allows.
  static let pollAnswers = 20
  /// Bytes of the key of a poll's answer, and of the keys that one vote chooses: programs use about forty
  /// for a key.
  static let answerKey = 255
  static let vote = 8_192
  /// People whose votes in one poll are counted: a server could make up any number.
  static let voters = 10_000
  /// Pinned messages of one room; nobody looks for one among more.
  static let pins = 100
  /// Receipts of one room that are kept, the newest ones: nobody reads a longer list of readers.
  static let receipts = 500
  /// Lines of one room after a message among which people are looked for who must have read it.
  static let linesOfReaders = 5_000
  /// Bytes of a topic.
  static let topic = 16_384
  /// Bytes of unknown content that is kept unchanged.
  static let content = 65_536
  /// Events about one message that are listed.
  static let related = 200
  /// Bytes of an event's indented source.
  static let source = 131_072
  /// People that one message may mention.
  static let mentions = 1_000
  /// People listed as members of one room.
  static let members = 10_000
  /// People of one room whose power differs from that of everybody.
  static let powers = 1_000
  /// People of whom it is known whether they are there.
  static let presences = 10_000
  /// Lines in the timeline of somebody who looks at the end of a room.
  static let newestLines = 150
  /// The newest lines among which unread messages are counted.
  static let unreadLines = 500
  /// Threads of a room whose unread messages the server counts.
  static let unreadThreads = 1_000
  /// Messages in a thread, as the server counts them.
  static let threadCount = 1_000_000
  /// Lines on each side of the place that somebody looks at.
  static let linesAround = 200
  /// Lines among these that do not fold into others: fewer would not fill a screen.
  static let unfoldedLines = 100
  /// Lines on one side of a place where most of them fold.
  static let foldedLines = 6_400
}

extension String {
  /// The text truncated to a number of bytes, never inside a scalar.
  func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: limit)
    while end > utf8.startIndex, UTF8.isContinuation(utf8[end]) {
      end = utf8.index(before: end)
    }
    return String(self[..<end])
  }

  /// The text truncated to a number of bytes; nil when empty.
  func nonEmpty(cutToBytes limit: Int) -> String? {
    isEmpty ? nil : cut(toBytes: limit)
  }
}
