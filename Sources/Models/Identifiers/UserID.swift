import MatrixGrammar
import ModelKit

/// The identifier of a person, for example `@ada:example.org`.
package struct UserID: Identifier {
  package let rawValue: String

  package init?(_ rawValue: String) {
    guard NamedIdentifier(rawValue, sigil: "@") != nil else { return nil }
    self.rawValue = rawValue
  }

  /// The part between `@` and the first colon.
  package var localpart: Substring {
    rawValue.dropFirst().prefix { $0 != ":" }
  }

  /// The server that the account lives on: what follows the first colon.
  package var serverName: Substring {
    rawValue.drop { $0 != ":" }.dropFirst()
  }
}
