/// All types of one run of the compiler, checked against each other.
package struct SchemaModule: Hashable, Sendable {
  /// Sorted by name, each followed by its nested types.
  package var types: [TypeDeclaration]

  package init(types: [TypeDeclaration]) {
    self.types = types
  }
}
