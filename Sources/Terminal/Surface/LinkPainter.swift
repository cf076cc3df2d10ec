import CNcurses

/// Writes linked text a second time, with its links, after ncurses has written it without.
///
/// ncurses does not know links (OSC 8): for it, a cell with a link equals one without, and it may
/// write any cell of a row again, to move the cursor over it. So each row to which ncurses may have
/// written gets its links anew, and a row that had links is first written in full, which removes them.
/// The terminal restores the cursor and the colours afterwards, so that ncurses never notices. Frames
/// in which no such row has a link cost nothing.
struct LinkPainter {
  /// The most bytes of a frame: with more, the rest of the text stays without links.
  private static let mostBytes = 65_536

  /// The rows that have shown links since they were last written in full.
  private var linkedRows: Set<Int> = []

  var areShown: Bool { !linkedRows.isEmpty }

  func areShown(in row: Int) -> Bool { linkedRows.contains(row) }

  /// Makes ncurses write the rows in full that still show links of the last frame.
  mutating func clear(_ rows: Set<Int>) {
    for row in linkedRows.intersection(rows) { wredrawln(ct_stdscr(), Int32(row), 1) }
    linkedRows.subtract(rows)
  }

  /// The bytes that add the links to rows that ncurses has written; empty without links.
  mutating func bytes(
    for rows: Set<Int>, of canvas: Canvas, size: Size
  ) -> [UInt8] {
    var text = ""
    for row in rows.sorted() where row < canvas.rows {
      let runs = Self.runs(of: canvas.rowCells(row).prefix(size.columns), canvas)
      for run in runs where text.utf8.count < Self.mostBytes {
        linkedRows.insert(row)
        text += "\u{1B}[\(row + 1);\(run.column + 1)H" + run.text(canvas)
      }
    }
    return text.isEmpty ? [] : Array("\u{1B}7\(text)\u{1B}8".utf8)
  }

  private static func runs(of cells: ArraySlice<Cell>, _ canvas: Canvas) -> [LinkedRun] {
    var runs: [LinkedRun] = []
    var last: UInt16 = 0
    for (column, cell) in zip(0..., cells) {
      // Only half of a wide glyph fits at the edge: ncurses shows a space.
      let isCut = cell.width == 2 && column + 1 == cells.count
      let link = isCut ? 0 : canvas.tables.style(of: cell).link
      if link != last, link != 0 { runs.append(LinkedRun(column: column, link: link)) }
      if link != 0 { runs[runs.count - 1].cells.append(cell) }
      last = link
    }
    return runs
  }
}

/// Cells beside each other with the same link.
private struct LinkedRun {
  let column: Int
  let link: UInt16
  var cells: [Cell] = []

  /// Equal numbers join the rows of one link; they are the same for the whole frame.
  func text(_ canvas: Canvas) -> String {
    var text = "\u{1B}]8;id=\(link);\(canvas.tables.address(of: link))\u{1B}\\"
    var style: UInt16?
    for cell in cells where cell.width > 0 {
      if cell.style != style {
        text += canvas.tables.style(of: cell).sequence(canvas.capabilities.colorDepth)
      }
      style = cell.style
      text += canvas.tables.glyph(of: cell).string
    }
    return text + "\u{1B}]8;;\u{1B}\\"
  }
}

extension Style {
  /// The sequence that sets the attributes and colours (SGR).
  fileprivate func sequence(_ depth: ColorDepth) -> String {
    var numbers = ["0"]
    if attributes.contains(.bold) { numbers.append("1") }
    if attributes.contains(.dim) { numbers.append("2") }
    if attributes.contains(.italic) { numbers.append("3") }
    if attributes.contains(.underline) { numbers.append("4") }
    if attributes.contains(.reverse) { numbers.append("7") }
    numbers += Self.numbers(of: foreground, base: 30, depth)
    numbers += Self.numbers(of: background, base: 40, depth)
    return "\u{1B}[\(numbers.joined(separator: ";"))m"
  }

  private static func numbers(of color: Color, base: Int, _ depth: ColorDepth) -> [String] {
    let number = Int(ColorMapping.number(of: color, depth: depth))
    switch number {
    case ..<0: return []
    case ..<8: return ["\(base + number)"]
    case ..<256: return ["\(base + 8)", "5", "\(number)"]
    default:
      return [
        "\(base + 8)", "2", "\(number >> 16)", "\(number >> 8 & 0xFF)", "\(number & 0xFF)",
      ]
    }
  }
}
