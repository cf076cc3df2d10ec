/// The identity of a row in a list: stable while what it shows is the same thing.
public nonisolated struct RowID: Hashable, Sendable {
  private let text: String

  package init(_ text: String) { self.text = text }
}
