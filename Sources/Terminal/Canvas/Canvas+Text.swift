extension Canvas {
  /// The screen as text: one string per row, without trailing spaces.
  public func screenText() -> [String] {
    (0..<rows).map { row in
      var line = ""
      for cell in rowCells(row) where cell.width != 0 {
        line += tables.glyph(of: cell).string
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The style of a cell, addressed in screen coordinates.
  ///
  /// The point must lie on the screen.
  public func style(at point: Point) -> Style {
    precondition(
      Rect(origin: .zero, size: screenSize).contains(point), "the point must be on the screen")
    return tables.style(of: cells[point.row * columns + point.column])
  }

  /// The styles as a second plane: one letter per cell, and the style behind each letter.
  ///
  /// A full stop is plain text; letters are assigned in order of appearance. Rows lose their
  /// trailing full stops. Beyond 62 styles, the rest share the question mark.
  public func screenStyles() -> (rows: [String], legend: [Character: Style]) {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    var names: [Style: Character] = [.plain: "."]
    var legend: [Character: Style] = [:]
    let lines = (0..<rows).map { row in
      var line = ""
      for cell in rowCells(row) {
        let style = tables.style(of: cell)
        if names[style] == nil {
          let name = legend.count < letters.count ? letters[legend.count] : "?"
          names[style] = name
          if name != "?" { legend[name] = style }
        }
        line.append(names[style] ?? "?")
      }
      while line.last == "." { line.removeLast() }
      return line
    }
    return (lines, legend)
  }

  func rowCells(_ row: Int) -> ArraySlice<Cell> {
    cells[row * columns..<(row + 1) * columns]
  }
}
