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
  /// The characters of the text, indexed as in the rows.
  let characters: [Character]
  private let widths: [UInt8]

  /// Lays out `text` in rows of `width` cells; `cellWidth` returns the cells of a character.
  init(_ text: String, width: Int, cellWidth: (Character) -> Int) {
    precondition(width > 1, "a row needs two cells, for a wide character")
    var builder = EditorRowBuilder(width: width)
    let characters = Array(text)
    var widths: [UInt8] = []
    widths.reserveCapacity(characters.count)
    for character in characters {
      let cells = character.isNewline ? 0 : min(max(cellWidth(character), 0), 2)
      widths.append(UInt8(cells))
      builder.append(
        cells: cells, isFeed: character.isNewline, isBlank: character == " ")
    }
    rows = builder.finish()
    self.characters = characters
    self.widths = widths
  }

  /// The cell of the cursor before the character at index `cursor`.
  func position(of cursor: Int) -> Position {
    let row = rows.lastIndex { $0.characters.lowerBound <= cursor } ?? 0
    let line = rows[row]
    let end = min(cursor, line.characters.upperBound)
    return Position(row: row, column: cells(line.characters.lowerBound..<end))
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
      Piece(
        text: String(characters[part]), column: cells(row.characters.lowerBound..<part.lowerBound))
    }
  }

  /// The parts of a row with their columns: runs of plain ASCII, and every other character alone.
  func pieces(of row: Row) -> [Piece] {
    var pieces: [Piece] = []
    var text = ""
    var column = 0
    var end = 0
    var isPlain = true
    for index in row.characters {
      let character = characters[index]
      let isASCII = character.utf8.count == 1
      if !isPlain || !isASCII {
        if end > column { pieces.append(Piece(text: text, column: column)) }
        text = ""
        column = end
      }
      text.append(character)
      isPlain = isASCII
      end += Int(widths[index])
    }
    if end > column { pieces.append(Piece(text: text, column: column)) }
    return pieces
  }
}
