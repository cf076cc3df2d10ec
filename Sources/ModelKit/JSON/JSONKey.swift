/// A key, or a string to compare rather than keep: bytes without escapes.
///
/// It needs no allocation and points into its reader: it is valid as long as that reader lives,
/// even after `reset(to:)`. Read `string` to keep the text.
public struct JSONKey {
  @usableFromInline let start: UnsafePointer<UInt8>

  /// The number of bytes.
  public let count: Int

  @inlinable
  init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  /// The text.
  public var string: String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Compares with a text, eight bytes at a time.
  @inlinable
  @inline(__always)
  public static func == (key: JSONKey, text: StaticString) -> Bool {
    // A literal of a single scalar may have no pointer.
    guard text.hasPointerRepresentation else { return key.string == text.description }
    let count = text.utf8CodeUnitCount
    return key.count == count && same(key.start, text.utf8Start, count)
  }

  /// Compares with a text, eight bytes at a time.
  @inlinable
  @inline(__always)
  public static func ~= (text: StaticString, key: JSONKey) -> Bool { key == text }

  /// Compares runs of bytes of equal length by words that may overlap.
  @inlinable
  @inline(__always)
  static func same(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int)
    -> Bool
  {
    let left = UnsafeRawPointer(left)
    let right = UnsafeRawPointer(right)
    if count >= 8 {
      var place = 0
      while place &+ 8 <= count {
        if word(left, place) != word(right, place) { return false }
        place &+= 8
      }
      return word(left, count &- 8) == word(right, count &- 8)
    }
    if count >= 4 {
      return half(left, 0) == half(right, 0) && half(left, count &- 4) == half(right, count &- 4)
    }
    if count >= 2 {
      return pair(left, 0) == pair(right, 0) && pair(left, count &- 2) == pair(right, count &- 2)
    }
    return count == 0
      || left.load(as: UInt8.self) == right.load(as: UInt8.self)
  }

  @inlinable
  @inline(__always)
  static func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  @inlinable
  @inline(__always)
  static func half(_ base: UnsafeRawPointer, _ offset: Int) -> UInt32 {
    base.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
  }

  @inlinable
  @inline(__always)
  static func pair(_ base: UnsafeRawPointer, _ offset: Int) -> UInt16 {
    base.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
  }
}

extension JSONKey: Hashable {
  /// Compares the bytes.
  @inlinable
  public static func == (left: JSONKey, right: JSONKey) -> Bool {
    left.count == right.count && same(left.start, right.start, left.count)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes: UnsafeRawBufferPointer(start: start, count: count))
  }
}
