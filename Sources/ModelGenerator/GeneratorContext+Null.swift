import ModelSchema

extension GeneratorContext {
  /// Whether an instance that records its set fields can say that a field is null.
  ///
  /// That includes fields for which the schema does not allow null, because a document may have it.
  func keepsNull(_ field: Field) -> Bool {
    field.isNullable && !field.isIdentifier || !hasValue(field) && !merges(field)
  }

  /// Whether a field contains a model that merges with a newer one.
  ///
  /// A nullable model is replaced as a whole unless the schema requests otherwise, because null
  /// followed by a partial value depends on the order. One with members elsewhere in the document
  /// is nearly always partial, so it merges.
  func merges(_ field: Field) -> Bool {
    guard
      !field.isNullable || field.isIdentifier || field.mergesDeeply
        || !field.remoteMembers.isEmpty, field.transformer == nil,
      !isLazy(field),
      case .named(let name) = resolved(field.type), let declaration = declaration(named: name),
      case .object(let object) = declaration.kind
    else { return false }
    return ObjectPlan(declaration, object, context: self).isModel
  }
}
