import CNcurses

/// The number of columns that text takes.
///
/// The C library's `wcwidth` determines the width of a scalar, because ncurses relies on it; the
/// width of a multi-scalar character depends on the ``WidthProfile``.
public enum TextWidth {
  /// Sets the process's locale on first use; without a UTF-8 locale `wcwidth` knows only ASCII.
  static let prepareLocale: Void = {
    setlocale(LC_CTYPE, "")
    if ct_codeset_is_utf8() == 0 { setlocale(LC_CTYPE, "C.UTF-8") }
  }()

  /// The columns of one scalar; 0 for marks, negative for scalars unknown to the C library.
  static func columns(of scalar: Unicode.Scalar) -> Int {
    if scalar.value >= 0x20 && scalar.value < 0x7F { return 1 }
    _ = prepareLocale
    return Int(wcwidth(wchar_t(scalar.value)))
  }

  /// The columns of a character of sanitised text; 0 for a line feed.
  public static func columns(of character: Character) -> Int {
    if character.isASCII { return character == "\n" ? 0 : 1 }
    var total = 0
    Glyph.forEach(in: character, profile: .current) { total += $0.width }
    return total
  }

  /// The columns of a text on one row, excluding line feeds.
  public static func columns(of text: SafeText) -> Int {
    if text.isASCII {
      var lineFeeds = 0
      for byte in text.string.utf8 where byte == 0x0A { lineFeeds += 1 }
      return text.string.utf8.count - lineFeeds
    }
    var total = 0
    var scanner = ClusterScanner(text.string)
    while let cluster = scanner.next() { total += cluster.width }
    return total
  }
}
