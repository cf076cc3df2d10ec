/// A decimal number without rounding: digits and a power of ten.
///
/// It decides exactly whether `1.50e1` is a whole number and which one, without binary fractions.
struct ExactDecimal: Hashable {
  private let isNegative: Bool
  /// Without zeros at either end; empty for zero.
  private let digits: [UInt8]
  private var exponent: Int

  /// Nil if the text is not a JSON number or its exponent is absurdly large.
  init?(_ text: String) {
    var digits: [UInt8] = []
    var scale = 0
    var rest = text.utf8[...]
    var isNegative = false
    if rest.first == UInt8(ascii: "-") {
      isNegative = true
      rest = rest.dropFirst()
    }
    var isFraction = false
    while let byte = rest.first, byte != UInt8(ascii: "e"), byte != UInt8(ascii: "E") {
      rest = rest.dropFirst()
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        digits.append(byte - UInt8(ascii: "0"))
        if isFraction { scale -= 1 }
      }
    }
    guard !digits.isEmpty else { return nil }
    if !rest.isEmpty {
      guard let power = Int(Substring(rest.dropFirst())), power.magnitude < 1 << 40 else {
        return nil
      }
      scale += power
    }
    while digits.last == 0 {
      digits.removeLast()
      scale += 1
    }
    self.digits = Array(digits.drop { $0 == 0 })
    exponent = self.digits.isEmpty ? 0 : scale
    self.isNegative = isNegative && !self.digits.isEmpty
  }

  /// Whether there is no fraction.
  var isWhole: Bool { exponent >= 0 }

  /// Whether the number is a whole multiple of another one; nil if it takes too many digits to
  /// tell.
  func isMultiple(of other: ExactDecimal) -> Bool? {
    let scale = min(exponent, other.exponent)
    guard let value = scaled(by: scale), let unit = other.scaled(by: scale), unit > 0 else {
      return nil
    }
    return value % unit == 0
  }

  /// The value in units of a power of ten that does not exceed its own.
  private func scaled(by scale: Int) -> Int64? {
    var copy = self
    copy.exponent -= scale
    return copy.integer(as: Int64.self)
  }

  /// The value as a whole number; nil if it has a fraction or does not fit.
  func integer<T: FixedWidthInteger>(as type: T.Type) -> T? {
    guard isWhole, digits.count + exponent <= 40 else { return nil }
    var value: T = 0
    for digit in digits + Array(repeating: 0, count: exponent) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      let (sum, carry) =
        isNegative
        ? product.subtractingReportingOverflow(T(digit))
        : product.addingReportingOverflow(T(digit))
      guard !carry else { return nil }
      value = sum
    }
    return value
  }
}
