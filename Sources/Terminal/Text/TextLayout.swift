/// Breaks text into rows.
///
/// The rules are the part of Unicode's line breaking (UAX #14) that chat needs: break after spaces,
/// after hyphens between letters, after the separators of a URL and around wide characters, but
/// never put a closing mark first or an opening one last. A word longer than the row is broken
/// between characters. Takes time in proportion to the length of the text.
public enum TextLayout {
  /// The rows of a text, each at most `columns` wide; at least one.
  ///
  /// Spaces at a break are left out. A character wider than the row stands on a row of its own.
  public static func wrap(_ text: SafeText, columns: Int) -> [SafeText] {
    ranges(of: text, columns: columns).map { range in
      SafeText(sanitized: String(text.string[range]), isASCII: text.isASCII)
    }
  }

  /// The rows as ranges of the text, for those who map a row back to what it shows.
  public static func ranges(of text: SafeText, columns: Int) -> [Range<String.Index>] {
    var breaker = LineBreaker(text: text.string, columns: max(1, columns))
    return breaker.run()
  }
}
