/// An enum or option set written by hand is its raw value in JSON, if it says that it is codable:
/// `extension Kind: JSONCodable {}`.
extension JSONDecodable where Self: RawRepresentable, RawValue: JSONDecodable {
  /// Reads a raw value; one that the type does not have is an error.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> Self {
    let start = reader.mark
    guard let value = Self(rawValue: try RawValue.decode(from: &reader)) else {
      throw reader.error(.invalid("a value of the enum"), at: start)
    }
    return value
  }
}

extension JSONEncodable where Self: RawRepresentable, RawValue: JSONEncodable {
  /// Writes the raw value.
  public func encode(to writer: inout JSONWriter) {
    rawValue.encode(to: &writer)
  }
}

/// An identifier that also conforms to `RawRepresentable` stays an identifier; without these two
/// neither of the ways to code it would be the more special one.
extension JSONIdentifier where Self: RawRepresentable, RawValue == String {
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
