/// Checks JSON documents against the types of a module.
package struct SchemaValidator {
  /// One problem in a document.
  package struct Issue: Hashable, Sendable {
    /// The path from the root, for example `$.rooms[3].name`.
    package var path: String
    /// The first byte of the invalid value; of the object if a member is missing.
    package var offset: Int
    package var message: String
    /// A warning if the generated code still reads the document.
    package var severity: Diagnostic.Severity
  }

  private let types: [String: TypeDeclaration]
  private let maximumIssueCount: Int

  package init(_ module: SchemaModule, maximumIssueCount: Int = 100) {
    types = Dictionary(module.types.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    self.maximumIssueCount = maximumIssueCount
  }

  /// All problems of a document as a value of a type, in document order.
  ///
  /// The module must be checked and free of errors. Nil if it has no type of that name.
  package func validate(_ document: LocatedJSON, as typeName: String) -> [Issue]? {
    guard types[typeName] != nil else { return nil }
    var run = ValidationRun(types: types, maximumIssueCount: maximumIssueCount)
    run.check(document, as: .named(typeName))
    return run.issues.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }.map(\.element)
  }
}
