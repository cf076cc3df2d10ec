import CNcurses

/// Shows canvases on the terminal through ncurses.
///
/// It keeps the last frame, compares row by row, and passes only the changes to ncurses, which
/// finds the cheapest cursor movements. One instance exists while a ``TerminalSession`` is open.
@MainActor
final class NcursesSurface: Surface {
  private(set) var size: Size
  var capabilities: TerminalCapabilities

  private var shown: [Cell]
  private var shownGeneration = -1
  private var pairs: ColorPairs
  private var looks: [Look?] = []
  private var isCursorShown = true
  private var links = LinkPainter()
  /// The rows that the frame being presented changes.
  private var changedRows: Set<Int> = []
  /// Sends bytes past ncurses.
  private let send: ([UInt8]) -> Void

  /// The ncurses element of a space in a style.
  private typealias Look = cchar_t

  /// What ``paint(_:_:_:)`` hands to ncurses; kept for its memory.
  private var elements: [cchar_t] = []

  init(
    size: Size, capabilities: TerminalCapabilities, send: @escaping ([UInt8]) -> Void = { _ in }
  ) {
    self.size = size
    self.send = send
    self.capabilities = capabilities
    shown = Array(repeating: .unknown, count: size.columns * size.rows)
    pairs = ColorPairs(capacity: Int(ct_color_pairs()))
  }

  /// Adopts a new size; the next frame is painted in full.
  func resize(to size: Size) {
    self.size = size
    resizeterm(Int32(size.rows), Int32(size.columns))
    forget()
  }

  @discardableResult
  func present(_ canvas: Canvas, damage: Damage) -> Bool {
    if damage == .everything { clearok(ct_curscr(), true) }
    if damage == .everything || shownGeneration != canvas.tables.generation { forget() }
    if pairs.isNearlyFull { restartPairs() }
    shownGeneration = canvas.tables.generation
    changedRows.removeAll(keepingCapacity: true)
    if !paint(canvas) {
      // The colour pairs ran out within the frame. Paint again with an empty table, which holds
      // more pairs than most screens have cells.
      restartPairs()
      _ = paint(canvas)
    }
    showCursor(canvas.cursorCell)
    if links.areShown { links.clear(writtenRows(of: canvas)) }
    wnoutrefresh(ct_stdscr())
    doupdate()
    addLinks(of: canvas)
    return !changedRows.isEmpty
  }

  /// The row holds no link: ncurses may write any of its cells again, which would remove the link.
  func echo(_ letter: Unicode.Scalar, style: Style, after canvas: Canvas) {
    guard let place = canvas.cursorCell, shownGeneration == canvas.tables.generation,
      place.row < size.rows, place.column + 1 < size.columns, !links.areShown(in: place.row)
    else { return }
    let index = place.row * size.columns + place.column
    let cell = Cell(glyph: letter.value, style: canvas.tables.number(of: style), width: 1)
    guard shown[index].width == 1, var element = look(of: cell, canvas) else { return }
    Self.put(cell, of: canvas.tables, into: &element)
    shown[index] = cell
    wmove(ct_stdscr(), Int32(place.row), Int32(place.column))
    _ = wadd_wchnstr(ct_stdscr(), &element, 1)
    wmove(ct_stdscr(), Int32(place.row), Int32(place.column + 1))
    wnoutrefresh(ct_stdscr())
    doupdate()
  }

  /// The rows to which ncurses may write.
  ///
  /// When several rows change, it may move any of them. On its way to the cursor's place, it may write
  /// some cells of that row again.
  private func writtenRows(of canvas: Canvas) -> Set<Int> {
    if changedRows.count > 1 { return Set(0..<size.rows) }
    return canvas.cursorCell.map { changedRows.union([$0.row]) } ?? changedRows
  }

  private func addLinks(of canvas: Canvas) {
    guard canvas.tables.hasLinks else { return }
    let bytes = links.bytes(for: writtenRows(of: canvas), of: canvas, size: size)
    if !bytes.isEmpty { send(bytes) }
  }

  private func forget() {
    shown = Array(repeating: .unknown, count: size.columns * size.rows)
    looks.removeAll(keepingCapacity: true)
  }

  private func restartPairs() {
    pairs.removeAll()
    forget()
  }

  private func showCursor(_ cell: Point?) {
    if let cell, cell.column < size.columns, cell.row < size.rows {
      wmove(ct_stdscr(), Int32(cell.row), Int32(cell.column))
    }
    guard (cell != nil) != isCursorShown else { return }
    isCursorShown = cell != nil
    curs_set(isCursorShown ? 1 : 0)
  }

