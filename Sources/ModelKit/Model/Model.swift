/// An immutable value whose fields may be absent, with merging and comparison.
///
/// A field that is not in `isSet` is absent: its value is unknown, which differs from a value of
/// nil. A value with only some fields set is a partial one. The compiler generates conformances.
public protocol Model: Hashable, Sendable {
  /// The fields as bits.
  associatedtype Fields: FieldSet

  /// The known fields: those decoded, passed to an initialiser, or merged in.
  var isSet: Fields { get }

  /// This value with the set fields of `newer` applied; models in fields merge the same way.
  ///
  /// Merging is associative, and a value without set fields changes nothing.
  func merging(_ newer: Self) -> Self

  /// The fields whose values differ, or which are set in only one of the two.
  func changed(from older: Self) -> Fields

  /// The type's name and fields from its schema.
  static var schema: ModelSchema { get }
}
