extension JSONReader {
  /// Goes over the value ahead and keeps it as it stands.
  public mutating func readSlice() throws(JSONError) -> JSONSlice {
    let start = cursor
    try skipValue()
    return JSONSlice(document, offset: start - base, count: cursor - start)
  }

  /// The text from a mark at the beginning of a value to the place of the reader behind it.
  @inlinable
  public func slice(from mark: Mark) -> JSONSlice {
    let place = offset
    return JSONSlice(document, offset: mark.offset, count: max(0, place - mark.offset))
  }

  /// Reads the value ahead into a tree.
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

  /// Reads the object ahead into a tree.
  public mutating func readObject() throws(JSONError) -> JSONObject {
    var members = ElementBuffer<JSONObject.Member>()
    try beginObject()
    while let key = try nextKey() {
      members.append(JSONObject.Member(key: key.string, value: try readValue()))
    }
    return JSONObject(members.takeArray())
  }

  /// Reads the number ahead without loss.
  public mutating func readNumber() throws(JSONError) -> JSONNumber {
    guard kind == .number else { throw mismatch(.number) }
    let start = cursor
    cursor = try skipNumber(start)
    let bytes = UnsafeBufferPointer(start: start, count: cursor - start)
    return JSONNumber(checked: String(decoding: bytes, as: UTF8.self))
  }
}
