/// An identifier with a type of its own, which is a string in JSON.
///
/// Two are the same when their texts are so byte by byte: unlike strings, that differ only in how
/// characters are composed, they never stand for each other.
public protocol JSONIdentifier: ModelIdentifier, JSONKeyRepresentable, JSONCodable {
  /// Checks a text; nil when it is no such identifier.
  init?(_ text: String)

  /// The text.
  var rawValue: String { get }
}

extension JSONIdentifier {
  /// Whether both texts have the same bytes.
  public static func == (left: Self, right: Self) -> Bool {
    // Most differ, and that the strings find out fast.
    left.rawValue == right.rawValue && left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
  }

  /// The same as the text.
  public var storageKey: String { rawValue }

  /// Checks a text; nil when it is no such identifier.
  public init?(storageKey: String) {
    self.init(storageKey)
  }

  /// The same as the text.
  public var jsonKey: String { rawValue }

  /// Checks a text; nil when it is no such identifier.
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
