extension JSONReader {
  /// Reads the next value as a whole number.
  ///
  /// `1.0` and `1e3` are whole numbers too, because servers write them.
  ///
  /// - Throws: `JSONError` if it is not a whole number or does not fit the type.
  @inlinable
  public mutating func readInteger<T: FixedWidthInteger>(
    _ type: T.Type = T.self
  ) throws(JSONError) -> T {
    let start = mark
    let number = try scanInteger()
    if number.isNegative {
      // The minimum of a signed type has no positive counterpart.
      guard number.magnitude <= UInt64(1) << 63,
        let value = T(exactly: Int64(truncatingIfNeeded: 0 &- number.magnitude))
      else { throw error(.numberOutOfRange, at: start) }
      return value
    }
    guard let value = T(exactly: number.magnitude) else {
      throw error(.numberOutOfRange, at: start)
    }
    return value
  }

  /// A whole number as sign and magnitude.
  @usableFromInline
  struct WholeNumber {
    @usableFromInline let magnitude: UInt64
    @usableFromInline let isNegative: Bool

    @usableFromInline
    init(magnitude: UInt64, isNegative: Bool) {
      self.magnitude = magnitude
      self.isNegative = isNegative
    }
  }

  /// Reads the next value as a whole number, as sign and magnitude.
  @usableFromInline
  mutating func scanInteger() throws(JSONError) -> WholeNumber {
    var place = cursor
    let isNegative = place.pointee == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let first = place
    var magnitude: UInt64 = 0
    while let digit = Self.digit(place) {
      magnitude = magnitude &* 10 &+ digit
      place += 1
    }
    let count = place - first
    // Eighteen digits cannot overflow; anything but plain digits takes the slow path.
    let isPlain =
      count > 0 && count <= 18 && (first.pointee != UInt8(ascii: "0") || count == 1)
      && !Self.continuesNumber(place.pointee)
    guard isPlain else { return try scanLongInteger() }
    cursor = place
    return WholeNumber(magnitude: magnitude, isNegative: isNegative)
  }

  @inline(never)
  private mutating func scanLongInteger() throws(JSONError) -> WholeNumber {
    guard kind == .number else { throw mismatch(.number) }
    let start = cursor
    let stop = try skipNumber(start)
    let decimal = DecimalNumber(UnsafeBufferPointer(start: start, count: stop - start))
    cursor = stop
    guard decimal.isWhole else { throw error(.notInteger, at: start) }
    guard let magnitude = decimal.wholeMagnitude else { throw error(.numberOutOfRange, at: start) }
    return WholeNumber(magnitude: magnitude, isNegative: decimal.isNegative && magnitude != 0)
  }

  /// Reads the next value as the nearest double.
  ///
  /// - Throws: `JSONError` if it is not a number, or its magnitude exceeds the greatest double.
  public mutating func readDouble() throws(JSONError) -> Double {
    guard kind == .number else { throw mismatch(.number) }
    let start = cursor
    let stop = try skipNumber(start)
    cursor = stop
    let bytes = UnsafeBufferPointer(start: start, count: stop - start)
    if let value = DecimalNumber.exactDouble(bytes) { return value }
    guard let value = Double(String(decoding: bytes, as: UTF8.self)), value.isFinite else {
      throw error(.numberOutOfRange, at: start)
    }
    return value
  }

  /// Reads the next value as the nearest float.
  ///
  /// - Throws: `JSONError` if it is not a number, or its magnitude exceeds the greatest float.
  public mutating func readFloat() throws(JSONError) -> Float {
    let start = mark
    let value = Float(try readDouble())
    guard value.isFinite else { throw error(.numberOutOfRange, at: start) }
    return value
  }

  /// Validates the number at a position and returns the position after it.
  func skipNumber(_ start: UnsafePointer<UInt8>) throws(JSONError) -> UnsafePointer<UInt8> {
    var place = start
    if place.pointee == UInt8(ascii: "-") { place += 1 }
    if place.pointee == UInt8(ascii: "0") {
      place += 1
    } else {
      place = try skipDigits(place, of: start)
    }
    if place.pointee == UInt8(ascii: ".") {
      place = try skipDigits(place + 1, of: start)
    }
    if place.pointee | 0x20 == UInt8(ascii: "e") {
      place += 1
      if place.pointee == UInt8(ascii: "+") || place.pointee == UInt8(ascii: "-") { place += 1 }
      place = try skipDigits(place, of: start)
    }
    guard !Self.continuesNumber(place.pointee) else { throw error(.invalidNumber, at: start) }
    return place
  }

  /// Skips at least one digit.
  @inline(__always)
  private func skipDigits(
    _ place: UnsafePointer<UInt8>, of start: UnsafePointer<UInt8>
  ) throws(JSONError) -> UnsafePointer<UInt8> {
    guard Self.digit(place) != nil else {
      throw place < end ? error(.invalidNumber, at: start) : error(.unexpectedEnd, at: end)
    }
    var place = place + 1
    while Self.digit(place) != nil { place += 1 }
    return place
  }

  @inline(__always)
  private static func digit(_ place: UnsafePointer<UInt8>) -> UInt64? {
    let digit = place.pointee &- UInt8(ascii: "0")
    return digit < 10 ? UInt64(digit) : nil
  }

  /// Whether a byte after digits belongs to the number or makes it invalid.
  @inline(__always)
  private static func continuesNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"),
      UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
