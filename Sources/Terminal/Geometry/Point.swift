/// The position of a cell: column and row, counted from zero at the top left.
public struct Point: Sendable, Hashable {
  /// The column, growing to the right.
  public var column: Int

  /// The row, growing downwards.
  public var row: Int

  /// Creates a point; it may lie outside of any screen.
  public init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The top left corner.
  public static let zero = Point(column: 0, row: 0)
}

/// A number of columns and rows.
public struct Size: Sendable, Hashable {
  /// The number of columns, never negative.
  public let columns: Int

  /// The number of rows, never negative.
  public let rows: Int

  /// Creates a size; negative numbers count as zero.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}
