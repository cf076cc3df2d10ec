import MatrixGrammar

/// A text in which some names stand for links to people and rooms.
///
/// Its source is Markdown, in which each of them is a link such as
/// `[Ada](https://matrix.to/#/%40ada%3Aexample.org)`; whoever types such a link means the same.
package struct PillText: Hashable, Sendable {
  /// A name that stands for a link.
  package struct Pill: Hashable, Sendable {
    /// The UTF-8 offsets of the name in the text.
    package var range: Range<Int>
    /// What the name links to.
    package var target: PillTarget

    /// Creates a pill.
    package init(range: Range<Int>, target: PillTarget) {
      self.range = range
      self.target = target
    }
  }

  /// The text with the names.
  package var text: String
  /// The names that stand for links, in their order.
  package var pills: [Pill]

  /// Creates a text, by default one without links.
  package init(text: String, pills: [Pill] = []) {
    self.text = text
    self.pills = pills
  }

  /// The people that the text names, each once.
  package var people: [UserID] {
    pills.compactMap { $0.target.person }.reduce(into: []) {
      if !$0.contains($1) { $0.append($1) }
    }
  }

  /// The names in the text that stand for links, with what they link to.
  package var links: [(name: String, target: PillTarget)] {
    pills.map { (String(slice($0.range)), $0.target) }
  }

  /// The Markdown that says the same.
  package var source: String {
    linked { name, target in "[\(Self.escaped(name))](\(target.address))" }
  }

  /// The text with another one in place of each name.
  package func linked(_ link: (_ name: Substring, PillTarget) -> String) -> String {
    guard !pills.isEmpty else { return text }
    var (result, place) = ("", 0)
    for pill in pills {
      result += slice(place..<pill.range.lowerBound)
      result += link(slice(pill.range), pill.target)
      place = pill.range.upperBound
    }
    return result + slice(place..<text.utf8.count)
  }

  private func slice(_ range: Range<Int>) -> Substring {
    let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    return text[start..<text.utf8.index(start, offsetBy: range.count)]
  }

  /// All punctuation escaped: a name is no Markdown.
  private static func escaped(_ name: Substring) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      if scalar.isASCII, isPunctuation(UInt8(scalar.value)) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  fileprivate static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}

extension PillText {
  /// Reads Markdown: its links to people and rooms become their names.
  package init(source: String) {
    guard source.utf8.firstRange(of: PillTarget.prefix.utf8) != nil else {
      self.init(text: source)
      return
    }
    var reader = PillReader(source)
    self = reader.read()
  }

  /// The names of a plain text that are links in the message's HTML; nil when it has none.
  ///
  /// The search for each name costs time, so strangers' messages get only so many.
  package init?(body: String, html: String) {
    guard html.utf8.firstRange(of: PillTarget.prefix.utf8) != nil else { return nil }
    var pills: [Pill] = []
    var rest = body.utf8[...]
    let parts = html.split(
      separator: "<a href=\"", maxSplits: Self.mostLinks, omittingEmptySubsequences: false)
    for part in parts.dropFirst() {
      guard let target = part.firstRange(of: "\">"), let end = part.firstRange(of: "</a>"),
        target.upperBound <= end.lowerBound,
        let link = PillTarget(part[..<target.lowerBound])
      else { continue }
      let name = Self.unescaped(part[target.upperBound..<end.lowerBound])
      guard !name.isEmpty, let found = rest.firstRange(of: name.utf8) else { continue }
      let start = body.utf8.distance(from: body.startIndex, to: found.lowerBound)
      pills.append(Pill(range: start..<start + name.utf8.count, target: link))
      rest = rest[found.upperBound...]
    }
    guard !pills.isEmpty else { return nil }
    self.init(text: body, pills: pills)
  }

  private static let mostLinks = 50

  private static func unescaped(_ name: Substring) -> String {
    String(name).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing(
      "&quot;", with: "\""
    )
    .replacing("&amp;", with: "&")
  }
}

