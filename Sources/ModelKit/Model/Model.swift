/// An immutable value whose fields may be absent, and which knows how to merge and to compare.
///
/// A field that is not in `isSet` is absent: nothing is known of it, which is different from a value
/// of nil. A value with few set fields is a partial one. The compiler writes conformances.
public protocol Model: Hashable, Sendable {
  /// The fields as bits.
  associatedtype Fields: FieldSet

  /// What is known: the fields that were decoded, given to an initialiser, or merged in.
  var isSet: Fields { get }

  /// This value with the set fields of `newer` taken over; models in fields merge likewise.
  ///
  /// Merging is associative, and a value that sets nothing changes nothing.
  func merging(_ newer: Self) -> Self

  /// The fields whose value differs, or which are set in one of the two only.
  func changed(from older: Self) -> Fields

  /// The type's name and fields as the schema has them.
  static var schema: ModelSchema { get }
}
