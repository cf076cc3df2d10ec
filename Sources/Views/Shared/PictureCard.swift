import Terminal

/// A picture with lines beside it: the form in which people and rooms are shown.
struct PictureCard {
  private let region: Region
  private var row = 0

  /// A square picture needs twice as many columns as rows.
  static func pictureSize(columns: Int, rows: Int) -> Size {
    let rows = max(min(rows, columns / 6, 14), 3)
    return Size(columns: rows * 2, rows: rows)
  }

  /// Lines beside a picture of a size.
  init(beside picture: Size, in region: Region) {
    self.region = region.part(region.rect.inset(left: picture.columns + 3))
  }

  /// The rows that are left.
  var rowsLeft: Int { max(region.rect.rows - row, 0) }

  /// Adds a text in at most `limit` rows, below `gap` blank ones.
  mutating func add(_ text: String, _ role: Role, limit: Int = 1, gap: Int = 0) {
    guard !text.isEmpty else { return }
    row += gap
    for line in SafeText.wrapped(text, columns: region.rect.columns, limit: limit) {
      region.put(line, row: row, role)
      row += 1
    }
  }
}
