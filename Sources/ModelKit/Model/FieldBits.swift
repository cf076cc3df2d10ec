/// The raw value of a field set: an unsigned integer, or `WideBits` for types with very many fields.
public protocol FieldBits: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The bits in words of 64, the lowest first.
  var words: FieldWords { get }

  /// Makes the same bits from words.
  init(_ words: FieldWords)

  /// The bits that are in both sets.
  static func & (left: Self, right: Self) -> Self

  /// The bits that are in either set.
  static func | (left: Self, right: Self) -> Self

  /// The bits that are in one of the sets.
  static func ^ (left: Self, right: Self) -> Self
}

/// Bits in words of 64, the lowest first.
public struct FieldWords: Sendable {
  // Nearly all types have one word, which needs no allocation.
  var first: UInt64 = 0
  var others: [UInt64] = []

  /// Whether a bit is set.
  func contains(bit index: Int) -> Bool {
    if index < 64 { return first & 1 << UInt64(index) != 0 }
    let word = index / 64 - 1
    return word < others.count && others[word] & 1 << UInt64(index % 64) != 0
  }

  /// Sets a bit.
  mutating func insert(bit index: Int) {
    if index < 64 {
      first |= 1 << UInt64(index)
    } else {
      while others.count < index / 64 { others.append(0) }
      others[index / 64 - 1] |= 1 << UInt64(index % 64)
    }
  }
}

extension FieldBits where Self: FixedWidthInteger {
  /// The bits in words of 64, the lowest first.
  public var words: FieldWords {
    let others = Self.bitWidth > 64 ? [UInt64(truncatingIfNeeded: self >> 64)] : []
    return FieldWords(first: UInt64(truncatingIfNeeded: self), others: others)
  }

  /// Makes the same bits from words.
  public init(_ words: FieldWords) {
    self = Self(truncatingIfNeeded: words.first)
    if Self.bitWidth > 64, let other = words.others.first {
      self |= Self(truncatingIfNeeded: other) << 64
    }
  }
}

extension UInt8: FieldBits {}
extension UInt16: FieldBits {}
extension UInt32: FieldBits {}
extension UInt64: FieldBits {}
extension UInt128: FieldBits {}
