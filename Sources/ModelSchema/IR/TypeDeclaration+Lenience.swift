extension TypeDeclaration {
  /// This declaration with every field lenient that a document may lack.
  package var readingLeniently: TypeDeclaration {
    mapFields { field in
      guard !field.isRequired, !field.isIdentifier else { return field }
      var copy = field
      copy.policy = .lenient
      return copy
    }
  }
}
