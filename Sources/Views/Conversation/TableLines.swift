import Terminal

/// Breaks a table into lines, with the cells of a row beside each other.
///
/// Cells wrap within their columns as long as these stay readable. Otherwise the table keeps a width of its own,
/// and a window shows as much of it as there is room for.
struct TableLines {
  typealias Line = [StyledText.Piece]
  typealias Cell = [StyledText.Part]

  private let room: Int
  private let widths: [Int]
  /// Where the columns begin.
  private let starts: [Int]

  /// The columns of the screen by which the table is wider than the room for it.
  let overflow: Int

  /// A narrower column would break most words.
  private static let narrowest = 8
  /// A longer word is broken, as in any other text.
  private static let longestWord = 20
  /// A wider column of a table that does not fit would be most of a screen.
  private static let widest = 40
  /// What stands between two cells.
  private static let divider = StyledText.Piece(text: " | ", role: .rule)

  /// Chooses the widths of the columns for all rows of a table.
  init(_ rows: [[Cell]], room: Int) {
    self.room = room
    let natural = Self.widths(of: rows) { StyledText($0).lines(columns: Int.max / 2).width }
    let dividers = 3 * max(natural.count - 1, 0)
    let fitting = Self.fit(natural, rows, into: room - dividers)
    widths = fitting ?? natural.map { min($0, Self.widest) }
    var starts: [Int] = []
    var end = 0
    for width in widths {
      starts.append(end)
      end += width + 3
    }
    self.starts = starts
    overflow = max(end - 3 - room, 0)
  }

  /// The lines of a row; of a table that does not fit, those in the window.
  ///
  /// - Parameters:
  ///   - shift: The columns of the screen that are left out at the left.
  ///   - limit: The most lines.
  func lines(of row: [Cell], shift: Int, limit: Int) -> [Line] {
    let cells = zip(row, widths).map { StyledText($0).lines(columns: max($1, 1)) }
    let count = min(cells.map(\.count).max() ?? 1, limit)
    guard overflow > 0 else {
      return (0..<count).map { line($0, of: cells, in: cells.indices) }
    }
    let shift = min(shift, overflow)
    let first = shift + (shift > 0 ? 1 : 0)
    let window = first..<max(shift + room - (shift < overflow ? 1 : 0), first)
    // With the dividers at both sides.
    let shown = cells.indices.filter {
      starts[$0] - 3 < window.upperBound && starts[$0] + widths[$0] + 3 > window.lowerBound
    }
    return (0..<count).map { index in
      let line = line(index, of: cells, in: (shown.first ?? 0)..<(shown.last ?? -1) + 1)
      return marked(line, from: shown.first.map { starts[$0] } ?? 0, window, shift)
    }
  }

  /// A line in the window, with marks at the edges behind which there is more.
  private func marked(_ line: Line, from start: Int, _ window: Range<Int>, _ shift: Int) -> Line {
    let first = max(window.lowerBound - start, 0)
    var part = line.part(columns: first..<max(window.upperBound - start, first))
    let blank = window.count - part.width
    if blank > 0 { part.append(.init(text: SafeText(" ").repeated(blank), role: .text)) }
    if shift > 0 { part.insert(.init(text: "‹", role: .accent), at: 0) }
    if shift < overflow { part.append(.init(text: "›", role: .accent)) }
    return part
  }

  private func line(_ index: Int, of cells: [[Line]], in columns: Range<Int>) -> Line {
    var line: Line = []
    for column in columns {
      if column > columns.lowerBound { line.append(Self.divider) }
      let cell = cells[column].indices.contains(index) ? cells[column][index] : []
      line += cell
      let rest = widths[column] - cell.width
      if rest > 0, column < cells.count - 1 {
        line.append(.init(text: SafeText(" ").repeated(rest), role: .text))
      }
    }
    return line
  }
}

// MARK: - Widths

extension TableLines {
  /// The widths of columns that fit: the widest ones get what the others leave; nil where one of them would
  /// be too narrow to read.
  private static func fit(_ natural: [Int], _ rows: [[Cell]], into room: Int) -> [Int]? {
    guard natural.reduce(0, +) > room else { return natural }
    // Most tables of many columns are settled by this, before their words are measured.
    guard natural.reduce(0, { $0 + min($1, narrowest) }) <= room else { return nil }
    let least = zip(natural, Self.widths(of: rows, by: wordWidth)).map {
      min($0, max($1, narrowest))
    }
    func filled(to level: Int) -> [Int] { zip(natural, least).map { min($0, max($1, level)) } }
    guard filled(to: 0).reduce(0, +) <= room else { return nil }
    var (low, high) = (0, room)
    while low < high {
      let middle = (low + high + 1) / 2
      if filled(to: middle).reduce(0, +) <= room { low = middle } else { high = middle - 1 }
    }
    return filled(to: low)
  }

  private static func widths(of rows: [[Cell]], by width: (Cell) -> Int) -> [Int] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], width(cell))
      }
    }
    return widths
  }

  /// The width of the longest word that stays whole.
  private static func wordWidth(_ cell: Cell) -> Int {
    var widest = 0
    let words = cell.map(\.text).joined().split(whereSeparator: \.isWhitespace)
    // No letter is wider than it has bytes.
    for word in words where word.utf8.count > widest && widest < longestWord {
      let width = SafeText(String(word)).width
      // Between wide letters a line may end.
      if width <= word.count { widest = max(widest, min(width, longestWord)) }
    }
    return widest
  }
}

extension TableLines.Line {
  fileprivate var width: Int { reduce(0) { $0 + $1.text.width } }

  /// The part in a range of columns; half a wide character at its edges is a space.
  fileprivate func part(columns range: Range<Int>) -> Self {
    var part: Self = []
    var place = 0
    for piece in self where place < range.upperBound {
      let width = piece.text.width
      let first = Swift.max(range.lowerBound - place, 0)
      let end = Swift.min(range.upperBound - place, width)
      place += width
      guard first < end else { continue }
      let text = piece.text.part(columns: first..<end)
      part.append(.init(text: text, role: piece.role, link: piece.link))
    }
    return part
  }
}

extension [TableLines.Line] {
  fileprivate var width: Int { map(\.width).max() ?? 0 }
}
