/// The bits of a type with more fields than the widest integer has bits.
public struct WideBits: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number of bits, which is the most fields that a type can have.
  public static let count = 1024

  private var bits: SIMD16<UInt64>

  /// The bits of a number that is not negative.
  public init(integerLiteral value: StaticBigInt) {
    bits = SIMD16()
    for index in bits.indices {
      bits[index] = UInt64(value[index])
    }
  }

  private init(bits: SIMD16<UInt64>) {
    self.bits = bits
  }

  /// The bits that are in either set.
  public static func | (left: WideBits, right: WideBits) -> WideBits {
    WideBits(bits: left.bits | right.bits)
  }

  /// The bits that are in both sets.
  public static func & (left: WideBits, right: WideBits) -> WideBits {
    WideBits(bits: left.bits & right.bits)
  }

  /// The bits that are in one of the sets.
  public static func ^ (left: WideBits, right: WideBits) -> WideBits {
    WideBits(bits: left.bits ^ right.bits)
  }
}

extension WideBits: FieldBits {
  /// The bits in words of 64, the lowest first.
  public var words: FieldWords {
    FieldWords(first: bits[0], others: bits.indices.dropFirst().map { bits[$0] })
  }

  /// Makes the same bits from words.
  public init(_ words: FieldWords) {
    bits = SIMD16()
    bits[0] = words.first
    for (index, word) in words.others.prefix(15).enumerated() { bits[index + 1] = word }
  }
}
