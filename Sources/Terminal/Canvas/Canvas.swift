/// A grid of cells to draw on, as large as the screen.
///
/// Coordinates count from the top left of the current area. Drawing is clipped to the area, so any
/// number is valid. The cells stay from frame to frame, so a drawer draws only what has changed; the
/// surface finds the changed cells. A canvas is cheap to pass as `inout` and stays on the thread that
/// created it.
public struct Canvas {
  /// The capabilities of the terminal.
  public let capabilities: TerminalCapabilities

  /// The frame that the cells show; nil on a blank canvas.
  ///
  /// Whoever draws a whole frame sets a new mark, and recognises its cells by it the next time.
  public var mark: FrameMark?

  let tables: CellTables
  private(set) var cells: [Cell]
  let columns: Int
  let rows: Int

  /// The drawing area, in cells of the whole screen.
  private var area: Rect
  /// The part of the area that is not clipped.
  private var visible: Rect
  private(set) var cursorCell: Point?

  /// Creates a blank canvas.
  public init(size: Size, capabilities: TerminalCapabilities = TerminalCapabilities()) {
    self.init(size: size, capabilities: capabilities, tables: CellTables())
  }

  init(size: Size, capabilities: TerminalCapabilities, tables: CellTables) {
    self.capabilities = capabilities
    self.tables = tables
    columns = size.columns
    rows = size.rows
    cells = Array(repeating: .blank, count: size.columns * size.rows)
    area = Rect(origin: .zero, size: size)
    visible = area
  }

  /// The size of the current area.
  public var size: Size { area.size }

  /// The current area in its own coordinates, with the origin at zero.
  public var bounds: Rect { Rect(origin: .zero, size: area.size) }

  /// The size of the whole screen.
  public var screenSize: Size { Size(columns: columns, rows: rows) }

  /// Draws on a part of the current area, with coordinates relative to that part's top left corner.
  @discardableResult
  public mutating func clipped<Result>(to rect: Rect, _ body: (inout Canvas) -> Result) -> Result {
    let (outerArea, outerVisible) = (area, visible)
    area = absolute(rect)
    visible = outerVisible.intersection(area)
    defer {
      area = outerArea
      visible = outerVisible
    }
    return body(&self)
  }

  /// The position of the terminal's cursor in the current area; nil hides it.
  ///
  /// A position outside of the visible part hides it as well.
  public var cursor: Point? {
    get {
      cursorCell.map { Point(column: $0.column - area.minColumn, row: $0.row - area.minRow) }
    }
    set {
      let point = newValue.map {
        absolute(Rect(origin: $0, size: Size(columns: 1, rows: 1))).origin
      }
      cursorCell = point.flatMap { visible.contains($0) ? $0 : nil }
    }
  }

  /// Prepares for the next frame: clears the whole screen, or keeps the cells of the last frame
  /// unless the tables to which they refer had to be cleared.
  mutating func beginFrame(keepingCells keepsCells: Bool = false) {
    let hasClearedTables = tables.beginFrame()
    if keepsCells, !hasClearedTables { return }
    mark = nil
    cursorCell = nil
    cells.withUnsafeMutableBufferPointer { $0.update(repeating: .blank) }
  }
}

extension Canvas {
  /// Draws text on one row and returns the number of columns used.
  ///
  /// Text beyond the area or `maxWidth` is cut. A wide character of which only half fits shows as a
  /// space, and so does a line feed. A link has no effect on a terminal that does not show links.
  @discardableResult
  public mutating func draw(
    _ text: SafeText, at point: Point, style: Style = .plain, maxWidth: Int = .max,
    link: LinkAddress? = nil
  ) -> Int {
    let start = absolute(Rect(origin: point, size: Size(columns: 0, rows: 0))).origin
    guard start.row >= visible.minRow, start.row < visible.maxRow, maxWidth > 0 else { return 0 }
    let room = area.maxColumn - start.column
    let limit = start.column + max(0, min(room, maxWidth))
    let number = tables.number(of: capabilities.showsLinks ? linked(style, link) : style)
    if text.isASCII {
      var string = text.string
      return string.withUTF8 { drawASCII($0, at: start, style: number, limit: limit) }
    }
    var column = start.column
    var scanner = ClusterScanner(text.string)
    while column < limit {
      let bytes = scanner.takeASCII()
      if !bytes.isEmpty {
        column += scanner.bytes[bytes].withUnsafeBufferPointer {
          drawASCII(
            $0, at: Point(column: column, row: start.row), style: number, limit: limit)
        }
        continue
      }
      guard let cluster = scanner.next() else { break }
      if let scalar = cluster.scalar {
        put(
          scalar, width: cluster.width, column: column, row: start.row, style: number,
          limit: limit)
        column += cluster.width
      } else {
        Glyph.forEach(in: scanner.character(of: cluster), profile: .current) { glyph in
          put(
            tables.number(of: glyph), width: glyph.width, column: column, row: start.row,
            style: number, limit: limit)
          column += glyph.width
        }
      }
    }
    return min(column, limit) - start.column
  }

