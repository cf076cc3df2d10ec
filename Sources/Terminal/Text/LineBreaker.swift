/// Finds the starts and ends of rows in one pass over a text.
struct LineBreaker {
  private let columns: Int
  private var scanner: ClusterScanner
  /// All positions are offsets of bytes.
  private var rows: [Range<Int>] = []

  /// Where the current row begins, and the columns used since.
  private var rowStart = 0
  private var used = 0

  /// The last position where the row may end, the position where the next row would then begin, and
  /// the columns used up to there.
  private var breakEnd: Int?
  private var breakNext = 0
  private var breakUsed = 0

  /// The end of the last character that is not a space.
  private var inkEnd = 0
  private var previous = BreakClass.space

  init(text: String, columns: Int) {
    self.columns = columns
    scanner = ClusterScanner(text)
  }

  mutating func run() -> [Range<String.Index>] {
    while let cluster = scanner.next() {
      if cluster.byte == 0x0A {
        endLine(at: cluster)
      } else {
        take(cluster)
      }
    }
    rows.append(rowStart..<scanner.count)
    return rows.map { scanner.index($0.lowerBound)..<scanner.index($0.upperBound) }
  }

  private mutating func endLine(at cluster: ClusterScanner.Cluster) {
    rows.append(rowStart..<cluster.offsets.lowerBound)
    startRow(at: cluster.offsets.upperBound)
    used = 0
    previous = .space
  }

  private mutating func take(_ cluster: ClusterScanner.Cluster) {
    let kind = BreakClass(cluster, of: scanner).following(previous)
    if kind == .space {
      takeSpace(cluster)
      return
    }
    let start = cluster.offsets.lowerBound
    if start > rowStart, kind.allowsBreak(after: previous) {
      breakEnd = previous == .space ? inkEnd : start
      breakNext = start
      breakUsed = used
    }
    if used + cluster.width > columns, start > rowStart { breakRow(before: start) }
    // After an early break, the part moved to the new row may still be too long.
    if used + cluster.width > columns, start > rowStart { breakRow(before: start) }
    used += cluster.width
    inkEnd = cluster.offsets.upperBound
    previous = kind
  }

  /// A space never starts a row: it hangs over the edge and disappears at the break.
  private mutating func takeSpace(_ cluster: ClusterScanner.Cluster) {
    used += cluster.width
    previous = .space
  }

  private mutating func breakRow(before start: Int) {
    if let end = breakEnd, breakNext > rowStart {
      rows.append(rowStart..<max(rowStart, end))
      let moved = used - breakUsed
      startRow(at: breakNext)
      used = moved
    } else {
      rows.append(rowStart..<start)
      startRow(at: start)
      used = 0
    }
  }

  private mutating func startRow(at index: Int) {
    rowStart = index
    breakEnd = nil
    breakNext = index
    breakUsed = 0
    inkEnd = max(inkEnd, index)
  }
}

/// The line-breaking class of a character.
enum BreakClass {
  case space
  /// No break on either side: no-break space, word joiner.
  case glue
  case letter
  case hyphen
  /// A separator in a URL, after which a row may end.
  case separator
  case wide
  /// Must not begin a row.
  case closing
  /// Must not end a row.
  case opening

  private static let closers = Set<Character>(
    "、。，．・：；？！”’）］｝」』】〕〉》〗〙〛ー…‥ゝゞ々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ!?,.:;)]}»")
  private static let openers = Set<Character>("“‘（［｛「『【〔〈《〖〘〚([{«")

  init(_ cluster: ClusterScanner.Cluster, of scanner: ClusterScanner) {
    switch cluster.byte {
    case 0x20: self = .space
    case UInt8(ascii: "-"): self = .hyphen
    case UInt8(ascii: "/"), UInt8(ascii: "&"), UInt8(ascii: "?"), UInt8(ascii: "="):
      self = .separator
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): self = .opening
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "!"),
      UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: ";"):
      self = .closing
    case 0xFF where cluster.scalar.map(Self.isIdeograph) == true: self = .wide
    case 0xFF: self.init(scanner.character(of: cluster), width: cluster.width)
    default: self = .letter
    }
  }

  /// The CJK ideographs and Hangul syllables, among which nothing has a class of its own.
  private static func isIdeograph(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
  }

  private init(_ character: Character, width: Int) {
    switch character {
    case "\u{A0}", "\u{202F}", "\u{2007}", "\u{2011}": self = .glue
    case "\u{3000}", "\u{2002}", "\u{2003}", "\u{2004}", "\u{2005}", "\u{2006}", "\u{2008}",
      "\u{2009}", "\u{200A}":
      self = .space
    case _ where Self.closers.contains(character): self = .closing
    case _ where Self.openers.contains(character): self = .opening
    default: self = width >= 2 ? .wide : .letter
    }
  }

  /// The class in context: a hyphen or slash that begins a word belongs to the following text, as
  /// in `--help` and `/command`; so do the slashes after a URL's scheme.
  func following(_ previous: BreakClass) -> BreakClass {
    switch (self, previous) {
    case (.hyphen, .space), (.hyphen, .opening): .opening
    case (.separator, .space), (.separator, .opening), (.separator, .closing): .opening
    default: self
    }
  }

  /// Whether a row may end between a character of the previous class and this one.
  func allowsBreak(after previous: BreakClass) -> Bool {
    if previous != .space, [.closing, .glue, .separator, .hyphen].contains(self) { return false }
    switch previous {
    case .space: return true
    case .glue, .opening: return false
    case .hyphen: return self == .letter || self == .wide
    case .separator, .wide: return true
    case .closing: return self == .wide
    case .letter: return self == .wide
    }
  }
}
