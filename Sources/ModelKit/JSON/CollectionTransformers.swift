/// Arrays whose elements have a transformer.
public enum ArrayTransformer<Element: JSONTransformer>: JSONTransformer {
  /// Reads an array.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> [Element.Value] {
    try reader.readArray(by: Element.self)
  }

  /// Writes the elements.
  public static func encode(_ value: [Element.Value], to writer: inout JSONWriter) {
    writer.beginArray()
    for element in value { Element.encode(element, to: &writer) }
    writer.endArray()
  }
}

/// Sets whose elements have a transformer.
public enum SetTransformer<Element: JSONTransformer>: JSONTransformer
where Element.Value: Hashable {
  /// Reads an array.
  public static func decode(
    from reader: inout JSONReader
  ) throws(JSONError) -> Set<Element.Value> {
    try reader.readSet(by: Element.self)
  }

  /// Writes the elements, ordered by their text.
  public static func encode(_ value: Set<Element.Value>, to writer: inout JSONWriter) {
    writer.set(value) { writer, element in Element.encode(element, to: &writer) }
  }
}

/// Ordered sets whose elements have a transformer.
public enum OrderedSetTransformer<Element: JSONTransformer>: JSONTransformer
where Element.Value: Hashable {
  /// Reads an array; the first of equal elements counts.
  public static func decode(
    from reader: inout JSONReader
  ) throws(JSONError) -> OrderedSet<Element.Value> {
    OrderedSet(try reader.readArray(by: Element.self))
  }

  /// Writes the elements in their order.
  public static func encode(_ value: OrderedSet<Element.Value>, to writer: inout JSONWriter) {
    writer.beginArray()
    for element in value { Element.encode(element, to: &writer) }
    writer.endArray()
  }
}

/// Tables whose values have a transformer.
public enum TableTransformer<Key: JSONKeyRepresentable, Element: JSONTransformer>: JSONTransformer {
  /// Reads an object.
  public static func decode(
    from reader: inout JSONReader
  ) throws(JSONError) -> [Key: Element.Value] {
    try reader.readTable(by: Element.self)
  }

  /// Writes the members, ordered by key.
  public static func encode(_ value: [Key: Element.Value], to writer: inout JSONWriter) {
    writer.table(value) { writer, element in Element.encode(element, to: &writer) }
  }
}

/// Values with a transformer that may be null.
public enum OptionalTransformer<Wrapped: JSONTransformer>: JSONTransformer {
  /// Reads a value or `null`.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> Wrapped.Value? {
    try reader.readOptional(by: Wrapped.self)
  }

  /// Writes the value or `null`.
  public static func encode(_ value: Wrapped.Value?, to writer: inout JSONWriter) {
    if let value { Wrapped.encode(value, to: &writer) } else { writer.null() }
  }
}
