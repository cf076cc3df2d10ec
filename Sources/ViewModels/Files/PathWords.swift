/// Paths as people and terminals write them on one line: with the quotes and backslashes of a shell, or as
/// `file` addresses.
nonisolated enum PathWords {
  /// Nobody means more at once.
  static let most = 50

  /// One word of a line.
  struct Word: Equatable {
    /// The word without its quotes.
    var text: String
    /// Where it begins in the line.
    var start: String.Index
  }

  /// The words of a line; a quote that is not closed reaches to its end.
  static func words(of line: String) -> [Word] {
    var words: [Word] = []
    var current: Word?
    var quote: Character?
    var isEscaped = false
    for index in line.indices {
      let character = line[index]
      func add(_ character: Character?) {
        if current == nil { current = Word(text: "", start: index) }
        if let character { current?.text.append(character) }
      }
      if isEscaped {
        // Between double quotes a backslash stays, unless it is before one of these.
        if quote == "\"", !"\"\\$`".contains(character) { add("\\") }
        add(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        add(nil)
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { add(character) }
      } else if character == "'" || character == "\"" {
        add(nil)
        quote = character
      } else if character.isWhitespace {
        if let word = current { words.append(word) }
        current = nil
      } else {
        add(character)
      }
    }
    if let word = current { words.append(word) }
    return words
  }

  /// The paths that a line names; `file` addresses become paths.
  static func paths(in line: String) -> [String] {
    words(of: line).map { path(ofAddress: $0.text) ?? $0.text }
  }

  /// What a pasted text may name, if it consists of nothing but absolute paths and `file` addresses: all
  /// readings of it, likeliest first.
  static func candidates(inPaste text: String) -> [[String]] {
    let line = text.trimmed
    guard line.utf8.count <= 32_768 else { return [] }
    let words = paths(in: line)
    var readings: [[String]] = []
    if (1...most).contains(words.count), words.allSatisfy({ $0.hasPrefix("/") }) {
      readings.append(words)
    }
    // Some terminals quote nothing.
    let isOneLine = !line.contains { $0.isNewline }
    if line.hasPrefix("/"), isOneLine, readings != [[line]] { readings.append([line]) }
    return readings
  }

  /// A path as a word of a line; `~` at its beginning keeps its meaning.
  static func quoted(_ path: String) -> String {
    path.reduce(into: "") { text, character in
      let isPlain =
        character.isLetter || character.isNumber || "/._-+,:@%=~^".contains(character)
      text += isPlain ? "\(character)" : "\\\(character)"
    }
  }

  /// The path of a `file` address of this machine; nil for other text.
  ///
  /// Source: RFC 8089.
  static func path(ofAddress text: String) -> String? {
    guard text.lowercased().hasPrefix("file:") else { return nil }
    var rest = text.dropFirst(5)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      if rest.lowercased().hasPrefix("localhost/") { rest = rest.dropFirst(9) }
    }
    guard rest.hasPrefix("/") else { return nil }
    return decoded(rest)
  }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.first {
      rest = rest.dropFirst()
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let digits = String(rest.prefix(2)), digits.utf8.count == 2,
        digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
        let value = UInt8(digits, radix: 16), value != 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
