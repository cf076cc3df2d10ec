extension JSONReader {
  /// Enters the object that is the next value.
  public mutating func beginObject() throws(JSONError) {
    guard cursor.pointee == UInt8(ascii: "{") else { throw mismatch(.object) }
    try enter()
  }

  /// Enters the array that is the next value.
  public mutating func beginArray() throws(JSONError) {
    guard cursor.pointee == UInt8(ascii: "[") else { throw mismatch(.array) }
    try enter()
  }

  @inline(__always)
  private mutating func enter() throws(JSONError) {
    guard depth < maximumDepth else { throw error(.tooDeep, at: cursor) }
    depth += 1
    cursor += 1
    isFirst = true
    skipSpace()
  }

  @inline(__always)
  private mutating func leave() {
    cursor += 1
    depth -= 1
    isFirst = false
  }

  /// Advances to the next member of the object and to the beginning of its value.
  ///
  /// The value of the previous key must have been read or skipped.
  ///
  /// - Returns: the key, or nil at the end of the object.
  public mutating func nextKey() throws(JSONError) -> JSONKey? {
    notePassed(cursor)
    skipSpace()
    if isFirst {
      isFirst = false
      if cursor.pointee == UInt8(ascii: "}") {
        leave()
        return nil
      }
      guard cursor.pointee == UInt8(ascii: "\"") else { throw unexpected(.keyOrEnd, at: cursor) }
    } else {
      guard cursor.pointee == UInt8(ascii: ",") else {
        guard cursor.pointee == UInt8(ascii: "}") else {
          throw unexpected(.commaOrEndOfObject, at: cursor)
        }
        leave()
        return nil
      }
      cursor += 1
      skipSpace()
      guard cursor.pointee == UInt8(ascii: "\"") else { throw unexpected(.key, at: cursor) }
    }
    let key = try scanKey()
    skipSpace()
    guard cursor.pointee == UInt8(ascii: ":") else { throw unexpected(.colon, at: cursor) }
    cursor += 1
    skipSpace()
    return key
  }

  /// Advances to the beginning of the next element of the array.
  ///
  /// The previous element must have been read or skipped.
  ///
  /// - Returns: false at the end of the array.
  public mutating func nextElement() throws(JSONError) -> Bool {
    notePassed(cursor)
    skipSpace()
    if isFirst {
      isFirst = false
      guard cursor.pointee == UInt8(ascii: "]") else { return true }
      leave()
      return false
    }
    if cursor.pointee == UInt8(ascii: ",") {
      cursor += 1
      skipSpace()
      guard cursor.pointee != UInt8(ascii: "]") else { throw unexpected(.value, at: cursor) }
      return true
    }
    guard cursor.pointee == UInt8(ascii: "]") else {
      throw unexpected(.commaOrEndOfArray, at: cursor)
    }
    leave()
    return false
  }
}
