/// The fields of a model, mutable: its storage, and the draft of a new value.
///
/// The compiler generates conformances. Assigning a field marks it as set.
public protocol ModelBuilder: Sendable {
  /// A draft without set fields; those without a neutral value have that of another draft.
  static func emptied(_ draft: Self) -> Self

  /// Passes each field of two drafts to an operation, which may change the first one.
  static func visit(_ pass: inout FieldPass, _ a: inout Self, _ b: Self)
}
