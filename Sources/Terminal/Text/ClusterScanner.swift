/// Iterates over sanitised text cluster by cluster, with a fast path for scalars that never join others.
struct ClusterScanner {
  struct Cluster {
    /// Offsets of bytes: to make indices of them takes longer than to find an ASCII cluster.
    let offsets: Range<Int>
    let width: Int

    /// The only scalar of a cluster that is shown as it is; nil if the cluster has to be looked at.
    let scalar: UInt32?

    /// The byte of a single-byte cluster, otherwise 0xFF.
    var byte: UInt8 { scalar.map { $0 < 0x80 ? UInt8($0) : 0xFF } ?? 0xFF }
  }

  private let text: String
  /// A copy: to step through the text's own view takes five times as long.
  let bytes: [UInt8]
  private var offset = 0
  private var committedOffset = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// Where the last committed cluster ended.
  var committed: String.Index { index(committedOffset) }

  /// Records that all clusters so far were used.
  mutating func commit() {
    committedOffset = offset
  }

  mutating func next() -> Cluster? {
    guard offset < bytes.count else { return nil }
    let first = offset
    let lead = scalar(at: first)
    if let lead, joinsNothing(lead, before: first + lead.utf8Count) {
      let width = lead == "\n" ? 0 : TextWidth.columns(of: lead)
      if width > 0 || lead == "\n" {
        offset = first + lead.utf8Count
        return Cluster(offsets: first..<offset, width: width, scalar: lead.value)
      }
    }
    let start = index(first)
    let end = text.index(after: start)
    offset += text.utf8.distance(from: start, to: end)
    let isByte = offset == first + 1
    return Cluster(
      offsets: first..<offset, width: TextWidth.columns(of: text[start]),
      scalar: isByte ? UInt32(bytes[first]) : nil)
  }

  /// The offsets of the next clusters as far as each is one byte; none if the next one is not.
  mutating func takeASCII() -> Range<Int> {
    let first = offset
    while offset < bytes.count, bytes[offset] < 0x80 { offset += 1 }
    // A mark may follow the last one, but joins no line feed.
    if offset > first, offset < bytes.count, bytes[offset - 1] != 0x0A, scalar(at: offset) == nil {
      offset -= 1
    }
    return first..<offset
  }

  /// The scalar at an offset if it is ASCII or a loner.
  private func scalar(at offset: Int) -> Unicode.Scalar? {
    let byte = bytes[offset]
    if byte < 0x80 { return Unicode.Scalar(byte) }
    let value: UInt32
    switch byte {
    case 0xC3...0xDF where offset + 1 < bytes.count:
      value = UInt32(byte & 0x1F) << 6 | UInt32(bytes[offset + 1] & 0x3F)
    case 0xE2...0xEF where offset + 2 < bytes.count:
      value =
        UInt32(byte & 0x0F) << 12 | UInt32(bytes[offset + 1] & 0x3F) << 6
        | UInt32(bytes[offset + 2] & 0x3F)
    default: return nil
    }
    return Unicode.Scalar(value).flatMap { $0.isLoner ? $0 : nil }
  }

  /// Whether ASCII or a loner is a character by itself before what follows.
  private func joinsNothing(_ scalar: Unicode.Scalar, before next: Int) -> Bool {
    next == bytes.count || bytes[next] < 0x80 || scalar == "\n" || self.scalar(at: next) != nil
  }

  /// The number of bytes.
  var count: Int { bytes.count }

  func character(of cluster: Cluster) -> Character {
    text[index(cluster.offsets.lowerBound)]
  }

  /// Where the byte at an offset stands in the text.
  func index(_ offset: Int) -> String.Index {
    text.utf8.index(text.startIndex, offsetBy: offset)
  }
}

extension Unicode.Scalar {
  fileprivate var utf8Count: Int { value < 0x80 ? 1 : value < 0x800 ? 2 : 3 }

  /// Whether the scalar and any two of its kind, or ASCII, are characters of their own, which most letters
  /// and ideographs are.
  ///
  /// Within these ranges, UAX #29 has only grapheme breaks of the classes Other and, in Hangul, LV and LVT.
  /// None of them is a pictograph, whose width depends on the terminal.
  var isLoner: Bool {
    switch value {
    case 0xC0...0x2FF, 0x370...0x482, 0x48A...0x52F, 0x2010...0x2027, 0x2500...0x259F,
      0x3001...0x3020, 0x3041...0x3096, 0x309B...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xAC00...0xD7A3, 0xFF01...0xFF60:
      true
    default: false
    }
  }
}
