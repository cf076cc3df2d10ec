/// The JSON of an event for people.
package struct EventSource: Hashable, Sendable {
  /// Its lines, indented, of visible characters alone.
  package var text: String
  /// Whether this is all; otherwise the end is missing.
  package var isComplete: Bool

  /// Creates a source, by default a complete one.
  package init(text: String, isComplete: Bool = true) {
    self.text = text
    self.isComplete = isComplete
  }
}
