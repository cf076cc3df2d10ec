extension RemodelParser {
  /// The comments and annotations before a declaration.
  struct Prefix {
    var comments: [String] = []
    var annotations: [AnnotationSyntax] = []
  }

  /// Comments and annotations, in any order.
  mutating func parsePrefix() -> Prefix {
    var prefix = Prefix()
    while !diagnostics.isFull {
      cursor.skipSpace()
      if cursor.peek == UInt8(ascii: "#") {
        prefix.comments.append(parseComment())
      } else if cursor.peek == UInt8(ascii: "%") {
        if let annotation = parseAnnotation() { prefix.annotations.append(annotation) }
      } else {
        break
      }
    }
    return prefix
  }

  /// The text after `#`, to the end of the line, without one leading blank.
  private mutating func parseComment() -> String {
    cursor.advance()
    if cursor.peek == UInt8(ascii: " ") { cursor.advance() }
    let start = cursor.offset
    while let byte = cursor.peek, byte != UInt8(ascii: "\n") { cursor.advance() }
    var end = cursor.offset
    while end > start, RemodelCursor.isSpace(cursor.bytes[end - 1]) { end -= 1 }
    return cursor.text(start..<end)
  }

  /// Parses the fields up to the closing brace, which is consumed.
  mutating func parseFields() -> [FieldSyntax] {
    var fields: [FieldSyntax] = []
    parseMembers(of: "a field") { parser, prefix in
      guard var field = parser.parseField(prefix) else { return false }
      parser.skipBlanks()
      if parser.cursor.peek == UInt8(ascii: "#") { field.comments.append(parser.parseComment()) }
      fields.append(field)
      return true
    }
    return fields
  }

  /// Parses the cases up to the closing brace, which is consumed.
  mutating func parseSubtypes() -> [SubtypeSyntax] {
    var subtypes: [SubtypeSyntax] = []
    parseMembers(of: "a case") { parser, prefix in
      guard let subtype = parser.parseSubtype(prefix) else { return false }
      subtypes.append(subtype)
      return true
    }
    return subtypes
  }

  /// Calls `parse` for each member; after a failure the rest of the line is skipped.
  private mutating func parseMembers(
    of what: String, _ parse: (inout RemodelParser, Prefix) -> Bool
  ) {
    let opening = cursor.offset - 1
    while !diagnostics.isFull {
      let start = cursor.offset
      let prefix = parsePrefix()
      if cursor.isAtEnd {
        let line = diagnostics.location(opening).line
        diagnostics.report(
          .syntax, "the '{' of line \(line) is not closed", mend: "Add '}'.", at: cursor.end)
        return
      }
      if cursor.take("}") {
        return refuseDangling(prefix.annotations, before: what)
      }
      if !parse(&self, prefix) { skipToNextMember() }
      if cursor.offset == start { cursor.advance() }
    }
  }

  private mutating func parseField(_ prefix: Prefix) -> FieldSyntax? {
    guard let type = parseType() else { return nil }
    let typeEnd = cursor.offset
    cursor.skipSpace()
    let start = cursor.offset
    guard let name = cursor.takeWord() else {
      refuseMissingName(typeEnd)
      cursor.move(to: typeEnd)
      return nil
    }
    if lineEnds(between: typeEnd, and: start), startsAnotherField(name) {
      refuseNamelessField(typeEnd)
      cursor.move(to: typeEnd)
      return nil
    }
    skipBlanks()
    guard endsMember(after: name) else { return nil }
    return FieldSyntax(
      type: type, name: name, comments: prefix.comments, annotations: prefix.annotations)
  }

  private mutating func parseSubtype(_ prefix: Prefix) -> SubtypeSyntax? {
    guard let name = cursor.takeWord() else {
      refuseAhead("the name of a case", mend: "Write 'name' or 'name { Type field }'.")
      return nil
    }
    let nameEnd = cursor.offset
    cursor.skipSpace()
    var fields: [FieldSyntax]?
    if cursor.take("{") {
      fields = parseFields()
    } else {
      cursor.move(to: nameEnd)
    }
    skipBlanks()
    if let byte = cursor.peek, "*<[?:=(".utf8.contains(byte) {
      refuseAhead(
        "another case", mend: "Put the fields of a case in braces: 'name { Type field }'.")
      return nil
    }
    var comments = prefix.comments
    if cursor.peek == UInt8(ascii: "#") { comments.append(parseComment()) }
    takeSeparator()
    return SubtypeSyntax(
      name: name, fields: fields, comments: comments, annotations: prefix.annotations)
  }
}

extension RemodelParser {
  private mutating func skipBlanks() {
    while let byte = cursor.peek, byte != UInt8(ascii: "\n"), RemodelCursor.isSpace(byte) {
      cursor.advance()
    }
  }

  /// Consumes a comma or semicolon, even on a following line.
  private mutating func takeSeparator() {
    let start = cursor.offset
    cursor.skipSpace()
    if !cursor.take(","), !cursor.take(";") { cursor.move(to: start) }
  }

