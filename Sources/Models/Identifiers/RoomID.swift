import MatrixGrammar
import ModelKit

/// The identifier of a room, for example `!opaque:example.org` or, from room version 12 on, `!opaque`.
package struct RoomID: Identifier {
  package let rawValue: String

  package init?(_ rawValue: String) {
    guard IdentifierGrammar.isOpaque(rawValue, sigil: "!") else { return nil }
    self.rawValue = rawValue
  }
}
