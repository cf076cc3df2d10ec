/// How the text of an input line falls into visual rows of a given width.
///
/// Rows break after the last blank that fits, else between characters; a line feed ends its row. The
/// cursor always has a cell: behind a full last row it starts a new one.
struct EditorLayout: Equatable {
  /// One visual row: the characters it shows.
  struct Row: Equatable {
    /// Numbers of the characters on the row, without a line feed at its end.
    let characters: Range<Int>
    /// Whether the next row starts because of a line feed.
    let endsWithFeed: Bool
  }

  /// A cell within the rows.
  struct Position: Equatable {
    let row: Int
    let column: Int
  }

  /// The rows, at least one.
  let rows: [Row]
  /// The characters of the text, by the numbers that the rows use.
  let characters: [Character]
  private let widths: [UInt8]

  /// Lays out `text` in rows of `width` cells; `cellWidth` says how many cells a character takes.
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

  /// The cell of the cursor before character number `cursor`.
  func position(of cursor: Int) -> Position {
    let row = rows.lastIndex { $0.characters.lowerBound <= cursor } ?? 0
    let line = rows[row]
    let end = min(cursor, line.characters.upperBound)
    return Position(row: row, column: cells(line.characters.lowerBound..<end))
  }

  /// The character that the cursor stands before in `row` when it should be in `column`.
  func cursor(row: Int, column: Int) -> Int {
    let line = rows[min(max(row, 0), rows.count - 1)]
    var taken = 0
    for index in line.characters {
      let cells = Int(widths[index])
      if taken + cells > column { return index }
      taken += cells
    }
    let isLast = line.endsWithFeed || line.characters.upperBound == widths.count
    // A wrapped row's end is the next row's start: stay before the last character instead.
    return isLast
      ? line.characters.upperBound
      : max(line.characters.upperBound - 1, line.characters.lowerBound)
  }

  /// The number of cells that the characters take.
  func cells(_ characters: Range<Int>) -> Int {
    characters.reduce(0) { $0 + Int(widths[$1]) }
  }
}
