/// `%name key=value …`, or a schema keyword without a meaning for the compiler (`x-…`).
///
/// Known annotations have already been applied to the declaration; all are kept here for plugins.
package struct Annotation: Hashable, Sendable, Codable {
  package var name: String
  /// In source order; keys may repeat.
  package var values: [Value]
  package var location: SourceLocation

  package struct Value: Hashable, Sendable, Codable {
    package var key: String
    package var value: String

    package init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  package init(name: String, values: [Value] = [], location: SourceLocation) {
    self.name = name
    self.values = values
    self.location = location
  }
}
