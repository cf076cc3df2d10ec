import Models

/// Finds out whether messages mention the account, and where.
nonisolated struct OwnMentions {
  private let ownID: UserID
  /// The account's names: the display name and the local part of its id.
  private let names: [[UInt8]]

  /// The maximum number of marked places in a message.
  private static let mostRanges = 50

  init(ownID: UserID, displayName: String?) {
    self.ownID = ownID
    names = [displayName ?? "", String(ownID.localpart)].map { name in
      name.trimmed.utf8.map(Self.lowercased)
    }.filter { !$0.isEmpty }
  }

  /// Whether a message mentions the account; `words` is the person's own text.
  ///
  /// A notice mentions nobody. The declaration of the sender's client decides. Without one, the
  /// account is mentioned by its name or by the local part of its id, as a whole word. Source:
  /// Matrix client-server API, "Push rules": `.m.rule.is_user_mention`, `.m.rule.is_room_mention`,
  /// `.m.rule.contains_display_name` and `.m.rule.contains_user_name`.
  func isMeant(by message: Message, words: String) -> Bool {
    guard message.sender != ownID, !message.isNotice else { return false }
    if let mentions = message.mentions {
      return mentions.isForRoom || mentions.users.contains(ownID)
    }
    return !ranges(in: words).isEmpty
  }

  /// The ranges of a text that name the account, as byte offsets; ascending and disjoint.
  func ranges(in text: String) -> [Range<Int>] {
    let bytes = Array(text.utf8)
    var ranges: [Range<Int>] = []
    var start = 0
    while start < bytes.count, ranges.count < Self.mostRanges {
      if let end = end(of: names, at: start, in: bytes), isWhole(start..<end, in: text) {
        ranges.append(start..<end)
        start = end
      } else {
        start += 1
      }
    }
    return ranges
  }

  /// The end of the longest name that starts here as a whole word.
  private func end(of names: [[UInt8]], at start: Int, in bytes: [UInt8]) -> Int? {
    guard start == 0 || !Self.isWord(bytes[start - 1]) else { return nil }
    return names.compactMap { name -> Int? in
      let end = start + name.count
      guard end <= bytes.count, end == bytes.count || !Self.isWord(bytes[end]) else { return nil }
      return bytes[start..<end].lazy.map(Self.lowercased).elementsEqual(name) ? end : nil
    }.max()
  }

  /// Whether a range ends on character boundaries: a mark after a letter makes it a different
  /// character.
  private func isWhole(_ range: Range<Int>, in text: String) -> Bool {
    [range.lowerBound, range.upperBound].allSatisfy { offset in
      text.utf8.index(text.startIndex, offsetBy: offset).samePosition(in: text) != nil
    }
  }

  /// Source: Matrix client-server API, "Push rules", word boundaries of `content.body`.
  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

nonisolated extension Message {
  fileprivate var isNotice: Bool {
    if case .text(let text) = content { text.kind == .notice } else { false }
  }
}
