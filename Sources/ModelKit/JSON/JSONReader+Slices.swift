extension JSONReader {
  /// Skips the next value and keeps it verbatim.
  public mutating func readSlice() throws(JSONError) -> JSONSlice {
    let start = cursor
    try skipValue()
    return JSONSlice(document, offset: start - base, count: cursor - start)
  }

  /// The text from a mark at the beginning of a value to the current position after the value.
  @inlinable
  public func slice(from mark: Mark) -> JSONSlice {
    let place = offset
    return JSONSlice(document, offset: mark.offset, count: max(0, place - mark.offset))
  }

  /// Reads the next value as a tree.
  public mutating func readValue() throws(JSONError) -> JSONValue {
    switch kind {
    case .string: return .string(try readString())
    case .boolean: return .boolean(try readBoolean())
    case .object: return .object(try readObject())
    case .array:
      var elements = ElementBuffer<JSONValue>()
      try beginArray()
      while try nextElement() { elements.append(try readValue()) }
      return .array(elements.takeArray())
    case .number: return .number(try readNumber())
    case .null, .nothing:
      guard try readNull() else { throw mismatch(.null) }
      return .null
    }
  }

  /// Reads the next value, an object, as a tree.
  public mutating func readObject() throws(JSONError) -> JSONObject {
    var members = ElementBuffer<JSONObject.Member>()
    try beginObject()
    while let key = try nextKey() {
      members.append(JSONObject.Member(key: key.string, value: try readValue()))
    }
    return JSONObject(members.takeArray())
  }

  /// Reads the next value as a number without loss of precision.
  public mutating func readNumber() throws(JSONError) -> JSONNumber {
    guard kind == .number else { throw mismatch(.number) }
    let start = cursor
    cursor = try skipNumber(start)
    let bytes = UnsafeBufferPointer(start: start, count: cursor - start)
    return JSONNumber(checked: String(decoding: bytes, as: UTF8.self))
  }
}
