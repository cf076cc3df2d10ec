import ModelSchema
import Testing

/// Parses valid texts.
enum Remodel {
  /// The single type that a text declares; a diagnostic is a test failure.
  static func declaration(
    _ text: String, path: String = "User.value",
    configuration: RemodelConfiguration = RemodelConfiguration(),
    options: RemodelOptions = RemodelOptions(),
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> TypeDeclaration {
    let result = RemodelFrontEnd.parse(
      SourceFile(path: path, text: text), configuration: configuration, options: options)
    #expect(result.diagnostics == [], sourceLocation: sourceLocation)
    #expect(result.types.count == 1, sourceLocation: sourceLocation)
    return try #require(result.types.first, sourceLocation: sourceLocation)
  }

  /// The fields of a `.value` text.
  static func fields(
    _ text: String, path: String = "User.value",
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> [Field] {
    let declaration = try Remodel.declaration(text, path: path, sourceLocation: sourceLocation)
    guard case .object(let object) = declaration.kind else {
      Issue.record("the type has no fields", sourceLocation: sourceLocation)
      return []
    }
    return object.fields
  }

  /// The single field of a `.value` text with the given content.
  static func field(
    _ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> Field {
    try #require(
      try Remodel.fields("User {\n\(text)\n}\n", sourceLocation: sourceLocation).first,
      sourceLocation: sourceLocation)
  }

  /// The union of an `.adtValue` text.
  static func union(
    _ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> UnionType {
    let declaration = try Remodel.declaration(
      text, path: "Content.adtValue", sourceLocation: sourceLocation)
    guard case .union(let union) = declaration.kind else {
      Issue.record("the type has no cases", sourceLocation: sourceLocation)
      return UnionType(discriminator: .singleKey, cases: [])
    }
    return union
  }
}