  private func lineEnds(between start: Int, and end: Int) -> Bool {
    start < end && cursor.bytes[start..<end].contains(UInt8(ascii: "\n"))
  }

  /// Whether the word before the cursor, alone on its line, is probably the type of the next field.
  private func startsAnotherField(_ word: Word) -> Bool {
    var ahead = cursor
    while let byte = ahead.peek, byte != UInt8(ascii: "\n"), RemodelCursor.isSpace(byte) {
      ahead.advance()
    }
    guard let byte = ahead.peek else { return false }
    if "*<(?.".utf8.contains(byte) { return true }
    let looksLikeType =
      TypeSpelling.isTaken(word.text) || word.text.first.map { $0.isUppercase } == true
    return looksLikeType && RemodelCursor.isWord(byte)
  }

  private mutating func refuseNamelessField(_ typeEnd: Int) {
    diagnostics.report(
      .syntax, "the field has no name", mend: "Write 'Type name'.", at: typeEnd)
  }

  private mutating func refuseMissingName(_ typeEnd: Int) {
    switch cursor.peek {
    case UInt8(ascii: ":"):
      refuseAhead("the name of the field", mend: "Write the type first: 'Type name'.")
    case UInt8(ascii: "{"):
      refuseAhead(
        "the name of the field", mend: "Cases with fields belong in an .adtValue file."
      )
    case UInt8(ascii: "}"), UInt8(ascii: ";"), nil:
      refuseNamelessField(typeEnd)
    default:
      refuseAhead("the name of the field", mend: "Write 'Type name'.")
    }
  }

  /// Consumes the separator after a field; false if something invalid follows.
  private mutating func endsMember(after name: Word) -> Bool {
    if cursor.take(";") || cursor.take(",") { return true }
    guard let byte = cursor.peek else { return true }
    switch byte {
    case UInt8(ascii: "}"), UInt8(ascii: "#"), UInt8(ascii: "%"): return true
    case UInt8(ascii: "="):
      refuseAhead(
        "the end of the field", mend: "Write '%default value=…' on the line above the field.")
      return false
    case _ where RemodelCursor.isSpace(byte) || RemodelCursor.isWord(byte):
      return refuseQualifier(name)
    default:
      refuseAhead("the end of the field", mend: "End it with ';' or a new line.")
      return false
    }
  }

  /// Rejects Objective-C's nullability keywords, for which this grammar has annotations.
  private mutating func refuseQualifier(_ name: Word) -> Bool {
    let annotation: String
    switch name.text {
    case "_Nullable", "__nullable", "nullable": annotation = "%nullable"
    case "_Nonnull", "__nonnull", "nonnull": annotation = "%nonnull"
    default: return true
    }
    guard let next = cursor.peek, RemodelCursor.isWord(next) else { return true }
    diagnostics.report(
      .syntax, "'\(name.text)' is not a valid name for a field",
      mend: "Write '\(annotation)' on the line above the field.", at: name.offset)
    return false
  }

  mutating func refuseDangling(_ annotations: [AnnotationSyntax], before what: String) {
    guard let last = annotations.last else { return }
    diagnostics.report(
      .invalidAnnotation, "'%\(last.name.printable)' precedes no declaration",
      mend: "Put it above \(what), or remove it.", at: last.offset)
  }

  /// Reports that the next token was not expected.
  mutating func refuseAhead(_ expected: String, mend: String) {
    var mend = mend
    if cursor.peek == UInt8(ascii: "/"),
      [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(cursor.peek(1))
    {
      mend = "Comments begin with '#', and end with the line."
    }
    diagnostics.report(
      .syntax, "expected \(expected), found \(ahead)", mend: mend, at: cursor.offset)
  }

  /// The next token, for a message.
  private var ahead: String {
    guard let byte = cursor.peek else {
      return cursor.end < cursor.bytes.count ? "the end of the value" : "the end of the file"
    }
    if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return "the end of the line" }
    var copy = cursor
    if let word = copy.takeWord() { return "'\(word.text.printable)'" }
    guard (0x20...0x7E).contains(byte) else { return "the byte \(UTF8Check.hexadecimal(byte))" }
    return "'\(Character(Unicode.Scalar(byte)))'"
  }

  /// Skips to the next line or past the next `;`, over whole blocks in braces, but not out of the
  /// enclosing block.
  mutating func skipToNextMember() {
    var depth = 0
    while let byte = cursor.peek {
      switch byte {
      case UInt8(ascii: "#"):
        while let byte = cursor.peek, byte != UInt8(ascii: "\n") { cursor.advance() }
        continue
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        if depth == 0 { return }
        depth -= 1
        if depth == 0 { return cursor.advance() }
      case UInt8(ascii: "\n"), UInt8(ascii: ";"):
        if depth == 0 { return cursor.advance() }
      default: break
      }
      cursor.advance()
    }
  }
}
