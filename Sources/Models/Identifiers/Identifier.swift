package import ModelKit

/// A typed identifier whose text was checked against its grammar when it was made.
///
/// An identifier is opaque: beyond the check of its first character and its length nothing is
/// read out of it, because newer room versions mint identifiers without a server part.
/// Source: Matrix specification, appendices, "Common Identifier Format" (at most 255 bytes).
package protocol Identifier: JSONIdentifier, CustomStringConvertible {
  /// The text as the server spells it.
  var rawValue: String { get }

  /// Makes an identifier, or nothing when the text does not follow the grammar.
  init?(_ rawValue: String)
}

extension Identifier {
  package var description: String { rawValue }
}
