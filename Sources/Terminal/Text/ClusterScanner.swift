/// Iterates over sanitised text cluster by cluster, with a fast path for ASCII.
struct ClusterScanner {
  struct Cluster {
    let range: Range<String.Index>
    let width: Int

    /// The byte of a single-byte cluster, otherwise 0xFF.
    let byte: UInt8
  }

  private let text: String
  private var index: String.Index

  /// Where the last committed cluster ended.
  private(set) var committed: String.Index

  init(_ text: String) {
    self.text = text
    index = text.startIndex
    committed = text.startIndex
  }

  /// Records that all clusters so far were used.
  mutating func commit() {
    committed = index
  }

  mutating func next() -> Cluster? {
    let bytes = text.utf8
    guard index < bytes.endIndex else { return nil }
    let start = index
    let byte = bytes[start]
    let after = bytes.index(after: start)
    // A byte below 0x80 is a whole cluster unless a mark may follow.
    if byte < 0x80, after == bytes.endIndex || bytes[after] < 0x80 || byte == 0x0A {
      index = after
      return Cluster(range: start..<after, width: byte == 0x0A ? 0 : 1, byte: byte)
    }
    index = text.index(after: start)
    let width = TextWidth.columns(of: text[start])
    return Cluster(range: start..<index, width: width, byte: index == after ? byte : 0xFF)
  }
}
