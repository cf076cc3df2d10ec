public import FoundationEssentials

/// Bytes as base64 text; padding is optional, because Matrix omits it.
public enum Base64Transformer: JSONTransformer {
  /// Reads a string of the alphabet of RFC 4648, section 4.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> Data {
    let start = reader.mark
    let key = try reader.readKey()
    guard let bytes = Base64.decode(UnsafeBufferPointer(start: key.start, count: key.count)) else {
      throw reader.error(.invalid("base64 text"), at: start)
    }
    return Data(bytes)
  }

  /// Writes padded text.
  public static func encode(_ value: Data, to writer: inout JSONWriter) {
    writer.string(String(decoding: Base64.encode(value), as: UTF8.self))
  }
}

/// URLs as text.
public enum URLTransformer: JSONTransformer {
  /// Reads a string that is a URI by RFC 3986.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> URL {
    let start = reader.mark
    guard let url = URL(string: try reader.readString()) else {
      throw reader.error(.invalid("an address"), at: start)
    }
    return url
  }

  /// Writes the text.
  public static func encode(_ value: URL, to writer: inout JSONWriter) {
    writer.string(value.absoluteString)
  }
}

extension Data: JSONDecodable, JSONEncodable {
  /// Reads base64 text.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> Data {
    try Base64Transformer.decode(from: &reader)
  }

  /// Writes base64 text.
  public func encode(to writer: inout JSONWriter) {
    Base64Transformer.encode(self, to: &writer)
  }
}

extension URL: JSONDecodable, JSONEncodable {
  /// Reads a string.
  public static func decode(from reader: inout JSONReader) throws(JSONError) -> URL {
    try URLTransformer.decode(from: &reader)
  }

  /// Writes the text.
  public func encode(to writer: inout JSONWriter) {
    URLTransformer.encode(self, to: &writer)
  }
}