  private func linked(_ style: Style, _ link: LinkAddress?) -> Style {
    var style = style
    style.link = link.map { tables.number(of: $0) } ?? 0
    return style
  }

  /// Draws text in which each byte is one cell; returns the number of columns up to the limit.
  private mutating func drawASCII(
    _ text: UnsafeBufferPointer<UInt8>, at start: Point, style: UInt16, limit: Int
  ) -> Int {
    let count = min(text.count, limit - start.column)
    let skipped = max(0, visible.minColumn - start.column)
    let end = min(count, visible.maxColumn - start.column)
    guard skipped < end else { return max(0, count) }
    let first = start.row * columns + start.column
    // Only at the ends can a wide glyph reach out of the text.
    let blank = Cell(glyph: 0x20, style: style, width: 1)
    set(blank, column: start.column + skipped, row: start.row)
    set(blank, column: start.column + end - 1, row: start.row)
    cells.withUnsafeMutableBufferPointer { cells in
      for offset in skipped..<end {
        let byte = text[offset]
        cells[first + offset] = Cell(
          glyph: byte == 0x0A ? 0x20 : UInt32(byte), style: style, width: 1)
      }
    }
    return count
  }

  /// Fills an area with spaces in a style.
  public mutating func fill(_ rect: Rect, style: Style) {
    let target = absolute(rect).intersection(visible)
    guard !target.isEmpty else { return }
    let cell = Cell(glyph: 0x20, style: tables.number(of: style), width: 1)
    for row in target.minRow..<target.maxRow {
      // Only at the edges can a wide glyph reach out of the area.
      set(cell, column: target.minColumn, row: row)
      set(cell, column: target.maxColumn - 1, row: row)
      let start = row * columns
      cells.withUnsafeMutableBufferPointer {
        $0[start + target.minColumn..<start + target.maxColumn].update(repeating: cell)
      }
    }
  }

  /// Changes the style of all cells in an area and keeps the text.
  public mutating func restyle(_ rect: Rect, _ change: (Style) -> Style) {
    let target = absolute(rect).intersection(visible)
    guard !target.isEmpty else { return }
    for row in target.minRow..<target.maxRow {
      for column in target.minColumn..<target.maxColumn {
        let index = row * columns + column
        cells[index].style = tables.number(of: change(tables.style(of: cells[index])))
      }
    }
  }

  /// Puts one scalar of a picture or a line into a cell; it must be one column wide.
  mutating func put(_ scalar: Unicode.Scalar, at point: Point, style: Style) {
    let cell = absolute(Rect(origin: point, size: Size(columns: 1, rows: 1))).origin
    guard visible.contains(cell) else { return }
    set(
      Cell(glyph: scalar.value, style: tables.number(of: style), width: 1), column: cell.column,
      row: cell.row)
  }

  private func absolute(_ rect: Rect) -> Rect {
    // Far beyond any screen; keeps sums of the caller's numbers from overflowing.
    let reach = 1 << 30
    let column = min(max(rect.minColumn, -reach), reach) + area.minColumn
    let row = min(max(rect.minRow, -reach), reach) + area.minRow
    return Rect(
      column: column, row: row, columns: min(rect.columns, reach), rows: min(rect.rows, reach))
  }

  private mutating func put(
    _ glyph: UInt32, width: Int, column: Int, row: Int, style: UInt16, limit: Int
  ) {
    let end = column + width
    if column >= visible.minColumn, end <= min(visible.maxColumn, limit) {
      set(Cell(glyph: glyph, style: style, width: UInt8(width)), column: column, row: row)
      if width == 2 {
        set(Cell(glyph: glyph, style: style, width: 0), column: column + 1, row: row)
      }
      return
    }
    let first = max(column, visible.minColumn)
    for column in first..<max(first, min(end, visible.maxColumn, limit)) {
      set(Cell(glyph: 0x20, style: style, width: 1), column: column, row: row)
    }
  }

  /// Stores a cell, and blanks the other half of a wide glyph that it overwrites.
  private mutating func set(_ cell: Cell, column: Int, row: Int) {
    let index = row * columns + column
    let old = cells[index]
    if old.width != 1 || cell.width == 0 { mend(old, cell, index: index, column: column) }
    cells[index] = cell
  }

  private mutating func mend(_ old: Cell, _ new: Cell, index: Int, column: Int) {
    if old.width == 2, column + 1 < columns, cells[index + 1].width == 0 {
      cells[index + 1] = Cell(glyph: 0x20, style: cells[index + 1].style, width: 1)
    }
    if old.width == 0, new.width != 0, column > 0, cells[index - 1].width == 2 {
      cells[index - 1] = Cell(glyph: 0x20, style: cells[index - 1].style, width: 1)
    }
  }
}
