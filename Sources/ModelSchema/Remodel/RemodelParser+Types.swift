extension RemodelParser {
  /// A type in Objective-C or Swift spelling; nil, with a diagnostic, if there is none.
  mutating func parseType(depth: Int = 1) -> TypeSyntax? {
    cursor.skipSpace()
    let offset = cursor.offset
    guard depth <= Self.maximumTypeDepth else {
      diagnostics.report(
        .nestingTooDeep, "types nest deeper than \(Self.maximumTypeDepth) levels",
        mend: "Give the inner type its own name.", at: offset)
      return nil
    }
    guard let form = cursor.take("[") ? parseBrackets(depth) : parseNamed(depth) else { return nil }
    var type = TypeSyntax(form: form, offset: offset)
    if case .name = form {
      guard parseUnderlying(into: &type) else { return nil }
    }
    return parseSuffixes(of: &type) ? type : nil
  }

  /// `Element]` or `Key: Value]`.
  private mutating func parseBrackets(_ depth: Int) -> TypeSyntax.Form? {
    guard let first = parseType(depth: depth + 1) else { return nil }
    cursor.skipSpace()
    var form = TypeSyntax.Form.array(first)
    if cursor.take(":") {
      guard let second = parseType(depth: depth + 1) else { return nil }
      form = .dictionary(key: first, value: second)
      cursor.skipSpace()
    }
    guard cursor.take("]") else {
      refuseAhead("']'", mend: "Write '[Element]' or '[Key: Value]'.")
      return nil
    }
    return form
  }

  private mutating func parseNamed(_ depth: Int) -> TypeSyntax.Form? {
    guard var name = cursor.takeWord() else {
      refuseAhead("a type", mend: "Write 'Type name'.")
      return nil
    }
    while cursor.peek == UInt8(ascii: "."), let next = cursor.peek(1), RemodelCursor.isWord(next) {
      cursor.advance()
      name.text += "." + (cursor.takeWord()?.text ?? "")
    }
    guard acceptsAsOneWord(name) else { return nil }
    guard opensNext("<") else { return .name(name.text, arguments: nil) }
    var arguments: [TypeSyntax] = []
    cursor.skipSpace()
    if cursor.take(">") { return .name(name.text, arguments: arguments) }
    repeat {
      guard let argument = parseType(depth: depth + 1) else { return nil }
      arguments.append(argument)
      cursor.skipSpace()
    } while cursor.take(",")
    guard cursor.take(">") else {
      refuseAhead("',' or '>'", mend: "Close the angle brackets of '\(name.text.printable)'.")
      return nil
    }
    return .name(name.text, arguments: arguments)
  }

  /// Rejects C's types of several words, which the grammar does not include.
  private mutating func acceptsAsOneWord(_ name: Word) -> Bool {
    let mend: String
    switch name.text {
    case "unsigned", "signed": mend = "Write one word: 'uint32_t', 'int64_t', 'NSUInteger'."
    case "const", "volatile", "static", "__strong", "__weak", "weak", "strong":
      mend = "Remove '\(name.text)': values do not change."
    case "struct", "enum", "union": mend = "Write the name of the type alone."
    case "let", "var": mend = "Write 'Type name', without '\(name.text)'."
    case "long" where continuesLong: mend = "Write one word: 'int64_t' or 'double'."
    default: return true
    }
    diagnostics.report(
      .unsupportedType, "'\(name.text)' is not the name of a type", mend: mend, at: name.offset)
    return false
  }

  /// Whether `long` continues as `long long`, `long int` or `long double`.
  private var continuesLong: Bool {
    var ahead = cursor
    ahead.skipSpace()
    return ["long", "int", "double"].contains(ahead.takeWord()?.text ?? "")
  }

  /// `(NSUInteger)` after the name of an enum.
  private mutating func parseUnderlying(into type: inout TypeSyntax) -> Bool {
    guard opensNext("(") else { return true }
    cursor.skipSpace()
    if cursor.peek == UInt8(ascii: "^") {
      return refuseSuffix(
        "a block", mend: "Give it a name in Swift, and write '%type name=… kind=opaque'.",
        at: cursor.offset)
    }
    let word = cursor.takeWord()
    cursor.skipSpace()
    guard let word, cursor.take(")") else {
      refuseAhead(
        word == nil ? "the type of the enum's values" : "')'", mend: "Write 'Name(NSUInteger)'.")
      return false
    }
    type.underlying = word
    return true
  }

  private mutating func parseSuffixes(of type: inout TypeSyntax) -> Bool {
    while true {
      let end = cursor.offset
      cursor.skipSpace()
      let offset = cursor.offset
      if cursor.take("*") {
        guard !type.isPointer, !type.isOptional else {
          return refuseSuffix("a pointer to a pointer", mend: "Write one '*'.", at: offset)
        }
        type.isPointer = true
      } else if cursor.take("?") {
        guard !type.isOptional else {
          return refuseSuffix(
            "an optional of an optional", mend: "Write one '?'.", at: offset)
        }
        type.isOptional = true
      } else if cursor.take("!") {
        return refuseSuffix(
          "an implicitly unwrapped optional", mend: "Write '?' or nothing.", at: offset)
      } else {
        cursor.move(to: end)
        return true
      }
    }
  }

  private mutating func refuseSuffix(_ what: String, mend: String, at offset: Int) -> Bool {
    diagnostics.report(
      .unsupportedType, "\(what) cannot be a field", mend: mend, at: offset)
    return false
  }

  /// Consumes an opening character on the same line.
  private mutating func opensNext(_ mark: Unicode.Scalar) -> Bool {
    var ahead = cursor
    while ahead.peek == UInt8(ascii: " ") { ahead.advance() }
    guard ahead.take(mark) else { return false }
    cursor = ahead
    return true
  }
}
