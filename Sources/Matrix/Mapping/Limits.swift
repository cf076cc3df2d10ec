/// How much of one event is kept; a server may send more than the specification allows.
enum Limits {
  /// Bytes of a message's text; a whole event may have 65,536.
  static let body = 65_536
  /// Bytes of a person's or room's name, a reason, or a file name.
  static let name = 1_024
  /// Bytes of a topic.
  static let topic = 16_384
  /// Bytes of unknown content that is kept unchanged.
  static let content = 65_536
  /// People that one message may mention.
  static let mentions = 1_000
  /// People listed as members of one room: more than any screen has lines.
  static let members = 500
  /// Lines kept for one room while nobody watches it.
  static let lines = 2_000
  /// Bytes of lines and edits in one room, above which the room keeps fewer of them.
  static let history = 16 << 20
  /// Edits and redactions per room whose target events are not loaded.
  static let pending = 5_000
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
