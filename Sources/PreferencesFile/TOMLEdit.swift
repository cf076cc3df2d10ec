package import Controllers

/// Changes one value in the text of a file, and leaves every other byte as it is.
struct TOMLEdit {
  private let document: TOMLDocument

  init(_ document: TOMLDocument) { self.document = document }

  /// The text with a value for a name in a table; nil when that cannot be written without changing
  /// something else.
  func setting(_ name: String, in table: String, to value: PreferenceValue) -> [UInt8]? {
    let path = [table, name]
    let literal = Array(TOMLText.literal(value).utf8)
    if let entry = document.entry(at: path) {
      // A comment between the values of a list would be lost.
      let isCommented = value.isList && document.bytes[entry.range].contains(UInt8(ascii: "#"))
      guard entry.value != .table, !isCommented else { return nil }
      return verified(replacing(entry.range, literal), path, value)
    }
    let line = Array(TOMLText.key(name).utf8) + Array(" = ".utf8) + literal
    let ways = [insert(line, in: table), append(line, in: table)]
    return ways.lazy.compactMap { $0 }.compactMap { verified($0, path, value) }.first
  }

  // MARK: Places

  /// Behind the last value of the table, or behind its header.
  private func insert(_ line: [UInt8], in table: String) -> [UInt8]? {
    guard let header = document.entry(at: [table]), header.value == .table else { return nil }
    let own = document.entries.filter { $0.path.count == 2 && $0.path[0] == table }
    let last = own.max { $0.range.upperBound < $1.range.upperBound }
    switch document.bytes[header.range].first {
    case UInt8(ascii: "{"): return insert(line, inside: header, behind: last)
    case UInt8(ascii: "["): return insert(line, below: last ?? header, like: last)
    default:
      // A table of dotted names.
      return insert(
        Array((TOMLText.key(table) + ".").utf8) + line, below: last ?? header, like: last)
    }
  }

  private func insert(
    _ line: [UInt8], inside table: TOMLDocument.Entry, behind last: TOMLDocument.Entry?
  ) -> [UInt8] {
    if let last { return inserting(Array(", ".utf8) + line, at: last.range.upperBound) }
    return inserting(Array(" ".utf8) + line + Array(" ".utf8), at: table.range.lowerBound + 1)
  }

  /// On a line of its own, which begins like the one of another value.
  private func insert(
    _ line: [UInt8], below entry: TOMLDocument.Entry, like other: TOMLDocument.Entry?
  ) -> [UInt8] {
    let places = TextPlaces(document.bytes)
    let above = places.line(at: max(entry.range.upperBound, entry.range.lowerBound + 1) - 1)
    let indent = other.map { other in
      document.bytes[places.line(at: other.keyStart)].prefix { $0 == 0x20 || $0 == 0x09 }
    }
    let new = Array(indent ?? []) + line
    guard above.upperBound < document.bytes.count else {
      return document.bytes + lineEnd + new + lineEnd
    }
    return inserting(new + lineEnd, at: above.upperBound + 1)
  }

  /// At the end of the file, in a table of its own.
  private func append(_ line: [UInt8], in table: String) -> [UInt8] {
    var text = document.bytes
    if let last = text.last, last != 0x0A { text += lineEnd }
    if !text.isEmpty { text += lineEnd }
    return text + Array("[\(TOMLText.key(table))]".utf8) + lineEnd + line + lineEnd
  }

  // MARK: Bytes

  private var lineEnd: [UInt8] {
    guard let end = document.bytes.firstIndex(of: 0x0A), end > 0 else { return [0x0A] }
    return document.bytes[end - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }

  private func replacing(_ range: Range<Int>, _ bytes: [UInt8]) -> [UInt8] {
    var text = document.bytes
    text.replaceSubrange(range, with: bytes)
    return text
  }

  private func inserting(_ bytes: [UInt8], at offset: Int) -> [UInt8] {
    replacing(offset..<offset, bytes)
  }

  /// The text if it says the same as before in all but the one value.
  private func verified(
    _ text: [UInt8], _ path: [String], _ value: PreferenceValue
  ) -> [UInt8]? {
    guard let new = try? TOMLDocument(text), let entry = new.entry(at: path),
      PreferenceValue(entry.value) == value
    else { return nil }
    var (before, after) = (document.values, new.values)
    before[path] = nil
    after[path] = nil
    // A table may be new.
    if before[[path[0]]] == nil { after[[path[0]]] = nil }
    return before == after ? text : nil
  }
}

extension PreferenceValue {
  fileprivate var isList: Bool { if case .words = self { true } else { false } }
}

/// Values and names as TOML.
///
/// Source: TOML 1.0, "String" and "Keys".
package enum TOMLText {
  /// A value.
  package static func literal(_ value: PreferenceValue) -> String {
    switch value {
    case .flag(let flag): flag ? "true" : "false"
    case .number(let number): String(number)
    case .text(let text): quoted(text)
    case .words(let words): "[" + words.map(quoted).joined(separator: ", ") + "]"
    }
  }

  /// A name: quoted when it is no bare one.
  static func key(_ name: String) -> String {
    let isBare = name.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    return isBare && !name.isEmpty ? name : quoted(name)
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
