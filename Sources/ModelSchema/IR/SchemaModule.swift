/// All types of one run of the compiler, checked against each other.
package struct SchemaModule: Hashable, Sendable {
  /// In the order of their names, each with its nested types behind it.
  package var types: [TypeDeclaration]

  package init(types: [TypeDeclaration]) {
    self.types = types
  }
}
