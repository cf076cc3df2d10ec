/// A string that stays in the document until its text is requested.
///
/// It keeps the whole document alive; `detached()` copies it out. It takes sixteen bytes.
public struct LazyString: Sendable {
  // Nil if the text is empty and was not read.
  @usableFromInline let document: JSONDocument?
  // Offset (32 bits), number of bytes (31 bits), whether it has escapes (1 bit).
  @usableFromInline let packed: UInt64

  @inlinable
  init(_ document: JSONDocument, offset: Int, count: Int, isEscaped: Bool) {
    self.document = document
    packed =
      UInt64(truncatingIfNeeded: offset) << 32 | UInt64(truncatingIfNeeded: count) << 1
      | (isEscaped ? 1 : 0)
  }

  /// An empty text.
  @inlinable
  public init() {
    document = nil
    packed = 0
  }

  /// Keeps an existing text.
  public init(_ text: String) {
    guard !text.isEmpty else {
      self.init()
      return
    }
    let document = JSONDocument(unchecked: Array(text.utf8))
    self.init(document, offset: 0, count: document.count, isEscaped: false)
  }

  /// Whether it has escapes in the document.
  var isEscaped: Bool { packed & 1 != 0 }

  /// Its position in the document, after the quotation mark.
  var offset: Int { Int(packed >> 32) }

  /// The number of bytes in the document.
  var rawCount: Int { Int(packed >> 1 & 0x7FFF_FFFF) }

  var buffer: UnsafeBufferPointer<UInt8> {
    guard let document else { return UnsafeBufferPointer(start: nil, count: 0) }
    return document.buffer(offset..<offset + rawCount)
  }

  /// Whether the text is empty.
  public var isEmpty: Bool { rawCount == 0 }

  /// The text, created on each access.
  public var string: String {
    withUTF8 { String(decoding: $0, as: UTF8.self) }
  }

  /// A copy that releases the document.
  public func detached() -> LazyString {
    guard let document, document.count > rawCount else { return self }
    let bytes = withUTF8 { Array($0) }
    return LazyString(
      JSONDocument(unchecked: bytes), offset: 0, count: bytes.count, isEscaped: false)
  }

  /// Passes the UTF-8 of the text to a closure.
  public func withUTF8<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    guard isEscaped else { return try withExtendedLifetime(document) { try body(buffer) } }
    return try Array(unescaped()).withUnsafeBufferPointer(body)
  }

  private func unescaped() -> [UInt8] {
    // The slice includes its quotation marks again. The string was validated when it was skipped.
    guard let document else { return [] }
    var reader = JSONReader(JSONSlice(document, offset: offset - 1, count: rawCount + 2))
    return (try? reader.readBytesOfString()) ?? []
  }
}

extension JSONReader {
  /// The unescaped bytes of the next string.
  mutating func readBytesOfString() throws(JSONError) -> [UInt8] {
    guard cursor.pointee == UInt8(ascii: "\"") else { throw mismatch(.string) }
    let start = cursor + 1
    return Array(try unescape(from: start, stop: StringScan.stop(start)))
  }
}

extension LazyString: Hashable {
  /// Compares the texts, scalar by scalar.
  public static func == (left: LazyString, right: LazyString) -> Bool {
    left.withUTF8 { left in right.withUTF8 { right in left.elementsEqual(right) } }
  }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) {
    withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension LazyString: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Keeps a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The text.
  public var description: String { string }
}
