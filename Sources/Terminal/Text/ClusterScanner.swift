/// Iterates over sanitised text cluster by cluster, with a fast path for ASCII.
struct ClusterScanner {
  struct Cluster {
    /// Offsets of bytes: to make indices of them takes longer than to find an ASCII cluster.
    let offsets: Range<Int>
    let width: Int

    /// The byte of a single-byte cluster, otherwise 0xFF.
    let byte: UInt8
  }

  private let text: String
  /// A copy: to step through the text's own view takes five times as long.
  private let bytes: [UInt8]
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
    let byte = bytes[first]
    let after = first + 1
    // A byte below 0x80 is a whole cluster unless a mark may follow.
    if byte < 0x80, after == bytes.count || bytes[after] < 0x80 || byte == 0x0A {
      offset = after
      return Cluster(offsets: first..<after, width: byte == 0x0A ? 0 : 1, byte: byte)
    }
    let start = index(first)
    let end = text.index(after: start)
    offset += text.utf8.distance(from: start, to: end)
    let width = TextWidth.columns(of: text[start])
    return Cluster(offsets: first..<offset, width: width, byte: offset == after ? byte : 0xFF)
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
