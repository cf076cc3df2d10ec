import ViewModels

/// The selected row of the messages, which stays selected when the list changes around it.
struct TimelineSelection {
  /// What is to be selected as soon as there are rows.
  enum Awaited: Equatable {
    case any
    /// A row, or any if it is not among them.
    case row(RowID)
  }

  private(set) var id: RowID?
  var awaited: Awaited?
  /// Where the row was last, in case it is removed.
  private var index = 0

  /// The place of the selected row, if it still exists.
  func place(in rows: [MessageRowViewModel]) -> Int? {
    guard let id else { return nil }
    if rows.indices.contains(index), rows[index].id == id { return index }
    return rows.lastIndex { $0.id == id }
  }

  /// Selects another row, or none.
  mutating func move(to id: RowID?, in rows: [MessageRowViewModel]) {
    self.id = id
    keep(in: rows)
  }

  /// If the row is gone, for example merged into a group of changes, selects one near it.
  mutating func keep(in rows: [MessageRowViewModel]) {
    guard id != nil else { return }
    if let place = place(in: rows) {
      index = place
    } else if let near = rows.prefix(index + 1).lastIndex(where: \.isSelectable) {
      (index, id) = (near, rows[near].id)
    }
  }
}
