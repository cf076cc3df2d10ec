/// An area of cells.
public struct Rect: Sendable, Hashable {
  /// The top left cell.
  public var origin: Point

  /// How far the area reaches to the right and downwards.
  public var size: Size

  /// Makes an area from its corner and size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Makes an area from four numbers; negative sizes count as zero.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    self.init(
      origin: Point(column: column, row: row), size: Size(columns: columns, rows: rows))
  }

  /// The number of columns.
  public var columns: Int { size.columns }

  /// The number of rows.
  public var rows: Int { size.rows }

  /// The leftmost column.
  public var minColumn: Int { origin.column }

  /// The first column to the right of the area.
  public var maxColumn: Int { origin.column + size.columns }

  /// The topmost row.
  public var minRow: Int { origin.row }

  /// The first row below the area.
  public var maxRow: Int { origin.row + size.rows }

  /// Whether no cell lies in the area.
  public var isEmpty: Bool { size.columns == 0 || size.rows == 0 }

  /// Whether a cell lies in the area.
  public func contains(_ point: Point) -> Bool {
    point.column >= minColumn && point.column < maxColumn && point.row >= minRow
      && point.row < maxRow
  }

  /// The cells that lie in both areas; empty when there are none.
  public func intersection(_ other: Rect) -> Rect {
    let column = max(minColumn, other.minColumn)
    let row = max(minRow, other.minRow)
    return Rect(
      column: column, row: row, columns: min(maxColumn, other.maxColumn) - column,
      rows: min(maxRow, other.maxRow) - row)
  }

  /// The area without a margin on each side; empty when the margin eats it up.
  public func inset(columns: Int, rows: Int) -> Rect {
    Rect(
      column: minColumn + columns, row: minRow + rows, columns: self.columns - 2 * columns,
      rows: self.rows - 2 * rows)
  }
}
