/// A rectangle of cells.
public struct Rect: Sendable, Hashable {
  /// The top left cell.
  public var origin: Point

  /// The extent to the right and downwards.
  public var size: Size

  /// Creates a rectangle from its corner and size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from four numbers; negative sizes count as zero.
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

  /// The first column right of the rectangle.
  public var maxColumn: Int { origin.column + size.columns }

  /// The topmost row.
  public var minRow: Int { origin.row }

  /// The first row below the rectangle.
  public var maxRow: Int { origin.row + size.rows }

  /// Whether the rectangle contains no cell.
  public var isEmpty: Bool { size.columns == 0 || size.rows == 0 }

  /// Whether the rectangle contains a cell.
  public func contains(_ point: Point) -> Bool {
    point.column >= minColumn && point.column < maxColumn && point.row >= minRow
      && point.row < maxRow
  }

  /// The cells common to both rectangles; empty when there are none.
  public func intersection(_ other: Rect) -> Rect {
    let column = max(minColumn, other.minColumn)
    let row = max(minRow, other.minRow)
    return Rect(
      column: column, row: row, columns: min(maxColumn, other.maxColumn) - column,
      rows: min(maxRow, other.maxRow) - row)
  }

  /// The rectangle without a margin on each side; empty when the margins cover it.
  public func inset(columns: Int, rows: Int) -> Rect {
    Rect(
      column: minColumn + columns, row: minRow + rows, columns: self.columns - 2 * columns,
      rows: self.rows - 2 * rows)
  }
}
