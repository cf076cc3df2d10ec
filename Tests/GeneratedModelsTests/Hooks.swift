import ModelKit

extension Person {
  /// Rejects an empty name.
  package static func willChange(from older: Person?, to newer: Person?, fields: Fields) -> Bool {
    newer?.displayName != ""
  }
}
