import ModelKit

/// An identifier for tests; it begins with an at sign.
package struct PersonID: JSONIdentifier {
  package let rawValue: String

  init(rawValue: String) {
    self.rawValue = rawValue
  }

  package init?(_ text: String) {
    guard text.hasPrefix("@") else { return nil }
    rawValue = text
  }
}
