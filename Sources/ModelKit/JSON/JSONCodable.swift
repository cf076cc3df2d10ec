/// A type that can be read from JSON.
public protocol JSONDecodable {
  /// Reads the next value.
  static func decode(from reader: inout JSONReader) throws(JSONError) -> Self
}

/// A type that can be written as JSON.
public protocol JSONEncodable {
  /// Writes one value.
  func encode(to writer: inout JSONWriter)
}

/// A type that can be read from and written as JSON.
public typealias JSONCodable = JSONDecodable & JSONEncodable

extension JSONDecodable {
  /// Decodes a whole document.
  ///
  /// - Parameters:
  ///   - document: the document
  ///   - issues: receives the values that lenient fields and elements dropped
  public static func decode(
    _ document: JSONDocument, issues: inout JSONIssues
  ) throws(JSONError) -> Self {
    var reader = JSONReader(document)
    let value = try reader.readAll(Self.self)
    if reader.issueCount > 0 { issues.append(reader.issues()) }
    return value
  }

  /// Decodes a whole document; values that lenient fields and elements drop are not reported.
  public static func decode(_ document: JSONDocument) throws(JSONError) -> Self {
    var reader = JSONReader(document)
    return try reader.readAll(Self.self)
  }

  /// Decodes a text; it is not copied if the array is not shared and has room for 64 more bytes.
  ///
  /// - Parameters:
  ///   - bytes: the text
  ///   - limits: the limits of the document
  ///   - issues: receives the values that lenient fields and elements dropped
  public static func decode(
    _ bytes: consuming [UInt8], limits: JSONLimits = JSONLimits(), issues: inout JSONIssues
  ) throws(JSONError) -> Self {
    try decode(try JSONDocument(consume bytes, limits: limits), issues: &issues)
  }

  /// Decodes a text; values that lenient fields and elements drop are not reported.
  public static func decode(
    _ bytes: consuming [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONError) -> Self {
    try decode(try JSONDocument(consume bytes, limits: limits))
  }
}

extension JSONReader {
  /// Reads the whole document or slice as one value; an error has its path.
  mutating func readAll<Value: JSONDecodable>(_ type: Value.Type) throws(JSONError) -> Value {
    do throws(JSONError) {
      let value = try Value.decode(from: &self)
      try finish()
      return value
    } catch {
      throw error.located(in: document)
    }
  }
}

extension JSONEncodable {
  /// The value as JSON text.
  public func encoded() -> [UInt8] {
    var writer = JSONWriter()
    encode(to: &writer)
    return writer.finish()
  }
}
