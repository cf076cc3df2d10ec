/// A model with an identity: the store keeps one current value for each type and identifier.
///
/// The identifier is never absent, even in a partial value. The compiler generates the conformance
/// for types that mark a field with `%id`.
public protocol StoredModel: Model, JSONCodable, Identifiable where ID: ModelIdentifier {
  /// The error of a write of this type: `Never`, or `ModelVeto` for types with hooks.
  ///
  /// A write of a type without hooks therefore needs no `try`.
  associatedtype Veto: Error = Never
}
