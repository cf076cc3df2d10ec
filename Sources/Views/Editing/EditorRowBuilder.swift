/// Breaks characters into visual rows, one character at a time.
nonisolated struct EditorRowBuilder {
  private let width: Int
  private var rows: [EditorLayout.Row] = []
  private var index = 0
  private var start = 0
  private var cells = 0
  /// The position after the last blank of the row, and the cells up to it.
  private var breakPoint: (index: Int, cells: Int)?

  init(width: Int) {
    self.width = width
  }

  /// Appends the next character.
  mutating func append(cells count: Int, isFeed: Bool, isBlank: Bool) {
    if isFeed {
      end(at: index, withFeed: true, next: index + 1)
      cells = 0
    } else {
      if cells + count > width { wrap() }
      cells += count
      if isBlank { breakPoint = (index + 1, cells) }
    }
    index += 1
  }

  /// Returns the rows.
  mutating func finish() -> [EditorLayout.Row] {
    if cells == width {
      // After a full row, the cursor needs a row for itself.
      end(at: index, withFeed: false, next: index)
    }
    rows.append(.init(characters: start..<index, endsWithFeed: false))
    return rows
  }

  private mutating func wrap() {
    if let point = breakPoint, point.index > start {
      end(at: point.index, withFeed: false, next: point.index)
      cells -= point.cells
    } else {
      end(at: index, withFeed: false, next: index)
      cells = 0
    }
  }

  private mutating func end(at end: Int, withFeed: Bool, next: Int) {
    rows.append(.init(characters: start..<end, endsWithFeed: withFeed))
    start = next
    breakPoint = nil
  }
}
