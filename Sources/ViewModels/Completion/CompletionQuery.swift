/// The word before the cursor, if it is one that can be completed.
nonisolated struct CompletionQuery: Equatable, Sendable {
  enum Kind {
    case person, room, emoji, command
  }

  let kind: Kind
  /// The characters of the word behind its mark, in small letters.
  let term: String
  /// The number of characters before the word.
  let start: Int
  /// The number of its characters, with the mark.
  let length: Int

  /// The number of characters that a word may have; nobody types more of a name.
  private static let most = 64

  /// Nil when there is nothing to complete: the word has no mark, too few letters, or goes on behind the
  /// cursor.
  init?(_ text: String, cursor: Int) {
    // Most texts have no mark; the rest looks at each character before the cursor.
    guard cursor > 0, Self.hasMark(text),
      let end = Self.index(of: cursor, in: text)
    else { return nil }
    if end < text.endIndex, !Self.isBoundary(text[end]) { return nil }
    guard let (word, length) = Self.word(in: text, before: end) else { return nil }
    guard let byte = word.utf8.first, Self.isMark(byte) else { return nil }
    let mark = word[word.startIndex]
    self.length = length
    start = cursor - length
    term = word.dropFirst().lowercased()
    switch mark {
    case "@" where !term.isEmpty: kind = .person
    case "#" where term.contains { $0 != "#" }: kind = .room
    case ":" where term.count > 1 && term.allSatisfy(Self.isShortcode): kind = .emoji
    case "/" where start == 0 && !term.contains("/"): kind = .command
    default: return nil
    }
  }

  /// Where a character is; nil behind the text.
  ///
  /// An ASCII character before another one joins nothing, so that its byte is enough.
  private static func index(of cursor: Int, in text: String) -> String.Index? {
    let bytes = text.utf8.span
    var (place, rest) = (0, cursor)
    while rest > 0, place < bytes.count {
      let isLast = place + 1 == bytes.count
      if bytes[place] < 0x80, bytes[place] != 0x0D, isLast || bytes[place + 1] < 0x80 {
        place += 1
      } else {
        let start = text.utf8.index(text.startIndex, offsetBy: place)
        place += text[start].utf8.count
      }
      rest -= 1
    }
    return rest == 0 ? text.utf8.index(text.startIndex, offsetBy: place) : nil
  }

  private static func hasMark(_ text: String) -> Bool {
    let bytes = text.utf8.span
    return bytes.indices.contains { isMark(bytes[$0]) }
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "@") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: "/")
  }

  /// The word and the number of its characters; nil when there is none, or it is too long.
  private static func word(
    in text: String, before end: String.Index
  ) -> (word: Substring, length: Int)? {
    var (start, length) = (end, 0)
    while start > text.startIndex {
      let before = text.index(before: start)
      if isBoundary(text[before]) { break }
      (start, length) = (before, length + 1)
      if length > most { return nil }
    }
    return length == 0 ? nil : (text[start..<end], length)
  }

  private static func isBoundary(_ character: Character) -> Bool {
    character == "(" || character == ")" || character == "\""
      || CharacterKind(character) == .blank
  }

  private static func isShortcode(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "_+-".contains(character)
  }
}
