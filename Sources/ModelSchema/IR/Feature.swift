/// A part of the generated code that can be left out or put in, as Remodel's plugins can.
package enum Feature: String, CaseIterable, Hashable, Sendable, Codable, Comparable {
  /// `CustomStringConvertible` and `CustomDebugStringConvertible` that name the set fields.
  case description
  /// `decode(from:)` and `encode(to:)`.
  case coding
  /// `Equatable` and `Hashable` over values and set bits.
  case equality
  /// A nested mutable `Builder` with defaults, and `with(_:)`.
  case builder
  /// `isSet` bits, and `hasFetched…` for each field.
  case fetchStatus
  /// `merging(_:)`, `changed(from:)`: what the store needs.
  case merging
  /// The store keeps what changed of this type for undo and redo.
  case undo
  /// The type's will-change and did-change hooks are called by the store.
  case hooks
  /// Posts a notification when an instance is decoded, built, merged or copied.
  case initNotification
  /// Keys that the schema does not know are kept and encoded again.
  case unknownKeys
  /// `match(…)` on types with cases.
  case matching

  package static func < (left: Feature, right: Feature) -> Bool { left.rawValue < right.rawValue }

  /// What a type has when nothing else is said.
  package static let defaults: Set<Feature> = [
    .description, .coding, .equality, .builder, .fetchStatus, .merging, .unknownKeys, .matching,
  ]
}
