extension LocatedJSONParser {
  // MARK: - Space

  /// Skips white space; comments are reported and skipped.
  mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case UInt8(ascii: "/"):
        guard skipComment() else { return }
      default: return
      }
    }
  }

  private mutating func skipComment() -> Bool {
    guard position + 1 < bytes.count else { return false }
    let isBlock = bytes[position + 1] == UInt8(ascii: "*")
    guard isBlock || bytes[position + 1] == UInt8(ascii: "/") else { return false }
    report(.syntax, "JSON does not allow comments", at: position, mend: "Remove the comment.")
    position = min(position + 2, bytes.count)
    while position < bytes.count {
      if isBlock {
        if bytes[position] == UInt8(ascii: "/"), bytes[position - 1] == UInt8(ascii: "*") {
          position += 1
          break
        }
      } else if bytes[position] == 0x0A {
        break
      }
      position += 1
    }
    return true
  }

  // MARK: - Words and numbers

  /// Skips the characters of a word.
  mutating func skipWord() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x00...0x20, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""),
        UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"):
        return
      default: position += 1
      }
    }
  }

  /// Parses `true`, `false`, `null` or a number; anything else is reported and counts as absent.
  mutating func parseWord() -> LocatedJSON? {
    let start = position
    skipWord()
    guard position > start else {
      report(.syntax, "found \(describe(start)) where a value is expected", at: start)
      position = min(position + 1, bytes.count)
      return nil
    }
    let word = bytes[start..<position]
    let text = String(decoding: word, as: UTF8.self)
    switch text {
    case "true": return LocatedJSON(.boolean(true), range: start..<position)
    case "false": return LocatedJSON(.boolean(false), range: start..<position)
    case "null": return LocatedJSON(.null, range: start..<position)
    default: break
    }
    if let first = word.first, isDigit(first) || first == UInt8(ascii: "-") {
      if let problem = numberProblem(word) {
        report(.syntax, problem.message, at: problem.offset, mend: problem.mend)
        return LocatedJSON(.number("0"), range: start..<position)
      }
      return LocatedJSON(.number(text), range: start..<position)
    }
    report(
      .syntax, "'\(text.printable)' is not a JSON value", at: start,
      mend: wordMend(text))
    return LocatedJSON(.null, range: start..<position)
  }

  private func wordMend(_ text: String) -> String {
    switch text.lowercased() {
    case "true", "false", "null": "Write it in lower case."
    case "none", "nil", "undefined": "Write null."
    case "nan", "infinity", "inf": "JSON has no number for that."
    case let word where word.hasPrefix("+") || word.hasPrefix("."):
      "A number begins with a digit or '-'."
    default: "Strings need quotation marks."
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private typealias Problem = (message: String, offset: Int, mend: String)

  /// The violation of the number grammar in RFC 8259, section 6, if any.
  private func numberProblem(_ word: ArraySlice<UInt8>) -> Problem? {
    var index = word.startIndex
    func skipDigits() -> Int {
      let start = index
      while index < word.endIndex, isDigit(word[index]) { index += 1 }
      return index - start
    }
    if word[index] == UInt8(ascii: "-") { index += 1 }
    let whole = index
    let count = skipDigits()
    if count == 0 { return ("a digit is missing in this number", index, "Write a digit.") }
    if count > 1, word[whole] == UInt8(ascii: "0") {
      return ("a number has a leading zero", whole, "Remove the zero.")
    }
    if index < word.endIndex, word[index] == UInt8(ascii: ".") {
      index += 1
      if skipDigits() == 0 {
        return ("a digit is missing after the decimal point", index, "Write a digit.")
      }
    }
    if index < word.endIndex, word[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < word.endIndex,
        word[index] == UInt8(ascii: "+") || word[index] == UInt8(ascii: "-")
      {
        index += 1
      }
      if skipDigits() == 0 {
        return ("a digit is missing in the exponent", index, "Write a digit.")
      }
    }
    guard index < word.endIndex else { return nil }
    return ("found \(describe(index)) in a number", index, "Write the number in decimal digits.")
  }

  // MARK: - Strings

  /// Parses a string from its opening to its closing quotation mark.
  mutating func parseString(quote: UInt8 = UInt8(ascii: "\"")) -> String {
    let start = position
    if quote != UInt8(ascii: "\"") {
      report(
        .syntax, "a string is in single quotation marks", at: start,
        mend: "Use double quotation marks.")
    }
    position += 1
    var text: [UInt8] = []
    var plain = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == quote {
        text += bytes[plain..<position]
        position += 1
        return String(decoding: text, as: UTF8.self)
      }
      if byte == UInt8(ascii: "\\") {
        text += bytes[plain..<position]
        parseEscape(into: &text)
        plain = position
      } else if byte == 0x0A || byte == 0x0D {
        break
      } else {
        if byte < 0x20 {
          report(
            .syntax, "the control character \(UTF8Check.hexadecimal(byte)) is in a string",
            at: position, mend: "Write it as \\u\(UTF8Check.fourDigits(byte)).")
        }
        position += 1
      }
    }
    if plain < position { text += bytes[plain..<min(position, bytes.count)] }
    report(.syntax, "a string is not closed on its line", at: start, mend: "Close it with '\"'.")
    return String(decoding: text, as: UTF8.self)
  }

  /// Parses an escape; an escape that JSON does not have counts as the character after the
  /// backslash.
  private mutating func parseEscape(into text: inout [UInt8]) {
    let start = position
    position += 1
    guard position < bytes.count else { return }
    let byte = bytes[position]
    if byte == 0x0A || byte == 0x0D { return }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): parseUnicodeEscape(startingAt: start, into: &text)
    default:
      report(
        .syntax, "JSON has no escape '\\' with \(describe(position - 1))", at: start,
        mend: "Write '\\\\' for a backslash.")
      position -= 1
      if byte < 0x80 {
        text.append(byte)
        position += 1
      }
    }
  }

  /// Parses the digits after `\u` and the second half of a pair; a lone surrogate becomes U+FFFD.
  private mutating func parseUnicodeEscape(startingAt start: Int, into text: inout [UInt8]) {
    guard let first = parseFourDigits() else {
      report(
        .syntax, "four hexadecimal digits are expected after \\u", at: start,
        mend: "Write for example \\u0041.")
      return
    }
    var scalar = Unicode.Scalar(UInt32(first))
    if scalar == nil, first < 0xDC00, position + 1 < bytes.count,
      bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
    {
      let before = position
      position += 2
      if let second = parseFourDigits(), (0xDC00...0xDFFF).contains(second) {
        scalar = Unicode.Scalar(
          0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00)
      } else {
        position = before
      }
    }
    text += Array(String(scalar ?? "\u{FFFD}").utf8)
  }

  private mutating func parseFourDigits() -> UInt16? {
    guard position + 4 <= bytes.count else { return nil }
    var value: UInt16 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt16(digit)
    }
    position += 4
    return value
  }
}
