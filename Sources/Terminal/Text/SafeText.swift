/// Text that may be drawn: nothing in it can move the cursor, hide or reorder other text.
///
/// The sanitiser is its only maker, for literals too, so a value of this type is proof that it ran.
/// Sanitise where text is shown and keep the stored text as it came. A value is immutable and may
/// be used on any thread.
public struct SafeText: Sendable, Hashable {
  /// What becomes of line breaks.
  public enum Policy: Sendable, Hashable {
    /// Line breaks and tabs become one space: for names, titles, previews.
    case singleLine

    /// Line breaks stay, as line feeds; a tab becomes four spaces.
    case multiLine
  }

  /// The number of Unicode scalars kept when no other limit is given.
  public static let defaultMaximumScalars = 65_536

  /// The text after sanitising; its only control character is the line feed, if allowed.
  public let string: String

  /// Whether each byte is a column, line feeds apart.
  let isASCII: Bool

  /// Sanitises text from anywhere.
  ///
  /// Text with more than `maxScalars` scalars is cut, and ends in an ellipsis. Takes time in
  /// proportion to the length.
  public init(
    _ untrusted: String, policy: Policy = .singleLine,
    maxScalars: Int = SafeText.defaultMaximumScalars
  ) {
    let limit = max(0, maxScalars)
    if Sanitizer.isHarmless(untrusted, policy: policy), untrusted.utf8.count <= limit {
      string = untrusted
      isASCII = true
    } else {
      var sanitizer = Sanitizer(policy: policy, limit: limit)
      string = sanitizer.run(untrusted)
      isASCII = string.utf8.allSatisfy { $0 < 0x80 }
    }
  }

  /// Wraps text that is a part or a concatenation of sanitised text.
  init(sanitized: String, isASCII: Bool) {
    string = sanitized
    self.isASCII = isASCII
  }

  /// Text without a character.
  public static let empty = SafeText(sanitized: "", isASCII: true)

  /// Whether there is no character.
  public var isEmpty: Bool { string.isEmpty }

  /// The number of columns that the text takes on one row, line feeds not counted.
  ///
  /// Takes time in proportion to the length; ASCII text is much faster.
  public var width: Int {
    TextWidth.columns(of: self)
  }
}

extension SafeText: ExpressibleByStringInterpolation, CustomStringConvertible {
  /// Sanitises a literal as a single line.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The sanitised text.
  public var description: String { string }
}

extension SafeText {
  /// Joins two texts.
  public static func + (left: SafeText, right: SafeText) -> SafeText {
    SafeText(sanitized: left.string + right.string, isASCII: left.isASCII && right.isASCII)
  }

  /// Appends a text.
  public static func += (left: inout SafeText, right: SafeText) {
    left = left + right
  }

  /// The text a number of times; none for a negative number.
  public func repeated(_ count: Int) -> SafeText {
    SafeText(sanitized: String(repeating: string, count: max(0, count)), isASCII: isASCII)
  }

  /// The lines between line feeds; one empty line for the empty text.
  public var lines: [SafeText] {
    string.split(separator: "\n", omittingEmptySubsequences: false).map {
      SafeText(sanitized: String($0), isASCII: isASCII)
    }
  }

  /// The longest start of the text that fits, with an ellipsis if something was left out.
  ///
  /// The ellipsis counts as well; when it does not fit itself, the text is cut without it.
  public func prefix(fittingColumns columns: Int, ellipsis: SafeText = "…") -> SafeText {
    guard columns > 0 else { return .empty }
    if width <= columns { return self }
    let mark = ellipsis.width < columns ? ellipsis : .empty
    return cut(columns: columns - mark.width) + mark
  }

  /// The text cut or filled with spaces to take exactly a number of columns.
  public func padded(toColumns columns: Int, ellipsis: SafeText = "…") -> SafeText {
    let text = prefix(fittingColumns: columns, ellipsis: ellipsis)
    return text + SafeText(" ").repeated(columns - text.width)
  }

  private func cut(columns: Int) -> SafeText {
    var scanner = ClusterScanner(string)
    var used = 0
    while let cluster = scanner.next(), used + cluster.width <= columns {
      used += cluster.width
      scanner.commit()
    }
    return SafeText(sanitized: String(string[..<scanner.committed]), isASCII: isASCII)
  }
}
