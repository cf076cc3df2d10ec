extension JSONReader {
  /// Reads an array and drops every element that cannot be decoded.
  @inlinable
  public mutating func readLenientArray<Element>(
    _ read: (inout JSONReader) throws(JSONError) -> Element
  ) throws(JSONError) -> [Element] {
    var elements = ElementBuffer<Element>()
    try beginArray()
    while try nextElement() {
      let start = mark
      do throws(JSONError) {
        elements.append(try read(&self))
      } catch {
        try drop(error, since: start)
      }
    }
    return elements.takeArray()
  }

  /// Reads an array; one bad element fails the whole array.
  @inlinable
  public mutating func readArray<Element>(
    _ read: (inout JSONReader) throws(JSONError) -> Element
  ) throws(JSONError) -> [Element] {
    var elements = ElementBuffer<Element>()
    try beginArray()
    while try nextElement() { elements.append(try read(&self)) }
    return elements.takeArray()
  }

  /// Reads an object as a table and drops every member that cannot be decoded.
  @inlinable
  public mutating func readLenientTable<Key: JSONKeyRepresentable, Value>(
    _ read: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> [Key: Value] {
    var table: [Key: Value] = [:]
    try beginObject()
    while let key = try nextKey() {
      let start = mark
      do throws(JSONError) {
        guard let name = Key(jsonKey: key.string) else {
          throw error(.invalid("an identifier as key"), at: start)
        }
        table[name] = try read(&self)
      } catch {
        try drop(error, since: start)
      }
    }
    return table
  }

  /// Reads an object as a table; one bad member fails the whole table.
  @inlinable
  public mutating func readTable<Key: JSONKeyRepresentable, Value>(
    _ read: (inout JSONReader) throws(JSONError) -> Value
  ) throws(JSONError) -> [Key: Value] {
    var table: [Key: Value] = [:]
    try beginObject()
    while let key = try nextKey() {
      guard let name = Key(jsonKey: key.string) else {
        throw error(.invalid("an identifier as key"), at: mark)
      }
      table[name] = try read(&self)
    }
    return table
  }
}
