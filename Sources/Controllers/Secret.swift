/// A value that must not reach a log, a crash report or the screen by accident.
///
/// Its descriptions and its mirror reveal nothing; only `reveal()` returns the value.
package struct Secret<Value: Sendable>: Sendable {
  private let value: Value

  /// Wraps a value.
  package init(_ value: Value) { self.value = value }

  /// The value itself, for the code that sends or stores it.
  package func reveal() -> Value { value }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "•••" }
  package var debugDescription: String { "•••" }
  package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
