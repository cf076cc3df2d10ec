// Entry points for generated code: collections by the type of their elements.
extension JSONReader {
  /// Reads an array; one bad element fails the whole array.
  @inlinable
  public mutating func readArray<Element: JSONDecodable>(
    of type: Element.Type
  ) throws(JSONError) -> [Element] {
    var elements = ElementBuffer<Element>()
    try beginArray()
    while try nextElement() { elements.append(try Element.decode(from: &self)) }
    return elements.takeArray()
  }

  /// Reads an array and drops every element that cannot be decoded.
  @inlinable
  public mutating func readLenientArray<Element: JSONDecodable>(
    of type: Element.Type
  ) throws(JSONError) -> [Element] {
    var elements = ElementBuffer<Element>()
    try beginArray()
    while try nextElement() {
      let start = mark
      do throws(JSONError) {
        elements.append(try Element.decode(from: &self))
      } catch {
        try drop(error, since: start)
      }
    }
    return elements.takeArray()
  }

  /// Reads an array as a set; one bad element fails the whole set.
  @inlinable
  public mutating func readSet<Element: JSONDecodable & Hashable>(
    of type: Element.Type
  ) throws(JSONError) -> Set<Element> {
    try Set<Element>.decode(from: &self)
  }

  /// Reads an array as a set and drops every element that cannot be decoded.
  @inlinable
  public mutating func readLenientSet<Element: JSONDecodable & Hashable>(
    of type: Element.Type
  ) throws(JSONError) -> Set<Element> {
    Set(try readLenientArray(of: type))
  }

  /// Reads an object as a table; one bad member fails the whole table.
  @inlinable
  public mutating func readTable<Key: JSONKeyRepresentable, Value: JSONDecodable>(
    of type: Value.Type
  ) throws(JSONError) -> [Key: Value] {
    try readTable { reader throws(JSONError) in try Value.decode(from: &reader) }
  }

  /// Reads an object as a table and drops every member that cannot be decoded.
  @inlinable
  public mutating func readLenientTable<Key: JSONKeyRepresentable, Value: JSONDecodable>(
    of type: Value.Type
  ) throws(JSONError) -> [Key: Value] {
    try readLenientTable { reader throws(JSONError) in try Value.decode(from: &reader) }
  }

  /// Reads the next value, or nil if it is `null`.
  @inlinable
  public mutating func readOptional<Value: JSONDecodable>(
    of type: Value.Type
  ) throws(JSONError) -> Value? {
    if try readNull() { return nil }
    return try Value.decode(from: &self)
  }

  /// Reads a string that must equal the constant that the type requires.
  @inlinable
  public mutating func readConstant(_ expected: StaticString) throws(JSONError) {
    let start = mark
    guard try readKey() == expected else {
      throw error(.wrongConstant(JSONLabel(expected)), at: start)
    }
  }
}

extension JSONReader {
  /// The value of a required member, or the one that stands for it in a partial document.
  @inlinable
  public func require<Value>(
    _ path: JSONLabel, _ value: Value?, or neutral: @autoclosure () -> Value, at start: Mark
  ) throws(JSONError) -> Value {
    if let value { return value }
    guard document.isPartial else { throw error(.missingMember(path), at: start) }
    return neutral()
  }
}

// The same entry points for transformers.
extension JSONReader {
  /// Reads an array; one bad element fails the whole array.
  @inlinable
  public mutating func readArray<Coder: JSONTransformer>(
    by coder: Coder.Type
  ) throws(JSONError) -> [Coder.Value] {
    try readArray { reader throws(JSONError) in try Coder.decode(from: &reader) }
  }

  /// Reads an array and drops every element that cannot be decoded.
  @inlinable
  public mutating func readLenientArray<Coder: JSONTransformer>(
    by coder: Coder.Type
  ) throws(JSONError) -> [Coder.Value] {
    try readLenientArray { reader throws(JSONError) in try Coder.decode(from: &reader) }
  }

  /// Reads an array as a set; one bad element fails the whole set.
  @inlinable
  public mutating func readSet<Coder: JSONTransformer>(
    by coder: Coder.Type
  ) throws(JSONError) -> Set<Coder.Value> where Coder.Value: Hashable {
    Set(try readArray(by: coder))
  }

  /// Reads an array as a set and drops every element that cannot be decoded.
  @inlinable
  public mutating func readLenientSet<Coder: JSONTransformer>(
    by coder: Coder.Type
  ) throws(JSONError) -> Set<Coder.Value> where Coder.Value: Hashable {
    Set(try readLenientArray(by: coder))
  }

  /// Reads an object as a table; one bad member fails the whole table.
  @inlinable
  public mutating func readTable<Key: JSONKeyRepresentable, Coder: JSONTransformer>(
    by coder: Coder.Type
  ) throws(JSONError) -> [Key: Coder.Value] {
    try readTable { reader throws(JSONError) in try Coder.decode(from: &reader) }
  }

  /// Reads an object as a table and drops every member that cannot be decoded.
  @inlinable
  public mutating func readLenientTable<Key: JSONKeyRepresentable, Coder: JSONTransformer>(
    by coder: Coder.Type
  ) throws(JSONError) -> [Key: Coder.Value] {
    try readLenientTable { reader throws(JSONError) in try Coder.decode(from: &reader) }
  }

  /// Reads the next value, or nil if it is `null`.
  @inlinable
  public mutating func readOptional<Coder: JSONTransformer>(
    by coder: Coder.Type
  ) throws(JSONError) -> Coder.Value? {
    if try readNull() { return nil }
    return try Coder.decode(from: &self)
  }
}
