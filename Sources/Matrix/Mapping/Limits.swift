/// How much of one event is kept: a server may send more than its own rules allow.
enum Limits {
  /// Bytes of a message's text; a whole event may have 65,536.
  static let body = 65_536
  /// Bytes of a person's or a room's name, of a reason, of a file's name.
  static let name = 1_024
  /// Bytes of a topic.
  static let topic = 16_384
  /// Bytes of an unknown content that is kept as it was.
  static let content = 65_536
  /// People that one message may name as those whom it wants to reach.
  static let mentions = 1_000
  /// People who are listed as members of one room: more than any screen has lines.
  static let members = 500
  /// Lines of one room that are kept while nobody looks at it.
  static let lines = 2_000
  /// Bytes of lines and edits above which one room keeps fewer of them.
  static let history = 16 << 20
  /// Edits and redactions of events that are not loaded, for one room.
  static let pending = 5_000
}

extension String {
  /// The text cut to a number of bytes, never inside a scalar.
  func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: limit)
    while end > utf8.startIndex, UTF8.isContinuation(utf8[end]) {
      end = utf8.index(before: end)
    }
    return String(self[..<end])
  }

  /// The text cut to a number of bytes, or nil when it is empty.
  func nonEmpty(cutToBytes limit: Int) -> String? {
    isEmpty ? nil : cut(toBytes: limit)
  }
}
