/// The strings of middle length that a reader has made lately, so that a text that comes again,
/// such as the identifier of a sender, shares the memory of the one before.
///
/// Each text has one place. A text that is new takes it, unless the one
/// there has come again since the last time that a new one wanted the place. The bytes are compared
/// in full, so that the choice of a place is only a matter of time, and bounded: a document whose
/// texts all want one place is read as if there were no such table.
struct RepeatedStrings: ~Copyable {
  /// The lengths that are looked up: shorter ones need no memory of their own, and longer ones are
  /// prose, which hardly ever comes again.
  static let counts = 16...64

  /// The size of a document from which on the table is worth its memory.
  private static let leastDocument = 1 << 14

  private static let bits = 8

  private struct Entry {
    /// Where in the document the text stood last.
    var start: UnsafePointer<UInt8>
    /// The number of bytes; 0 in an entry that has never been taken.
    var count: UInt8
    var hasComeAgain: Bool
    /// A part of the hash, so that another text is mostly told without a look at it.
    var tag: UInt32
    /// Empty until the text has come again: most texts never do.
    var string: String
  }

  private var entries: UnsafeMutablePointer<Entry>?

  /// - Parameters:
  ///   - base: the beginning of the document
  ///   - count: its size
  init(_ base: UnsafePointer<UInt8>, count: Int) {
    guard count >= Self.leastDocument else { return }
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: 1 << Self.bits)
    entries.initialize(
      repeating: Entry(start: base, count: 0, hasComeAgain: false, tag: 0, string: ""),
      count: 1 << Self.bits)
    self.entries = entries
  }

  deinit {
    entries?.deinitialize(count: 1 << Self.bits)
    entries?.deallocate()
  }

  /// The string of bytes of the document without escapes, whose number is one of `counts`.
  @inline(never)
  mutating func string(_ start: UnsafePointer<UInt8>, _ count: Int) -> String {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard let entries else { return String(checked: bytes) }
    let hash = Self.hash(start, count)
    let tag = UInt32(truncatingIfNeeded: hash)
    let entry = entries + Int(truncatingIfNeeded: hash >> (64 - UInt64(Self.bits)))
    guard entry.pointee.tag == tag, Int(entry.pointee.count) == count,
      JSONKey.same(entry.pointee.start, start, count)
    else {
      if entry.pointee.hasComeAgain {
        entry.pointee.hasComeAgain = false
      } else {
        entry.pointee.start = start
        entry.pointee.count = UInt8(truncatingIfNeeded: count)
        entry.pointee.tag = tag
        if !entry.pointee.string.isEmpty { entry.pointee.string = "" }
      }
      return String(checked: bytes)
    }
    entry.pointee.start = start
    entry.pointee.hasComeAgain = true
    if entry.pointee.string.isEmpty { entry.pointee.string = String(checked: bytes) }
    return entry.pointee.string
  }

  /// All bytes count, because identifiers of one server are often alike at both ends.
  @inline(__always)
  private static func hash(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    let raw = UnsafeRawPointer(start)
    var left = UInt64(truncatingIfNeeded: count)
    var right: UInt64 = 0
    var place = 0
    while place &+ 16 < count {
      left = mixed(left ^ JSONKey.word(raw, place), 0x9E37_79B9_7F4A_7C15)
      right = mixed(right ^ JSONKey.word(raw, place &+ 8), 0xD6E8_FEB8_6659_FD93)
      place &+= 16
    }
    left = mixed(left ^ JSONKey.word(raw, count &- 16), 0x9E37_79B9_7F4A_7C15)
    right = mixed(right ^ JSONKey.word(raw, count &- 8), 0xD6E8_FEB8_6659_FD93)
    return mixed(left ^ right, 0x9E37_79B9_7F4A_7C15)
  }

  @inline(__always)
  private static func mixed(_ word: UInt64, _ factor: UInt64) -> UInt64 {
    let product = word &* factor
    return product ^ product >> 32
  }
}
