/// The identity of a row in a list, stable as long as the row represents the same object.
public nonisolated struct RowID: Hashable, Sendable {
  let text: String

  package init(_ text: String) { self.text = text }

  /// The line above the new messages of a timeline.
  static let newMarker = RowID("new")
}
