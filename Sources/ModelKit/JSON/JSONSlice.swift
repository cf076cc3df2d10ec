/// A value of a document in its original text, decoded only on demand.
///
/// It keeps the whole document alive; `detached()` copies the text out.
public struct JSONSlice: Sendable {
  @usableFromInline let document: JSONDocument
  @usableFromInline let packed: UInt64

  @inlinable
  init(_ document: JSONDocument, offset: Int, count: Int) {
    self.document = document
    packed = UInt64(truncatingIfNeeded: offset) << 32 | UInt64(truncatingIfNeeded: count)
  }

  /// Checks that a text is one value and keeps it.
  public init(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
    self = try JSONSlice.decode(try JSONDocument(bytes, limits: limits))
  }

  /// Keeps a tree as text.
  public init(_ value: JSONValue) {
    let bytes = value.encoded()
    self.init(JSONDocument(unchecked: bytes), offset: 0, count: bytes.count)
  }

  /// Its position in the document, in bytes.
  public var offset: Int { Int(packed >> 32) }

  /// The number of bytes.
  public var count: Int { Int(packed & 0xFFFF_FFFF) }

  /// Its range in the document.
  var range: Range<Int> { offset..<offset + count }

  var buffer: UnsafeBufferPointer<UInt8> { document.buffer(range) }

  /// The kind of the value.
  public var kind: JSONKind { JSONKind(firstByte: document.base[offset]) }

  /// The text.
  public var text: String {
    withExtendedLifetime(document) { String(decoding: buffer, as: UTF8.self) }
  }

  /// The bytes of the text.
  public var bytes: [UInt8] { withExtendedLifetime(document) { Array(buffer) } }

  /// Decodes the value; values that lenient fields drop are not reported.
  public func decode<T: JSONDecodable>(_ type: T.Type = T.self) throws(JSONError) -> T {
    var reader = JSONReader(self)
    return try reader.readAll(T.self)
  }

  /// The value as a tree.
  ///
  /// - Throws: `JSONError` if it is nested too deeply to be decoded.
  public func value() throws(JSONError) -> JSONValue {
    try decode(JSONValue.self)
  }

  /// A copy with its own document, which releases the large one.
  public func detached() -> JSONSlice {
    guard document.count > count else { return self }
    return JSONSlice(
      JSONDocument(unchecked: bytes, limits: document.limits, isPartial: document.isPartial),
      offset: 0, count: count)
  }
}

extension JSONSlice: Hashable, CustomStringConvertible {
  /// The text.
  public var description: String { text }

  /// Compares the texts byte for byte.
  public static func == (left: JSONSlice, right: JSONSlice) -> Bool {
    withExtendedLifetime((left.document, right.document)) {
      left.buffer.elementsEqual(right.buffer)
    }
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    withExtendedLifetime(document) { hasher.combine(bytes: UnsafeRawBufferPointer(buffer)) }
  }
}
