extension JSONReader {
  /// Reads the next value if it is `null`; leaves any other value unread.
  ///
  /// - Returns: whether it was null.
  @inlinable
  @inline(__always)
  public mutating func readNull() throws(JSONError) -> Bool {
    guard cursor.pointee == UInt8(ascii: "n") else { return false }
    try expectNull()
    return true
  }

  /// Skips the next value if it is `null`, and reports it: what it is for cannot be null.
  ///
  /// - Returns: whether it was null.
  @inlinable
  @inline(__always)
  public mutating func dropNull() throws(JSONError) -> Bool {
    guard cursor.pointee == UInt8(ascii: "n") else { return false }
    let error = error(.unexpectedNull)
    try expectNull()
    report(error)
    return true
  }

  @usableFromInline
  mutating func expectNull() throws(JSONError) {
    cursor = try literal("null", at: cursor)
  }

  /// Reads the next value as a boolean.
  public mutating func readBoolean() throws(JSONError) -> Bool {
    switch cursor.pointee {
    case UInt8(ascii: "t"):
      cursor = try literal("true", at: cursor)
      return true
    case UInt8(ascii: "f"):
      cursor = try literal("false", at: cursor)
      return false
    default: throw mismatch(.boolean)
    }
  }

  /// Compares with a literal and returns the position after it.
  @inline(__always)
  func literal(
    _ text: StaticString, at place: UnsafePointer<UInt8>
  ) throws(JSONError) -> UnsafePointer<UInt8> {
    let count = text.utf8CodeUnitCount
    guard JSONKey.same(place, text.utf8Start, count) else { throw badLiteral(at: place) }
    return place + count
  }

  @inline(never)
  private func badLiteral(at place: UnsafePointer<UInt8>) -> JSONError {
    var behind = place
    while (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(behind.pointee) { behind += 1 }
    return behind < end ? error(.invalidLiteral, at: place) : error(.unexpectedEnd, at: end)
  }
}
