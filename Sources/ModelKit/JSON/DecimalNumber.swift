/// A JSON number as significant digits and a power of ten, without loss of precision.
struct DecimalNumber: Hashable {
  let isNegative: Bool
  /// Significant digits as values 0 to 9, neither beginning nor ending with 0; empty for zero.
  let digits: [UInt8]
  /// The power of ten of the last digit, clamped to 2^62; 0 for zero.
  let exponent: Int

  /// Parses the text of a number, which must be valid by the grammar.
  init(_ text: some Sequence<UInt8>) {
    var isNegative = false
    var digits: [UInt8] = []
    var fraction = 0
    var isFraction = false
    var exponent: Int?
    var isExponentNegative = false
    for byte in text {
      switch byte {
      case UInt8(ascii: "-"):
        if exponent == nil { isNegative = true } else { isExponentNegative = true }
      case UInt8(ascii: "+"): break
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): exponent = 0
      default:
        let digit = byte &- UInt8(ascii: "0")
        if let power = exponent {
          exponent = min(power * 10 + Int(digit), 1 << 58)
        } else {
          if isFraction { fraction += 1 }
          if digit != 0 || !digits.isEmpty { digits.append(digit) }
        }
      }
    }
    let power = (exponent ?? 0) * (isExponentNegative ? -1 : 1)
    let kept = digits.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    self.isNegative = isNegative && kept > 0
    self.exponent = kept == 0 ? 0 : power - fraction + (digits.count - kept)
    self.digits = Array(digits.prefix(kept))
  }

  /// Whether it has no fraction.
  var isWhole: Bool { exponent >= 0 }

  /// The magnitude of a whole number, or nil beyond 64 bits.
  var wholeMagnitude: UInt64? {
    guard exponent >= 0, exponent <= 20, digits.count <= 20 else {
      return digits.isEmpty ? 0 : nil
    }
    var magnitude: UInt64 = 0
    for digit in digits + repeatElement(0, count: exponent) {
      let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeToo) = product.addingReportingOverflow(UInt64(digit))
      guard !isTooLarge, !isTooLargeToo else { return nil }
      magnitude = sum
    }
    return magnitude
  }

  /// The powers of ten that a double holds exactly.
  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The value of a number with few digits, when a single exact division computes it.
  ///
  /// Both operands are exact, so the division rounds once, and its result is the nearest double.
  static func exactDouble(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard text.count <= 17 else { return nil }
    var magnitude: UInt64 = 0
    var fraction = 0
    var isFraction = false
    var isNegative = false
    for byte in text {
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        magnitude = magnitude * 10 + UInt64(digit)
        if isFraction { fraction += 1 }
      } else if byte == UInt8(ascii: ".") {
        isFraction = true
      } else if byte == UInt8(ascii: "-") {
        isNegative = true
      } else {
        return nil
      }
    }
    guard magnitude <= 1 << 53 else { return nil }
    let value = Double(magnitude) / powers[fraction]
    return isNegative ? -value : value
  }
}
