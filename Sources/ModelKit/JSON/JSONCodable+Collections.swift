extension Optional: JSONDecodable where Wrapped: JSONDecodable {
  /// Reads a value or `null`.
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> Wrapped? {
    try reader.readNull() ? nil : try Wrapped.decode(from: &reader)
  }
}

extension Optional: JSONEncodable where Wrapped: JSONEncodable {
  /// Writes the value or `null`.
  @inlinable
  public func encode(to writer: inout JSONWriter) {
    if let self { self.encode(to: &writer) } else { writer.null() }
  }
}

extension Array: JSONDecodable where Element: JSONDecodable {
  /// Reads an array; one bad element fails the whole array.
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> [Element] {
    var elements = ElementBuffer<Element>()
    try reader.beginArray()
    while try reader.nextElement() {
      elements.append(try Element.decode(from: &reader))
    }
    return elements.takeArray()
  }
}

extension Array: JSONEncodable where Element: JSONEncodable {
  /// Writes the elements.
  @inlinable
  public func encode(to writer: inout JSONWriter) {
    writer.beginArray()
    for element in self { element.encode(to: &writer) }
    writer.endArray()
  }
}

extension Set: JSONDecodable where Element: JSONDecodable {
  /// Reads an array as a set; duplicates are merged.
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> Set<Element> {
    var elements: Set<Element> = []
    try reader.beginArray()
    while try reader.nextElement() {
      elements.insert(try Element.decode(from: &reader))
    }
    return elements
  }
}

extension Set: JSONEncodable where Element: JSONEncodable {
  /// Writes the elements sorted by their text, so that equal sets produce equal texts.
  public func encode(to writer: inout JSONWriter) {
    writer.beginArray()
    for bytes in map({ $0.encoded() }).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      writer.raw(checked: bytes)
    }
    writer.endArray()
  }
}

/// A type that can be the key of a member: a string or an identifier.
public protocol JSONKeyRepresentable: Hashable {
  /// Validates a key; nil if it is not a key of this type.
  init?(jsonKey: String)

  /// The key.
  var jsonKey: String { get }
}

extension String: JSONKeyRepresentable {
  /// The string itself.
  public init(jsonKey: String) {
    self = jsonKey
  }

  /// The string itself.
  public var jsonKey: String { self }
}

extension Dictionary: JSONDecodable where Key: JSONKeyRepresentable, Value: JSONDecodable {
  /// Reads an object as a table; the last of duplicate keys wins.
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> [Key: Value] {
    var table: [Key: Value] = [:]
    try reader.beginObject()
    let start = reader.mark
    while let key = try reader.nextKey() {
      guard let name = Key(jsonKey: key.string) else {
        throw reader.error(.invalid("an identifier as key"), at: start)
      }
      table[name] = try Value.decode(from: &reader)
    }
    return table
  }
}

extension Dictionary: JSONEncodable where Key: JSONKeyRepresentable, Value: JSONEncodable {
  /// Writes the members sorted by key, so that equal tables produce equal texts.
  public func encode(to writer: inout JSONWriter) {
    writer.beginObject()
    let members = map { (key: $0.key.jsonKey, value: $0.value) }
    for member in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      writer.key(member.key)
      member.value.encode(to: &writer)
    }
    writer.endObject()
  }
}
