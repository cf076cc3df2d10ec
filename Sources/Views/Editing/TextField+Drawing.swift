import Terminal

extension TextField {
  /// Draws the visual rows around the cursor into a region and places the cursor.
  ///
  /// - Parameter marks: The characters of misspelled words.
  func draw(in region: Region, role: Role = .text, marks: [Range<Int>] = [], hasFocus: Bool) {
    guard !region.rect.isEmpty else { return }
    let layout = layout(width: region.rect.columns)
    let position = layout.position(of: editor.cursor)
    let first = Self.firstRow(of: layout, cursorRow: position.row, height: region.rect.rows)
    for row in 0..<min(region.rect.rows, layout.rows.count - first) {
      for piece in layout.pieces(of: layout.rows[first + row]) {
        region.put(
          piece.text, column: piece.column, row: row, role,
          width: region.rect.columns - piece.column)
      }
      for part in layout.parts(of: marks, in: layout.rows[first + row]) {
        region.put(part.text, column: part.column, row: row, .misspelled)
      }
    }
    echoStyle = nil
    guard hasFocus else { return }
    region.placeCursor(column: position.column, row: position.row - first)
    // The first letter takes the place of a hint.
    guard !isSecret, !editor.isEmpty, layout.appends(at: editor.cursor),
      position.column + 2 <= region.rect.columns
    else { return }
    echoStyle = region.style(role)
  }

  /// Draws one scrolled line, for fields that do not grow.
  func drawLine(in region: Region, role: Role = .text, hasFocus: Bool) {
    guard region.rect.columns > 2 else { return }
    let region = isOffered ? region.on(.selection) : region
    let characters = Array(shownText)
    let widths = characters.map(SafeText.width(of:))
    let before = widths.prefix(editor.cursor).reduce(0, +)
    var column = -max(0, before + 1 - region.rect.columns)
    for (character, width) in zip(characters, widths) {
      if column >= region.rect.columns { break }
      if column >= 0 {
        region.put(
          String(character), column: column, role, width: region.rect.columns - column)
      }
      column += width
    }
    if hasFocus { region.placeCursor(column: min(before, region.rect.columns - 1), row: 0) }
  }

  private static func firstRow(of layout: EditorLayout, cursorRow: Int, height: Int) -> Int {
    min(max(0, cursorRow - height + 1), max(0, layout.rows.count - height))
  }
}
