/// A list's reusable cells: as many as the most rows ever shown at once.
final class CellPool<ID: Hashable, Row: AnyObject> {
  private let makeCell: () -> RowCell<Row>
  private var used: [ID: RowCell<Row>] = [:]
  private var free: [RowCell<Row>] = []

  init(makeCell: @escaping () -> RowCell<Row>) {
    self.makeCell = makeCell
  }

  /// The cell that shows a row, if the row is visible.
  func cell(_ id: ID) -> RowCell<Row>? {
    used[id]
  }

  /// Shows exactly these rows; rows that stay keep their cells.
  func show(_ rows: [(id: ID, row: Row)]) {
    var next: [ID: RowCell<Row>] = [:]
    for (id, row) in rows {
      guard let cell = used[id], cell.row === row else { continue }
      next[id] = cell
    }
    for (id, cell) in used where next[id] == nil { free.append(cell) }
    for (id, row) in rows where next[id] == nil {
      let cell = free.popLast() ?? makeCell()
      cell.row = row
      next[id] = cell
    }
    for cell in free { cell.row = nil }
    used = next
  }
}
