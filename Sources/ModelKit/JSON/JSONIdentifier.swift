/// An identifier with its own type, which is a string in JSON.
///
/// Two identifiers are equal if their texts are equal byte for byte. In contrast to Swift strings,
/// texts that differ only in how characters are composed are different identifiers.
public protocol JSONIdentifier: ModelIdentifier, JSONKeyRepresentable, JSONCodable {
  /// Validates a text; nil if it is not such an identifier.
  init?(_ text: String)

  /// The text.
  var rawValue: String { get }
}

extension JSONIdentifier {
  /// Whether both texts have the same bytes.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    left.rawValue.hasSameBytes(as: right.rawValue)
  }

  /// Hashes the bytes of the text: strings look at how their characters are composed, which takes five
  /// times as long.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    rawValue.hashBytes(into: &hasher)
  }

  /// The same as the text.
  public var storageKey: String { rawValue }

  /// Validates a text; nil if it is not such an identifier.
  public init?(storageKey: String) {
    self.init(storageKey)
  }

  /// The same as the text.
  public var jsonKey: String { rawValue }

  /// Validates a text; nil if it is not such an identifier.
  public init?(jsonKey: String) {
    self.init(jsonKey)
  }

  /// Reads a string.
  @inlinable
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> Self {
    let start = reader.mark
    guard let identifier = Self(try reader.readString()) else {
      throw reader.error(.invalid("an identifier"), at: start)
    }
    return identifier
  }

  /// Writes the text.
  public func encode(to writer: inout JSONWriter) {
    writer.string(rawValue)
  }
}

extension JSONIdentifier where Self: RawRepresentable, RawValue == String {
  /// The same as for other identifiers; raw values have a hash of their own.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    rawValue.hashBytes(into: &hasher)
  }
}

extension String {
  @inlinable
  func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // Tells where one text of several ends.
    hasher.combine(0xFF as UInt8)
  }

  @inlinable
  func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (left, right) = (self, other)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard let start = left.baseAddress, let other = right.baseAddress else { return true }
        return JSONKey.same(start, other, left.count)
      }
    }
  }
}
