import Terminal

extension Rect {
  /// The area inset by rows and columns at its edges.
  func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Rect {
    let left = min(left, columns)
    let top = min(top, rows)
    return Rect(
      column: minColumn + left, row: minRow + top, columns: columns - left - right,
      rows: rows - top - bottom)
  }

  /// The first rows, at most as many as exist.
  func topRows(_ count: Int) -> Rect {
    Rect(column: minColumn, row: minRow, columns: columns, rows: min(max(count, 0), rows))
  }

  /// The last rows, at most as many as exist.
  func bottomRows(_ count: Int) -> Rect {
    let count = min(max(count, 0), rows)
    return Rect(column: minColumn, row: maxRow - count, columns: columns, rows: count)
  }

  /// An area of the given size centred in this one and clipped to it.
  func centred(columns: Int, rows: Int) -> Rect {
    let columns = min(columns, self.columns)
    let rows = min(rows, self.rows)
    return Rect(
      column: minColumn + (self.columns - columns) / 2, row: minRow + (self.rows - rows) / 2,
      columns: columns, rows: rows)
  }
}
