import Terminal

/// A part of the screen: drawing is clipped to its rectangle.
///
/// Columns and rows are relative to the region's corner. All text becomes ``SafeText`` here at the
/// latest.
struct Region {
  let frame: Frame
  /// The rectangle, in screen cells.
  let rect: Rect
  private(set) var ground = Ground.plain

  init(frame: Frame, rect: Rect) {
    self.frame = frame
    self.rect = rect
  }

  /// The style of text in a role.
  func style(_ role: Role) -> Style { frame.theme.style(role, on: ground) }

  /// A subregion, given in screen cells.
  func part(_ rect: Rect) -> Region {
    var part = Region(frame: frame, rect: rect.intersection(self.rect))
    part.ground = ground
    return part
  }

  /// The same region with text on another ground.
  func on(_ ground: Ground) -> Region {
    var part = self
    part.ground = ground
    return part
  }

  /// Draws text on one row and returns the columns used; longer text ends in an ellipsis.
  @discardableResult
  func put(
    _ text: SafeText, column: Int = 0, row: Int = 0, _ role: Role, width: Int = .max
  ) -> Int {
    let room = min(width, rect.columns - column)
    guard room > 0, (0..<rect.rows).contains(row) else { return 0 }
    let fitted = text.prefix(fittingColumns: room)
    return frame.canvas.clipped(to: rect) { canvas in
      canvas.draw(
        fitted, at: Point(column: column, row: row), style: style(role),
        maxWidth: room)
    }
  }

  /// Draws text that already fits; any excess is cut without an ellipsis.
  func place(
    _ text: SafeText, column: Int, row: Int, _ role: Role, link: LinkAddress? = nil
  ) {
    let style = style(role)
    frame.canvas.clipped(to: rect) { canvas in
      canvas.draw(text, at: Point(column: column, row: row), style: style, link: link)
    }
  }

  /// Draws untrusted text on one row.
  @discardableResult
  func put(
    _ text: String, column: Int = 0, row: Int = 0, _ role: Role, width: Int = .max
  ) -> Int {
    put(
      SafeText.line(text, columns: rect.columns), column: column, row: row, role, width: width)
  }

  /// Draws text right-aligned, leaving one column before the right edge.
  func putRight(_ text: String, row: Int = 0, _ role: Role) {
    let safe = SafeText.line(text, columns: rect.columns)
    put(safe, column: max(rect.columns - 1 - safe.width, 0), row: row, role)
  }

  /// Draws wrapped text from the top, in as many rows as fit.
  func paragraph(_ text: String, _ role: Role) {
    let lines = SafeText.wrapped(text, columns: max(rect.columns, 1), limit: max(rect.rows, 1))
    for (row, line) in lines.enumerated() { put(line, row: row, role) }
  }

  /// Fills the region with its ground.
  func fill() {
    frame.canvas.fill(rect, style: frame.theme.style(.text, on: ground))
  }

  /// Fills one row with the ground.
  func fill(row: Int) {
    guard (0..<rect.rows).contains(row) else { return }
    part(
      Rect(column: rect.minColumn, row: rect.minRow + row, columns: rect.columns, rows: 1)
    ).fill()
  }

  /// Places the terminal's cursor in the region.
  func placeCursor(column: Int, row: Int) {
    let point = Point(column: rect.minColumn + column, row: rect.minRow + row)
    frame.canvas.cursor = rect.contains(point) ? point : nil
  }
}

extension Region {
  /// Draws a horizontal rule across the region, with a label near the right edge.
  func rule(row: Int = 0, label: String = "", role: Role = .dim) {
    frame.canvas.clipped(to: rect) { canvas in
      canvas.drawHorizontalLine(
        at: Point(column: 0, row: row), length: rect.columns,
        style: frame.theme.style(.rule, on: ground))
    }
    if !label.isEmpty { putRight(" \(label) ", row: row, role) }
  }

  /// Draws a vertical divider over the region's first column.
  func divider(joining joins: [DividerJoin]) {
    frame.canvas.clipped(to: rect) { canvas in
      canvas.drawVerticalLine(
        at: .zero, length: rect.rows, style: frame.theme.style(.rule, on: ground))
    }
    for join in joins { place(join.glyph, column: 0, row: join.row, .rule) }
  }

  /// Draws a border around the region, with a title in its top line.
  func box(title: SafeText, role: Role) {
    frame.canvas.drawBox(rect, style: frame.theme.style(role, on: ground), kind: .rounded)
    put(" " + title + " ", column: 2, .accentStrong)
  }

  /// Draws a picture at a position in the region.
  func draw(_ image: CellImage, column: Int = 0, row: Int = 0) {
    frame.canvas.clipped(to: rect) { $0.draw(image, at: Point(column: column, row: row)) }
  }
}
