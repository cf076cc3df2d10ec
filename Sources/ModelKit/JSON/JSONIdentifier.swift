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
  public static func == (left: Self, right: Self) -> Bool {
    // Most pairs differ, and the string comparison detects that fast.
    left.rawValue == right.rawValue && left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
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
