import Terminal

/// Entries of some lines each, one of which has the cursor: that one and as many others as fit are drawn.
struct EntryList {
  /// The parts of a line, which follow each other without a blank.
  typealias Line = [StyledText.Piece]

  let count: Int
  let cursor: Int
  /// The lines of the entry at an index; called for visible ones alone, because a list may have thousands.
  let lines: (Int) -> [Line]

  /// The columns that an entry has in a region.
  static func columns(in region: Region) -> Int { region.rect.columns - 2 }

  /// Parts with a blank between each two.
  static func spaced(_ parts: [(text: SafeText, role: Role)]) -> Line {
    var line: Line = []
    for part in parts {
      if !line.isEmpty { line.append(StyledText.Piece(text: " ", role: .text)) }
      line.append(StyledText.Piece(text: part.text, role: part.role))
    }
    return line
  }

  /// Returns the number of entries that are visible as a whole.
  func draw(in region: Region) -> Int {
    guard cursor < count, region.rect.rows > 0 else { return 0 }
    var entries = [lines(cursor)]
    var height = entries[0].count
    for index in (0..<cursor).reversed() {
      let entry = lines(index)
      height += entry.count
      guard height <= region.rect.rows else { break }
      entries.insert(entry, at: 0)
    }
    let first = cursor - entries.count + 1
    var (row, whole) = (0, 0)
    for index in first..<count where row < region.rect.rows {
      let place = index - first
      let entry = place < entries.count ? entries[place] : lines(index)
      draw(entry, at: row, isSelected: index == cursor, in: region)
      row += entry.count
      if row <= region.rect.rows { whole += 1 }
    }
    return whole
  }

  private func draw(_ lines: [Line], at top: Int, isSelected: Bool, in region: Region) {
    let ground = region.on(isSelected ? .selection : .plain)
    for (index, line) in lines.enumerated() where top + index < region.rect.rows {
      if isSelected {
        ground.fill(row: top + index)
        ground.put("▌", row: top + index, .accent)
      }
      var column = 2
      for piece in line {
        column += ground.put(piece.text, column: column, row: top + index, piece.role)
      }
    }
  }
}
