extension RemodelParser {
  /// `%name key=value key="value with blanks"`; the values may continue on the next line.
  mutating func parseAnnotation() -> AnnotationSyntax? {
    let offset = cursor.offset
    cursor.advance()
    guard let name = cursor.takeWord(orAlso: "-") else {
      refuseAhead("the name of an annotation after '%'", mend: "Write '%name key=value'.")
      skipLine()
      return nil
    }
    var annotation = AnnotationSyntax(name: name.text, offset: offset, values: [])
    var keys: Set<String> = []
    while let key = parseKey() {
      guard let value = parseValue(of: key) else {
        skipLine()
        return nil
      }
      if !keys.insert(key.text).inserted {
        diagnostics.report(
          .invalidAnnotation,
          "'\(key.text.printable)' appears twice in '%\(name.text.printable)'",
          mend: "Remove one of the two.", at: key.offset)
      }
      annotation.values.append(.init(key: key, value: value))
    }
    return annotation
  }

  /// A word followed by `=`, which is consumed; otherwise nothing is consumed.
  private mutating func parseKey() -> Word? {
    var ahead = cursor
    ahead.skipSpace()
    guard let key = ahead.takeWord(orAlso: "-") else { return nil }
    while ahead.peek == UInt8(ascii: " ") { ahead.advance() }
    guard ahead.take("=") else { return nil }
    while ahead.peek == UInt8(ascii: " ") { ahead.advance() }
    cursor = ahead
    return key
  }

  private mutating func parseValue(of key: Word) -> Word? {
    if cursor.peek == UInt8(ascii: "\"") { return parseQuoted() }
    let start = cursor.offset
    while let byte = cursor.peek, !RemodelCursor.isSpace(byte), !endsValue(byte) {
      cursor.advance()
    }
    guard cursor.offset > start else {
      refuseAhead(
        "a value for '\(key.text.printable)'", mend: "Write '\(key.text.printable)=\"…\"'.")
      return nil
    }
    return Word(text: cursor.text(start..<cursor.offset), offset: start)
  }

  private func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "#"),
      UInt8(ascii: "%"), UInt8(ascii: ";"):
      true
    default: false
    }
  }

  /// There are no escapes between the quotation marks: a backslash is a backslash.
  private mutating func parseQuoted() -> Word? {
    let quote = cursor.offset
    cursor.advance()
    let start = cursor.offset
    while let byte = cursor.peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\n") {
      cursor.advance()
    }
    let text = cursor.text(start..<cursor.offset)
    guard cursor.take("\"") else {
      diagnostics.report(
        .syntax, "the quotation mark is not closed in its line", mend: "Add '\"'.", at: quote)
      return nil
    }
    return Word(text: text, offset: start)
  }

  private mutating func skipLine() {
    while let byte = cursor.peek, byte != UInt8(ascii: "\n") { cursor.advance() }
  }
}
