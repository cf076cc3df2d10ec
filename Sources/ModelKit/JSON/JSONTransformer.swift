/// A named way to read and write the values of a type, for fields with an annotation.
public protocol JSONTransformer {
  /// The type of the field.
  associatedtype Value

  /// Reads the next value.
  static func decode(from reader: inout JSONReader) throws(JSONError) -> Value

  /// Writes one value.
  static func encode(_ value: Value, to writer: inout JSONWriter)
}
