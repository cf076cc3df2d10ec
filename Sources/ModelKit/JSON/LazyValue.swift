/// A value that stays JSON text until it is requested.
///
/// It keeps the document alive; `detached()` copies the text out. The text is known to be JSON; any
/// other error surfaces only when the value is requested.
public struct LazyValue<Value: JSONCodable & Sendable>: Sendable {
  /// The text.
  public let slice: JSONSlice

  /// Keeps the text of a value.
  public init(slice: JSONSlice) {
    self.slice = slice
  }

  /// Keeps an existing value.
  public init(_ value: Value) {
    slice = JSONSlice(encoded: value.encoded())
  }

  /// The value, decoded on each call.
  ///
  /// - Throws: `JSONError` if the text is not such a value.
  public func decoded() throws(JSONError) -> Value { try slice.decode(Value.self) }

  /// A copy that releases the document.
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
  /// Skips the next value and keeps its text.
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> LazyValue {
    LazyValue(slice: try reader.readSlice())
  }

  /// Writes the text verbatim.
  @inlinable
  public func encode(to writer: inout JSONWriter) {
    writer.raw(slice)
  }
}

extension JSONSlice {
  /// Keeps bytes that a writer has produced.
  init(encoded bytes: [UInt8]) {
    self.init(JSONDocument(unchecked: bytes), offset: 0, count: bytes.count)
  }
}
