/// A cache of medium-length strings that a reader has made, so that a repeated text, such as the
/// identifier of a sender, shares the memory of the earlier one.
///
/// Each text maps to one slot. A new text takes the slot unless its occupant was repeated since the
/// last time a new text wanted the slot. The bytes are compared in full, so the choice of slot only
/// affects speed, and the cost is bounded: a document whose texts all collide is read as if there
/// were no cache.
struct RepeatedStrings: ~Copyable {
  /// The lengths that are looked up: shorter strings need no allocation, and longer ones are prose,
  /// which hardly ever repeats.
  static let counts = 16...64

  /// The size of a document from which the cache is worth its memory.
  private static let leastDocument = 1 << 14

  private static let bits = 8

  private struct Entry {
    /// The latest position of the text in the document.
    var start: UnsafePointer<UInt8>
    /// The number of bytes; 0 in an entry that was never used.
    var count: UInt8
    var hasComeAgain: Bool
    /// A part of the hash, which rules out most other texts without comparing bytes.
    var tag: UInt32
    /// Empty until the text is repeated: most texts never are.
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

  /// The string for bytes of the document without escapes, whose length is in `counts`.
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

  /// Hashes all bytes, because identifiers of one server are often alike at both ends.
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
