extension JSONReader {
  /// Skips the next value; its grammar is fully checked.
  ///
  /// It may be nested more deeply than values that are decoded, up to
  /// `JSONLimits.maximumSkippedDepth`.
  public mutating func skipValue() throws(JSONError) {
    switch cursor.pointee {
    case UInt8(ascii: "\""):
      cursor = try skipString(cursor)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      cursor = try skipContainer(cursor, depth: depth)
    default:
      cursor = try skipScalar(cursor)
    }
  }

  /// Skips a string, from its opening quotation mark to the position after it.
  @inline(__always)
  mutating func skipString(_ place: UnsafePointer<UInt8>) throws(JSONError) -> UnsafePointer<UInt8>
  {
    let stop = StringScan.stop(place + 1)
    if stop.pointee == UInt8(ascii: "\"") { return stop + 1 }
    return try skipEscaped(from: stop) + 1
  }

  /// Skips a number or a literal.
  func skipScalar(_ place: UnsafePointer<UInt8>) throws(JSONError) -> UnsafePointer<UInt8> {
    switch place.pointee {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): try skipNumber(place)
    case UInt8(ascii: "t"): try literal("true", at: place)
    case UInt8(ascii: "f"): try literal("false", at: place)
    case UInt8(ascii: "n"): try literal("null", at: place)
    default: throw unexpected(.value, at: place)
    }
  }

  /// Skips an array or object.
  ///
  /// One bit per open container distinguishes objects from arrays; every 64 levels a recursive call
  /// provides another 64 bits.
  mutating func skipContainer(
    _ start: UnsafePointer<UInt8>, depth: Int
  ) throws(JSONError) -> UnsafePointer<UInt8> {
    var place = start
    var isObject: UInt64 = 0
    var level = 0
    values: while true {
      let byte = place.pointee
      if byte == UInt8(ascii: "\"") {
        place = try skipString(place)
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        guard depth + level < JSONLimits.maximumSkippedDepth else {
          throw error(.nestingLimit, at: place)
        }
        if level == 64 {
          place = try skipContainer(place, depth: depth + level)
        } else {
          level += 1
          isObject = isObject << 1 | (byte == UInt8(ascii: "{") ? 1 : 0)
          place = Self.next(place)
          // `{` and `}`, like `[` and `]`, are two code points apart.
          guard place.pointee == byte + 2 else {
            if isObject & 1 != 0 { place = try skipKey(place, .keyOrEnd) }
            continue values
          }
          place += 1
          level -= 1
          isObject >>= 1
        }
      } else {
        place = try skipScalar(place)
      }
      while level > 0 {
        if place.pointee <= 0x20 { place = Self.skipSpace(place) }
        if place.pointee == UInt8(ascii: ",") {
          notePassed(place)
          place = Self.next(place)
          if isObject & 1 != 0 { place = try skipKey(place, .key) }
          continue values
        }
        let isInObject = isObject & 1 != 0
        guard place.pointee == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw unexpected(isInObject ? .commaOrEndOfObject : .commaOrEndOfArray, at: place)
        }
        place += 1
        level -= 1
        isObject >>= 1
      }
      return place
    }
  }

  /// Skips a key and its colon, up to the beginning of the value.
  @inline(__always)
  private mutating func skipKey(
    _ place: UnsafePointer<UInt8>, _ expected: JSONExpectation
  ) throws(JSONError) -> UnsafePointer<UInt8> {
    guard place.pointee == UInt8(ascii: "\"") else { throw unexpected(expected, at: place) }
    var place = try skipString(place)
    if place.pointee <= 0x20 { place = Self.skipSpace(place) }
    guard place.pointee == UInt8(ascii: ":") else { throw unexpected(.colon, at: place) }
    return Self.next(place)
  }

  /// The first position after a byte that is not white space.
  @inline(__always)
  private static func next(_ place: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    let next = place + 1
    return next.pointee <= 0x20 ? skipSpace(next) : next
  }
}
