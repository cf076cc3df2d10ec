import MatrixGrammar
import ModelKit

/// The identifier of an event, for example `$opaque`.
package struct EventID: Identifier {
  package let rawValue: String

  package init?(_ rawValue: String) {
    guard IdentifierGrammar.isOpaque(rawValue, sigil: "$") else { return nil }
    self.rawValue = rawValue
  }
}
