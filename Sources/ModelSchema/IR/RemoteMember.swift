/// A member of the model in a field that stands elsewhere in the document of the outer type.
package struct RemoteMember: Hashable, Sendable {
  /// The place in the outer document, outermost key first.
  package var keyPath: [String]
  /// The names of the fields that lead to the member, beginning in the model.
  package var target: [String]
  /// The place in the model's own document; empty until `SchemaChecker` has found it.
  package var targetKeyPath: [String]
  package var location: SourceLocation

  package init(
    keyPath: [String], target: [String], targetKeyPath: [String] = [], location: SourceLocation
  ) {
    self.keyPath = keyPath
    self.target = target
    self.targetKeyPath = targetKeyPath
    self.location = location
  }

  /// The member in a message: `author.name`.
  func name(in field: Field) -> String {
    ([field.name] + target).joined(separator: ".")
  }
}
