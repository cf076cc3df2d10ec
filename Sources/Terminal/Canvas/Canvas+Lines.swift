/// The line style of a box.
public enum BoxStyle: Sendable, Hashable {
  /// Thin lines, square corners.
  case square

  /// Thin lines, round corners.
  case rounded

  /// Lines twice as heavy.
  case heavy
}

extension Canvas {
  /// Draws a horizontal line from a point to the right.
  public mutating func drawHorizontalLine(
    at point: Point, length: Int, style: Style = .plain, kind: BoxStyle = .square
  ) {
    guard length > 0 else { return }
    for column in 0..<min(length, columns) {
      put(kind.horizontal, at: Point(column: point.column + column, row: point.row), style: style)
    }
  }

  /// Draws a vertical line from a point downwards.
  public mutating func drawVerticalLine(
    at point: Point, length: Int, style: Style = .plain, kind: BoxStyle = .square
  ) {
    guard length > 0 else { return }
    for row in 0..<min(length, rows) {
      put(kind.vertical, at: Point(column: point.column, row: point.row + row), style: style)
    }
  }

  /// Draws a frame along the edge of an area, with a title in its top line.
  ///
  /// An area of less than 2 by 2 cells stays empty.
  public mutating func drawBox(
    _ rect: Rect, style: Style = .plain, kind: BoxStyle = .square, title: SafeText = .empty
  ) {
    guard rect.columns >= 2, rect.rows >= 2 else { return }
    let (right, bottom) = (rect.maxColumn - 1, rect.maxRow - 1)
    for row in [rect.minRow, bottom] {
      drawHorizontalLine(
        at: Point(column: rect.minColumn, row: row), length: rect.columns, style: style, kind: kind)
    }
    for column in [rect.minColumn, right] {
      drawVerticalLine(
        at: Point(column: column, row: rect.minRow), length: rect.rows, style: style, kind: kind)
    }
    put(kind.corners.0, at: rect.origin, style: style)
    put(kind.corners.1, at: Point(column: right, row: rect.minRow), style: style)
    put(kind.corners.2, at: Point(column: rect.minColumn, row: bottom), style: style)
    put(kind.corners.3, at: Point(column: right, row: bottom), style: style)
    guard !title.isEmpty, rect.columns > 4 else { return }
    let shown = title.prefix(fittingColumns: rect.columns - 4)
    draw(
      " " + shown + " ", at: Point(column: rect.minColumn + 1, row: rect.minRow), style: style,
      maxWidth: rect.columns - 2)
  }
}

extension BoxStyle {
  fileprivate var horizontal: Unicode.Scalar { self == .heavy ? "━" : "─" }

  fileprivate var vertical: Unicode.Scalar { self == .heavy ? "┃" : "│" }

  fileprivate var corners: (Unicode.Scalar, Unicode.Scalar, Unicode.Scalar, Unicode.Scalar) {
    switch self {
    case .square: ("┌", "┐", "└", "┘")
    case .rounded: ("╭", "╮", "╰", "╯")
    case .heavy: ("┏", "┓", "┗", "┛")
    }
  }
}
