public import FoundationEssentials

extension JSONDecodable {
  /// Decodes a copy of a text.
  ///
  /// - Parameters:
  ///   - data: the text
  ///   - limits: the limits of the document
  ///   - issues: receives the values that lenient fields and elements dropped
  public static func decode(
    _ data: Data, limits: JSONLimits = JSONLimits(), issues: inout JSONIssues
  ) throws(JSONError) -> Self {
    try decode(Array(data), limits: limits, issues: &issues)
  }

  /// Decodes a copy of a text; values that lenient fields and elements drop are not reported.
  public static func decode(
    _ data: Data, limits: JSONLimits = JSONLimits()
  ) throws(JSONError) -> Self {
    try decode(Array(data), limits: limits)
  }
}

extension JSONEncodable {
  /// The value as JSON text.
  public func encodedData() -> Data { Data(encoded()) }
}
