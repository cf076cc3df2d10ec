/// `%name key=value …`, or a keyword of a schema that the compiler has no meaning for (`x-…`).
///
/// Known annotations have had their effect on the declaration; all are kept here for plugins.
package struct Annotation: Hashable, Sendable, Codable {
  package var name: String
  /// In source order; the same key may stand more than once.
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
