/// An identifier with a type of its own, which is a string in JSON.
public protocol JSONIdentifier: ModelIdentifier, JSONKeyRepresentable, JSONCodable {
  /// Checks a text; nil when it is no such identifier.
  init?(_ text: String)

  /// The text.
  var rawValue: String { get }
}

extension JSONIdentifier {
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