  /// Paints the rows that changed; false if the colour pairs ran out.
  private func paint(_ canvas: Canvas) -> Bool {
    var isComplete = true
    let columns = min(size.columns, canvas.columns)
    for row in 0..<min(size.rows, canvas.rows) {
      let change = Self.change(
        shown, at: row * size.columns, canvas.cells, at: row * canvas.columns, columns: columns)
      guard let change else { continue }
      changedRows.insert(row)
      if !paint(row, change, canvas) { isComplete = false }
    }
    return isComplete
  }

  /// The columns of a row that differ, extended to whole glyphs of the old and the new frame.
  private nonisolated static func change(
    _ shown: [Cell], at old: Int, _ cells: [Cell], at new: Int, columns: Int
  ) -> Range<Int>? {
    shown.withUnsafeBufferPointer { shown in
      cells.withUnsafeBufferPointer { cells -> Range<Int>? in
        guard columns > 0, let oldBase = shown.baseAddress, let newBase = cells.baseAddress,
          memcmp(oldBase + old, newBase + new, columns * MemoryLayout<Cell>.stride) != 0
        else { return nil }
        var first = 0
        while first < columns, shown[old + first] == cells[new + first] { first += 1 }
        var end = columns
        while end > first, shown[old + end - 1] == cells[new + end - 1] { end -= 1 }
        while first > 0, shown[old + first].width == 0 || cells[new + first].width == 0 {
          first -= 1
        }
        while end < columns, shown[old + end].width == 0 || cells[new + end].width == 0 {
          end += 1
        }
        return first..<end
      }
    }
  }

  private func paint(_ row: Int, _ range: Range<Int>, _ canvas: Canvas) -> Bool {
    var isComplete = true
    // A local array: each access to that of the class is checked.
    var elements: [cchar_t] = []
    swap(&elements, &self.elements)
    defer { swap(&elements, &self.elements) }
    let plain = Self.look(attributes: 0, pair: 0)
    if elements.count < range.count { elements = Array(repeating: plain, count: size.columns) }
    let (old, new) = (row * size.columns, row * canvas.columns)
    let cells = canvas.cells[new + range.lowerBound..<new + range.upperBound]
    shown.replaceSubrange(old + range.lowerBound..<old + range.upperBound, with: cells)
    var (look, count) = (plain, 0)
    // Neighbours mostly look the same.
    var style: UInt16?
    elements.withUnsafeMutableBufferPointer { elements in
      for (column, cell) in zip(range, cells) {
        // A wide glyph is one element: an empty element after it would end the run.
        guard cell.width > 0 else { continue }
        if style != cell.style {
          style = cell.style
          let found = self.look(of: cell, canvas)
          if found == nil { isComplete = false }
          look = found ?? plain
        }
        elements[count] = look
        if cell.width < 2 || column + 1 < size.columns {
          Self.put(cell, of: canvas.tables, into: &elements[count])
        }
        count += 1
      }
    }
    wmove(ct_stdscr(), Int32(row), Int32(range.lowerBound))
    _ = wadd_wchnstr(ct_stdscr(), elements, Int32(count))
    return isComplete
  }

  /// Puts the text of a cell into an element that has its style.
  private static func put(_ cell: Cell, of tables: CellTables, into element: inout cchar_t) {
    guard cell.glyph & Cell.clusterFlag != 0 else {
      element.chars.0 = wchar_t(bitPattern: cell.glyph)
      return
    }
    let scalars = tables.glyph(of: cell).scalars
    element.chars = (
      wchar_t(bitPattern: scalars[0]), wchar_t(bitPattern: scalars[1]),
      wchar_t(bitPattern: scalars[2]), wchar_t(bitPattern: scalars[3]),
      wchar_t(bitPattern: scalars[4])
    )
  }

  private static func look(attributes: attr_t, pair: Int32) -> Look {
    ct_cell(attributes, pair, [0x20], 1)
  }

  private func look(of cell: Cell, _ canvas: Canvas) -> Look? {
    let index = Int(cell.style)
    if index < looks.count, let look = looks[index] { return look }
    let style = canvas.tables.style(of: cell)
    let depth = capabilities.colorDepth
    let pair =
      depth == .monochrome
      ? 0
      : pairs.number(
        foreground: ColorMapping.number(of: style.foreground, depth: depth),
        background: ColorMapping.number(of: style.background, depth: depth))
    guard let pair else { return nil }
    let look = Self.look(attributes: Self.attributes(style.attributes), pair: pair)
    while looks.count <= index { looks.append(nil) }
    looks[index] = look
    return look
  }

  private static func attributes(_ attributes: Style.Attributes) -> attr_t {
    var result: attr_t = 0
    if attributes.contains(.bold) { result |= CT_BOLD }
    if attributes.contains(.dim) { result |= CT_DIM }
    if attributes.contains(.italic) { result |= CT_ITALIC }
    if attributes.contains(.underline) { result |= CT_UNDERLINE }
    if attributes.contains(.reverse) { result |= CT_REVERSE }
    return result
  }
}