/// What a pill links to: a person, or a room by its alias or ID.
///
/// Source: Matrix specification, appendices, "matrix.to navigation".
package struct PillTarget: Hashable, Sendable {
  package static let prefix = "https://matrix.to/#/"
  /// Longer than any identifier with its encoding and the servers of a room.
  private static let mostBytes = 1_024

  /// The link.
  package let address: String
  /// The person; nil for a room.
  package let person: UserID?

  /// A link to a person.
  package init(_ person: UserID) {
    address = Self.prefix + PercentEncoding.encode(person.rawValue)
    self.person = person
  }

  /// A link to a room with an alias.
  package init(_ alias: RoomAlias) {
    address = Self.prefix + PercentEncoding.encode(alias.rawValue)
    person = nil
  }

  /// A link to a room without an alias, which others find through a server.
  package init(_ room: RoomID, via server: String) {
    let id = PercentEncoding.encode(room.rawValue)
    address = "\(Self.prefix)\(id)?via=\(PercentEncoding.encode(server))"
    person = nil
  }

  /// Nil when a text is no such link.
  package init?(_ address: some StringProtocol) {
    guard address.utf8.count <= Self.mostBytes, address.hasPrefix(Self.prefix) else { return nil }
    let rest = address.dropFirst(Self.prefix.count)
    let name = rest.prefix { $0 != "?" }
    guard rest.utf8.allSatisfy(Self.isPart), !name.contains("/"),
      let identifier = try? PercentEncoding.decoded(Substring(name).utf8)
    else { return nil }
    person = UserID(identifier)
    guard person != nil || RoomAlias(identifier) != nil || RoomID(identifier) != nil else {
      return nil
    }
    self.address = String(address)
  }

  /// Whether a byte needs no escape in Markdown's links and in HTML.
  private static func isPart(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !"\"'()<>\\`&*[]".utf8.contains(byte)
  }
}

/// Reads Markdown with links to people and rooms.
private struct PillReader {
  private let bytes: [UInt8]
  private var place = 0
  private var output: [UInt8] = []
  private var pills: [PillText.Pill] = []

  init(_ source: String) { bytes = Array(source.utf8) }

  mutating func read() -> PillText {
    output.reserveCapacity(bytes.count)
    while place < bytes.count {
      if let (name, target, end) = link() {
        pills.append(.init(range: output.count..<output.count + name.count, target: target))
        output += name
        place = end
      } else {
        output.append(bytes[place])
        place += 1
      }
    }
    return PillText(text: String(decoding: output, as: UTF8.self), pills: pills)
  }

  /// The link that begins here, and where it ends.
  private func link() -> (name: [UInt8], target: PillTarget, end: Int)? {
    let escapes = [UInt8(ascii: "\\"), UInt8(ascii: "!")]
    guard bytes[place] == UInt8(ascii: "["), place == 0 || !escapes.contains(bytes[place - 1]),
      let (name, start) = name(from: place + 1),
      bytes[start...].starts(with: "](https://matrix.to/#/".utf8),
      let end = bytes[start...].firstIndex(of: UInt8(ascii: ")"))
    else { return nil }
    return PillTarget(String(decoding: bytes[start + 2..<end], as: UTF8.self)).map {
      (name, $0, end + 1)
    }
  }

  /// The text of a link, and where its bracket closes.
  private func name(from start: Int) -> (name: [UInt8], end: Int)? {
    var name: [UInt8] = []
    var index = start
    while index < bytes.count, name.count <= 1_024 {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "]"): return name.isEmpty ? nil : (name, index)
      case UInt8(ascii: "["), 0x0A, 0x0D: return nil
      case UInt8(ascii: "\\")
      where index + 1 < bytes.count && PillText.isPunctuation(bytes[index + 1]):
        name.append(bytes[index + 1])
        index += 2
      default:
        name.append(byte)
        index += 1
      }
    }
    return nil
  }
}
