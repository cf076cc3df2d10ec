/// How the user has arranged the list of rooms.
package struct RoomArrangement: Hashable, Sendable {
  /// The most sections that are kept.
  package static let mostSections = 500

  /// The names of the folded sections.
  package var folded: Set<String>
  /// The names of the orders of sections, by the names of the sections.
  package var sorts: [String: String]

  /// Creates an arrangement, by default that of a new account.
  package init(folded: Set<String> = [], sorts: [String: String] = [:]) {
    self.folded = folded
    self.sorts = sorts
  }
}
