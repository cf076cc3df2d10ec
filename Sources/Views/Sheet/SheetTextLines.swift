import Terminal
import ViewModels

/// A text with formats as the entries of a list: its lines at the width of the last frame.
struct SheetTextLines {
  private(set) var lines: [FormattedBodyLines.Line] = []
  private let text: SheetText
  private var columns: Int?

  init(_ text: SheetText) {
    self.text = text
  }

  /// Breaks the text into lines, unless they have this width already.
  mutating func wrap(at columns: Int) {
    guard columns != self.columns else { return }
    self.columns = columns
    lines = FormattedBodyLines.lines(
      of: text.body, isUncovered: text.isUncovered, columns: max(columns, 1), limit: .max)
  }

  /// Draws the lines around the cursor, with the line of the cursor on another ground.
  func draw(around cursor: Int, in region: Region) {
    let first = max(cursor - region.rect.rows + 1, 0)
    for (row, line) in lines[first...].prefix(region.rect.rows).enumerated() {
      let isSelected = first + row == cursor
      let ground = region.on(isSelected ? .selection : .plain)
      if isSelected {
        ground.fill(row: row)
        ground.put("▌", row: row, .accent)
      }
      var column = 2
      for piece in line {
        ground.place(piece.text, column: column, row: row, piece.role, link: piece.link)
        column += piece.text.width
      }
    }
  }
}
