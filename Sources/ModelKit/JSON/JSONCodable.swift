/// A type that is read from JSON.
public protocol JSONDecodable {
  /// Reads the value ahead.
  static func decode(from reader: inout JSONReader) throws(JSONError) -> Self
}

/// A type that is written as JSON.
public protocol JSONEncodable {
  /// Writes one value.
  func encode(to writer: inout JSONWriter)
}

/// A type that is read from JSON and written as JSON.
public typealias JSONCodable = JSONDecodable & JSONEncodable

extension JSONDecodable {
  /// Decodes a whole document.
  ///
  /// - Parameters:
  ///   - document: the document
  ///   - issues: what lenient fields and elements dropped is added here
  public static func decode(
    _ document: JSONDocument, issues: inout JSONIssues
  ) throws(JSONError) -> Self {
    var reader = JSONReader(document)
    let value = try decode(from: &reader)
    try reader.finish()
    if reader.issueCount > 0 { issues.append(reader.issues()) }
    return value
  }

  /// Decodes a whole document; what lenient fields and elements dropped is not reported.
  public static func decode(_ document: JSONDocument) throws(JSONError) -> Self {
    var reader = JSONReader(document)
    let value = try decode(from: &reader)
    try reader.finish()
    return value
  }

  /// Decodes a text, which is not copied when the array is not shared and has room for 64 bytes.
  ///
  /// - Parameters:
  ///   - bytes: the text
  ///   - limits: what the document may ask for
  ///   - issues: what lenient fields and elements dropped is added here
  public static func decode(
    _ bytes: consuming [UInt8], limits: JSONLimits = JSONLimits(), issues: inout JSONIssues
  ) throws(JSONError) -> Self {
    try decode(try JSONDocument(consume bytes, limits: limits), issues: &issues)
  }

  /// Decodes a text; what lenient fields and elements dropped is not reported.
  public static func decode(
    _ bytes: consuming [UInt8], limits: JSONLimits = JSONLimits()
  ) throws(JSONError) -> Self {
    try decode(try JSONDocument(consume bytes, limits: limits))
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
