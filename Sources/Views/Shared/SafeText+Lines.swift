import Terminal

nonisolated extension SafeText {
  /// One line of untrusted text; the scan stops far beyond what the columns can show.
  static func line(_ text: String, columns: Int) -> SafeText {
    // A cell carries a base and at most four marks; zero-width scalars beyond that are dropped.
    SafeText(text, maxScalars: max(columns, 1) * 8)
  }

  /// One line of untrusted text that ends at a word, with an ellipsis, where it does not fit.
  static func sentence(_ text: String, columns: Int) -> SafeText {
    let whole = line(text, columns: columns)
    guard whole.width > columns, let row = TextLayout.wrap(whole, columns: columns - 1).first,
      // The end of one long word, such as a path, is better than nothing of it.
      row.width > columns / 2
    else { return whole.prefix(fittingColumns: columns) }
    return row + "…"
  }

  /// One paragraph of untrusted text in a few rows, of which the last ends like ``sentence(_:columns:)``.
  static func sentence(_ text: String, columns: Int, rows limit: Int) -> [SafeText] {
    guard limit > 1 else { return [sentence(text, columns: columns)] }
    let rows = TextLayout.wrap(line(text, columns: columns * limit), columns: columns)
    guard rows.count > limit, let last = rows[..<limit].last else { return rows }
    let start = last.width < columns ? last : TextLayout.wrap(last, columns: columns - 1)[0]
    return rows.prefix(limit - 1) + [start + "…"]
  }

  /// The width of one line of untrusted text.
  static func width(of text: String) -> Int {
    SafeText(text).width
  }

  /// The width of one untrusted character, drawn by itself.
  static func width(of character: Character) -> Int {
    if character.isASCII { return character == "\n" ? 0 : 1 }
    // The sanitizer never changes a letter by itself; everything else goes through it.
    let scalars = character.unicodeScalars
    if scalars.count == 1, scalars.first?.properties.isAlphabetic == true {
      return TextWidth.columns(of: character)
    }
    return SafeText(String(character)).width
  }

  /// Wraps untrusted text; beyond `limit` rows the last one ends in an ellipsis.
  static func wrapped(_ text: String, columns: Int, limit: Int) -> [SafeText] {
    let rows = TextLayout.wrap(SafeText(text, policy: .multiLine), columns: columns)
    guard rows.count > limit, limit > 0 else { return rows }
    let last = rows[limit - 1].prefix(fittingColumns: columns - 1, ellipsis: .empty) + "…"
    return rows.prefix(limit - 1) + [last]
  }
}
