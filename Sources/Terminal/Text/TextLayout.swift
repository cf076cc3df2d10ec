/// Breaks text into rows.
///
/// The rules are the part of Unicode line breaking (UAX #14) that chat needs: break after spaces,
/// after hyphens between letters, after separators in a URL and around wide characters, but never
/// before a closing mark or after an opening one. A word longer than the row is broken between
/// characters. Takes time in proportion to the length of the text.
public enum TextLayout {
  /// The rows of a text, each at most `columns` wide; at least one row.
  ///
  /// Spaces at a break are dropped. A character wider than the row gets a row to itself.
  public static func wrap(_ text: SafeText, columns: Int) -> [SafeText] {
    ranges(of: text, columns: columns).map { text.part($0) }
  }

  /// The rows as ranges of the text, to map a row back to its source.
  public static func ranges(of text: SafeText, columns: Int) -> [Range<String.Index>] {
    var breaker = LineBreaker(text: text.string, columns: max(1, columns))
    return breaker.run()
  }
}
