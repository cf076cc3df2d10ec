import ModelKit

extension Person {
  /// Nobody goes by an empty name.
  package static func willChange(from older: Person?, to newer: Person?, fields: Fields) -> Bool {
    newer?.displayName != ""
  }
}
