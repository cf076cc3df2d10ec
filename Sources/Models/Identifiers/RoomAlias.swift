import MatrixGrammar
import ModelKit

/// A human-readable address of a room, for example `#swift:example.org`.
package struct RoomAlias: Identifier {
  package let rawValue: String

  package init?(_ rawValue: String) {
    guard NamedIdentifier(rawValue, sigil: "#") != nil else { return nil }
    self.rawValue = rawValue
  }
}
