public import FoundationEssentials

extension JSONIdentifier {
  /// Makes the identifier that a schema names as the default of a field.
  ///
  /// The text comes from the program, never from a document: an invalid identifier is a mistake in
  /// the schema.
  public static func constant(_ text: StaticString) -> Self {
    guard let identifier = Self(text.description) else {
      preconditionFailure("The schema's default \(text) is no \(Self.self).")
    }
    return identifier
  }
}

extension URLTransformer {
  /// Makes the URL that a schema names as the default of a field.
  ///
  /// The text comes from the program, never from a document: an invalid URL is a mistake in the
  /// schema.
  public static func constant(_ text: StaticString) -> URL {
    guard let url = URL(string: text.description) else {
      preconditionFailure("The schema's default \(text) is no address.")
    }
    return url
  }
}
