/// Parses JSON (RFC 8259) into `LocatedJSON`; continues after errors and reports the exact location
/// of each.
struct LocatedJSONParser {
  private(set) var diagnostics: [Diagnostic] = []
  let file: SourceFile
  let bytes: [UInt8]
  let options: LocatedJSON.Options
  var position = 0
  private var hasReportedDepth = false
  /// Set after enough errors have been reported; parsing then ends quickly.
  private(set) var hasGivenUp = false

  init(file: SourceFile, options: LocatedJSON.Options) {
    self.file = file
    self.options = options
    bytes = file.bytes
  }

  mutating func parseDocument() -> LocatedJSON? {
    guard bytes.count <= SourceFile.maximumByteCount else {
      report(
        .fileTooLarge, "the file has \(bytes.count) bytes", at: 0,
        mend: "A file may have at most \(SourceFile.maximumByteCount) bytes.")
      return nil
    }
    if let invalid = UTF8Check.firstInvalidOffset(in: bytes) {
      report(
        .notUTF8, "the bytes here are not UTF-8", at: invalid,
        mend: "Save the file in the encoding UTF-8.")
      return nil
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipSpace()
    guard position < bytes.count else {
      report(.syntax, "the file is empty", at: position, mend: "Write one JSON value.")
      return nil
    }
    let value = parseValue(depth: 0)
    skipSpace()
    if position < bytes.count, !hasGivenUp {
      report(
        .syntax, "found \(describe(position)) after the end of the value", at: position,
        mend: "A file holds exactly one JSON value.")
    }
    return value
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, at offset: Int, mend: String? = nil,
    severity: Diagnostic.Severity = .error
  ) {
    guard !hasGivenUp else { return }
    diagnostics.append(
      Diagnostic(code, message, mend: mend, at: file.location(at: offset), severity: severity))
    if diagnostics.count >= options.maximumDiagnosticCount {
      hasGivenUp = true
      position = bytes.count
    }
  }

  /// The description of a byte in messages.
  func describe(_ offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the file" }
    let byte = bytes[offset]
    if byte >= 0x21, byte < 0x7F { return "'\(Character(Unicode.Scalar(byte)))'" }
    if byte < 0x80 { return "the character \(UTF8Check.hexadecimal(byte))" }
    let text = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
    let value = text.unicodeScalars.first?.value ?? 0
    return "the character U+" + String(value, radix: 16, uppercase: true)
  }

  // MARK: - Values

  /// Parses the value at the position; a missing one is reported and counts as null.
  private mutating func parseValue(depth: Int) -> LocatedJSON? {
    let start = position
    guard start < bytes.count else {
      report(.syntax, "a value is missing at the end of the file", at: start)
      return nil
    }
    switch bytes[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth < options.maximumDepth else { return skipTooDeep() }
      return bytes[start] == UInt8(ascii: "{")
        ? parseObject(depth: depth + 1) : parseArray(depth: depth + 1)
    case UInt8(ascii: "\""):
      let text = parseString()
      return LocatedJSON(.string(text), range: start..<position)
    case UInt8(ascii: "'"):
      let text = parseString(quote: UInt8(ascii: "'"))
      return LocatedJSON(.string(text), range: start..<position)
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"):
      report(
        .syntax, "a value is missing before \(describe(start))", at: start,
        mend: "Write a value there, or remove what precedes it.")
      return nil
    default:
      return parseWord()
    }
  }

  /// Reports excessive nesting once, and skips the value without checking its grammar.
  private mutating func skipTooDeep() -> LocatedJSON {
    let start = position
    if !hasReportedDepth {
      hasReportedDepth = true
      report(
        .nestingTooDeep, "values are nested more than \(options.maximumDepth) deep", at: start,
        mend: "Split the file.")
    }
    var open = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
      case UInt8(ascii: "\""): skipQuoted()
      default: break
      }
      position = min(position + 1, bytes.count)
      if open <= 0 { break }
    }
    return LocatedJSON(.null, range: start..<position)
  }

  /// Leaves the position at the closing quotation mark or at the end.
  private mutating func skipQuoted() {
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
  }

  private mutating func parseArray(depth: Int) -> LocatedJSON {
    let start = position
    position += 1
    var elements: [LocatedJSON] = []
    var comma: Int?
    while true {
      skipSpace()
      guard !endsContainer(UInt8(ascii: "]"), openedAt: start, comma: comma) else { break }
      let before = position
      if let element = parseValue(depth: depth) { elements.append(element) }
      comma = parseSeparator(closing: UInt8(ascii: "]"), after: before, what: "element")
    }
    return LocatedJSON(.array(elements), range: start..<position)
  }

  private mutating func parseObject(depth: Int) -> LocatedJSON {
    let start = position
    position += 1
    var members = MemberList()
    var comma: Int?
    while true {
      skipSpace()
      guard !endsContainer(UInt8(ascii: "}"), openedAt: start, comma: comma) else { break }
      let before = position
      parseMember(into: &members, depth: depth)
      comma = parseSeparator(closing: UInt8(ascii: "}"), after: before, what: "member")
    }
    return LocatedJSON(.object(members.members), range: start..<position)
  }

  /// Whether the object or array ends here: at its bracket, at another one's, or at the end of the
  /// file.
  private mutating func endsContainer(_ closing: UInt8, openedAt start: Int, comma: Int?) -> Bool {
    guard position < bytes.count else {
      if !hasGivenUp {
        let opening = closing == UInt8(ascii: "}") ? "object" : "array"
        let place = file.location(at: start)
        report(
          .syntax, "the \(opening) of line \(place.line), column \(place.column) is not closed",
          at: position, mend: "Write '\(Character(Unicode.Scalar(closing)))' where it ends.")
      }
      return true
    }
    let byte = bytes[position]
    guard byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") else { return false }
    if byte != closing {
      report(
        .syntax,
        "found \(describe(position)) where '\(Character(Unicode.Scalar(closing)))' is expected",
        at: position)
    } else if let comma {
      report(
        .trailingComma, "a comma follows the last value", at: comma,
        mend: "Remove the comma.", severity: options.trailingCommas)
    }
    position = min(position + 1, bytes.count)
    return true
  }

  /// Parses the comma; returns its offset.
  ///
  /// Ensures that the position advances.
  private mutating func parseSeparator(closing: UInt8, after before: Int, what: String) -> Int? {
    skipSpace()
    guard position < bytes.count else { return nil }
    let byte = bytes[position]
    if byte == UInt8(ascii: ",") {
      position += 1
      return position - 1
    }
    if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { return nil }
    if position > before {
      report(
        .syntax, "found \(describe(position)) where a comma is expected", at: position,
        mend: "Separate one \(what) from the next with a comma.")
    } else {
      position += 1
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ":") { position += 1 }
    return nil
  }

  private mutating func parseMember(into members: inout MemberList, depth: Int) {
    let start = position
    guard let key = parseKey(depth: depth) else { return }
    let keyRange = start..<position
    skipSpace()
    if position < bytes.count, bytes[position] == UInt8(ascii: ":") {
      position += 1
      skipSpace()
    } else {
      report(
        .syntax, "found \(describe(position)) where the colon after a key is expected",
        at: position,
        mend: "Write ':' and a value after the key.")
      guard position < bytes.count, startsValue(bytes[position]) else { return }
    }
    guard let value = parseValue(depth: depth) else { return }
    let member = LocatedJSON.Member(key: key, keyRange: keyRange, value: value)
    guard let earlier = members.insert(member) else { return }
    let place = file.location(at: earlier.keyRange.lowerBound)
    let isSame = earlier.value.isSame(as: value)
    let severity = isSame ? .warning : options.duplicateKeys
    let other = severity == .warning ? "another value; this one counts" : "another value"
    report(
      .duplicateKey,
      "the key \"\(key.printable)\" is already in line \(place.line), "
        + "with \(isSame ? "the same value" : other)",
      at: start, mend: "Remove one of the two.", severity: severity)
  }

  private func startsValue(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: ",") && byte != UInt8(ascii: "}") && byte != UInt8(ascii: "]")
  }

  /// Parses a key; nil if nothing resembles one.
  private mutating func parseKey(depth: Int) -> String? {
    switch bytes[position] {
    case UInt8(ascii: "\""): return parseString()
    case UInt8(ascii: "'"): return parseString(quote: UInt8(ascii: "'"))
    case UInt8(ascii: ","):
      report(.syntax, "a member is missing before this comma", at: position, mend: "Remove it.")
      return nil
    case UInt8(ascii: ":"):
      report(.syntax, "a key is missing before this colon", at: position)
      position += 1
      skipSpace()
      if position < bytes.count, startsValue(bytes[position]) { _ = parseValue(depth: depth) }
      return nil
    default:
      let start = position
      skipWord()
      guard position > start else {
        report(.syntax, "found \(describe(start)) where a key is expected", at: start)
        return nil
      }
      report(
        .syntax, "a key has no quotation marks", at: start,
        mend: "Write keys as \"strings\".")
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
  }
}
