/// A model with an identity: the store keeps one current value for each type and identifier.
///
/// The identifier is never absent, also not in a partial value. Written by the compiler for types
/// that mark a field with `%id`.
public protocol StoredModel: Model, JSONCodable, Identifiable where ID: ModelIdentifier {
  /// What a write of this type may fail with: `Never`, or `ModelVeto` for types with hooks.
  ///
  /// So a write of a type without hooks needs no `try`.
  associatedtype Veto: Error = Never
}
