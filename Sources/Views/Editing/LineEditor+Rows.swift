extension LineEditor {
  /// Moves up or down by visual rows, keeping the column where possible.
  ///
  /// Returns false, without moving, above the first row and below the last.
  @discardableResult
  mutating func moveRow(by count: Int, in layout: EditorLayout) -> Bool {
    let position = layout.position(of: cursor)
    let row = position.row + count
    guard layout.rows.indices.contains(row) else { return false }
    let column = wantedColumn ?? position.column
    place(at: layout.cursor(row: row, column: column), keeping: column)
    return true
  }
}
