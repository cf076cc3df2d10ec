/// The visual rows of an input line's text at a given width.
///
/// Rows break after the last blank that fits, otherwise between characters; a line feed ends a row.
/// The cursor always has a cell: after a full last row it starts a new one.
nonisolated struct EditorLayout: Equatable {
  /// One visual row: the characters it shows.
  struct Row: Equatable {
    /// Indices of the row's characters, excluding a line feed at its end.
    let characters: Range<Int>
    /// Whether a line feed ends the row.
    let endsWithFeed: Bool
  }

  /// A cell within the rows.
  struct Position: Equatable {
    let row: Int
    let column: Int
  }

  /// The rows, at least one.
  let rows: [Row]
  private let text: String
  /// How many bytes of the text come before each character, and all.
  private let offsets: [Int]
  private let widths: [UInt8]

  /// Lays out `text` in rows of `width` cells; `cellWidth` returns the cells of a character beyond
  /// ASCII.
  init(_ text: String, width: Int, cellWidth: (Character) -> Int) {
    precondition(width > 1, "a row needs two cells, for a wide character")
    var builder = EditorRowBuilder(width: width)
    let characters = EditorCharacters(text)
    var (offsets, widths) = ([0], [UInt8]())
    offsets.reserveCapacity(characters.text.utf8.count + 1)
    widths.reserveCapacity(characters.text.utf8.count)
    characters.forEach { character, end in
      var (cells, isFeed, isBlank) = (1, false, false)
      switch character {
      case .ascii(let byte):
        isFeed = (0x0A...0x0D).contains(byte)
        isBlank = byte == 0x20
      case .other(let character):
        isFeed = character.isNewline
        cells = min(max(cellWidth(character), 0), 2)
      }
      if isFeed { cells = 0 }
      builder.append(cells: cells, isFeed: isFeed, isBlank: isBlank)
      offsets.append(end)
      widths.append(UInt8(cells))
    }
    rows = builder.finish()
    self.text = characters.text
    self.offsets = offsets
    self.widths = widths
  }

  /// The cell of the cursor before the character at index `cursor`.
  func position(of cursor: Int) -> Position {
    let row = rows.lastIndex { $0.characters.lowerBound <= cursor } ?? 0
    let line = rows[row]
    let end = min(cursor, line.characters.upperBound)
    return Position(row: row, column: cells(line.characters.lowerBound..<end))
  }

  /// Whether a letter that is typed at the cursor comes behind all others, and moves none of them.
  func appends(at cursor: Int) -> Bool {
    guard let last = rows.last, cursor == last.characters.upperBound, !last.endsWithFeed else {
      return false
    }
    // Behind a full row, the letter takes its word along.
    return !last.characters.isEmpty || rows.dropLast().last?.endsWithFeed != false
  }

  /// The cursor position in `row` closest to `column`.
  func cursor(row: Int, column: Int) -> Int {
    let line = rows[min(max(row, 0), rows.count - 1)]
    var taken = 0
    for index in line.characters {
      let cells = Int(widths[index])
      if taken + cells > column { return index }
      taken += cells
    }
    let isLast = line.endsWithFeed || line.characters.upperBound == widths.count
    // The end of a wrapped row is the start of the next: stay before the last character instead.
    return isLast
      ? line.characters.upperBound
      : max(line.characters.upperBound - 1, line.characters.lowerBound)
  }

  /// The number of cells that the characters occupy.
  func cells(_ characters: Range<Int>) -> Int {
    characters.reduce(0) { $0 + Int(widths[$1]) }
  }

  /// A part of a row that is drawn in one call.
  struct Piece {
    let text: String
    let column: Int
  }

  /// The parts of a row that lie in ranges of characters.
  func parts(of ranges: [Range<Int>], in row: Row) -> [Piece] {
    ranges.map { $0.clamped(to: row.characters) }.filter { !$0.isEmpty }.map { part in
      piece(part, column: cells(row.characters.lowerBound..<part.lowerBound))
    }
  }

  /// The parts of a row with their columns: runs of plain ASCII, and every other character alone.
  func pieces(of row: Row) -> [Piece] {
    var pieces: [Piece] = []
    var (start, column, end) = (row.characters.lowerBound, 0, 0)
    for index in row.characters {
      if index > start, !isASCII(index) || !isASCII(index - 1) {
        if end > column { pieces.append(piece(start..<index, column: column)) }
        (start, column) = (index, end)
      }
      end += Int(widths[index])
    }
    if end > column { pieces.append(piece(start..<row.characters.upperBound, column: column)) }
    return pieces
  }

  private func isASCII(_ index: Int) -> Bool { offsets[index + 1] - offsets[index] == 1 }

  private func piece(_ characters: Range<Int>, column: Int) -> Piece {
    let bytes = text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: offsets[characters.lowerBound])
    let end = bytes.index(bytes.startIndex, offsetBy: offsets[characters.upperBound])
    return Piece(text: String(text[start..<end]), column: column)
  }
}
