/// A value that stays JSON text until it is asked for.
///
/// It keeps the document alive: `detached()` copies the text out. What is wrong with the text is
/// found when the value is asked for, except that it is JSON in any case.
public struct LazyValue<Value: JSONCodable & Sendable>: Sendable {
  /// The text.
  public let slice: JSONSlice

  /// Keeps the text of a value.
  public init(slice: JSONSlice) {
    self.slice = slice
  }

  /// Keeps a value that is there already.
  public init(_ value: Value) {
    slice = JSONSlice(encoded: value.encoded())
  }

  /// The value, decoded each time.
  ///
  /// - Throws: `JSONError` when the text is another kind of value.
  public func decoded() throws(JSONError) -> Value { try slice.decode(Value.self) }

  /// A copy that lets go of the document.
  public func detached() -> LazyValue { LazyValue(slice: slice.detached()) }
}

extension LazyValue: Hashable, CustomStringConvertible {
  /// The text.
  public var description: String { slice.text }

  /// Compares the texts byte for byte.
  public static func == (left: LazyValue, right: LazyValue) -> Bool { left.slice == right.slice }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(slice)
  }
}

extension LazyValue: JSONCodable {
  /// Goes over the value ahead.
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> LazyValue {
    LazyValue(slice: try reader.readSlice())
  }

  /// Writes the text as it is.
  @inlinable
  public func encode(to writer: inout JSONWriter) {
    writer.raw(slice)
  }
}

extension JSONSlice {
  /// Keeps bytes that a writer has made.
  init(encoded bytes: [UInt8]) {
    self.init(JSONDocument(unchecked: bytes), offset: 0, count: bytes.count)
  }
}
