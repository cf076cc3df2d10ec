import Terminal

extension SafeText {
  /// One line of text from anywhere; text far beyond what the columns can show is not looked at.
  static func line(_ text: String, columns: Int) -> SafeText {
    // A cell carries a base and at most four marks; zero-width scalars beyond that are dropped.
    SafeText(text, maxScalars: max(columns, 1) * 8)
  }

  /// The columns of one line of text from anywhere.
  static func width(of text: String) -> Int {
    SafeText(text).width
  }

  /// The columns of one character from anywhere, drawn by itself.
  static func width(of character: Character) -> Int {
    if character.isASCII { return character == "\n" ? 0 : 1 }
    // A letter by itself is not changed by the sanitiser; all else is asked for.
    let scalars = character.unicodeScalars
    if scalars.count == 1, scalars.first?.properties.isAlphabetic == true {
      return TextWidth.columns(of: character)
    }
    return SafeText(String(character)).width
  }

  /// The rows of text from anywhere; beyond `limit` rows the last one ends in an ellipsis.
  static func wrapped(_ text: String, columns: Int, limit: Int) -> [SafeText] {
    let rows = TextLayout.wrap(SafeText(text, policy: .multiLine), columns: columns)
    guard rows.count > limit, limit > 0 else { return rows }
    let last = rows[limit - 1].prefix(fittingColumns: columns - 1, ellipsis: .empty) + "…"
    return rows.prefix(limit - 1) + [last]
  }
}
