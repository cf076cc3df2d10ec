/// An optional part of the generated code, like one of Remodel's plugins.
package enum Feature: String, CaseIterable, Hashable, Sendable, Codable, Comparable {
  /// `CustomStringConvertible` and `CustomDebugStringConvertible` over the set fields.
  case description
  /// `decode(from:)` and `encode(to:)`.
  case coding
  /// `Equatable` and `Hashable` over values and set bits.
  case equality
  /// A nested mutable `Builder` with defaults, and `with(_:)`.
  case builder
  /// `isSet`, a bit for each field.
  case fetchStatus
  /// `merging(_:)` and `changed(from:)`, which the store needs.
  case merging
  /// The store records changes of this type for undo and redo.
  case undo
  /// The store calls the type's will-change and did-change hooks.
  case hooks
  /// Posts a notification when an instance is decoded, built, merged or copied.
  case initNotification
  /// Members that the schema does not declare are kept and encoded again.
  case unknownKeys
  /// `Codable` through the JSON form.
  case codable
  /// `match(…)` on types with cases.
  case matching

  package static func < (left: Feature, right: Feature) -> Bool { left.rawValue < right.rawValue }

  /// The features of a type without further settings.
  package static let defaults: Set<Feature> = [
    .description, .coding, .equality, .builder, .fetchStatus, .merging, .unknownKeys, .matching,
  ]
}
