/// Text that is safe to draw: it cannot move the cursor, or hide or reorder other text.
///
/// Only the sanitiser creates values of this type, from literals too, so a value proves that it
/// ran. Sanitise when showing text, and store the original. A value is immutable and any thread may
/// use it.
public struct SafeText: Sendable, Hashable {
  /// The treatment of line breaks.
  public enum Policy: Sendable, Hashable {
    /// Line breaks and tabs become single spaces: for names, titles and previews.
    case singleLine

    /// Line breaks become line feeds; a tab becomes four spaces.
    case multiLine
  }

  /// The default limit on Unicode scalars.
  public static let defaultMaximumScalars = 65_536

  /// The sanitised text; its only control character is the line feed, if the policy keeps it.
  public let string: String

  /// Whether each byte except line feeds takes one column.
  let isASCII: Bool

  /// Sanitises untrusted text.
  ///
  /// Text with more than `maxScalars` scalars is truncated and ends with an ellipsis. Takes time in
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

  /// Wraps a part or a concatenation of sanitised texts.
  init(sanitized: String, isASCII: Bool) {
    string = sanitized
    self.isASCII = isASCII
  }

  /// The empty text.
  public static let empty = SafeText(sanitized: "", isASCII: true)

  /// Whether the text is empty.
  public var isEmpty: Bool { string.isEmpty }

  /// The number of columns that the text takes on one row, excluding line feeds.
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

  /// The text repeated a number of times; empty for a negative number.
  public func repeated(_ count: Int) -> SafeText {
    SafeText(sanitized: String(repeating: string, count: max(0, count)), isASCII: isASCII)
  }

  /// The lines between line feeds; the empty text has one empty line.
  public var lines: [SafeText] {
    string.split(separator: "\n", omittingEmptySubsequences: false).map {
      part($0.startIndex..<$0.endIndex)
    }
  }

  /// A part of the text; one in ASCII is drawn faster than the whole.
  func part(_ range: Range<String.Index>) -> SafeText {
    let part = String(string[range])
    return SafeText(sanitized: part, isASCII: isASCII || part.utf8.allSatisfy { $0 < 0x80 })
  }

  /// The longest prefix of the text that fits, with an ellipsis if something was cut.
  ///
  /// The columns include the ellipsis; when it does not fit, the text is cut without it.
  public func prefix(fittingColumns columns: Int, ellipsis: SafeText = "…") -> SafeText {
    guard columns > 0 else { return .empty }
    if width <= columns { return self }
    let mark = ellipsis.width < columns ? ellipsis : .empty
    return cut(columns: columns - mark.width) + mark
  }

  /// The text, truncated or padded with spaces to exactly a number of columns.
  public func padded(toColumns columns: Int, ellipsis: SafeText = "…") -> SafeText {
    let text = prefix(fittingColumns: columns, ellipsis: ellipsis)
    return text + SafeText(" ").repeated(columns - text.width)
  }

  /// The part of a text without line feeds in a range of its columns; half a wide character at an edge is a
  /// space.
  ///
  /// Takes time in proportion to the length.
  public func part(columns range: Range<Int>) -> SafeText {
    if isASCII { return SafeText(sanitized: String(bytes(range)), isASCII: true) }
    var scanner = ClusterScanner(string)
    var (part, place) = ("", 0)
    while place < range.upperBound, let cluster = scanner.next() {
      let columns = place..<place + cluster.width
      place = columns.upperBound
      let shown = columns.clamped(to: range)
      if shown.count < columns.count {
        part += String(repeating: " ", count: shown.count)
      } else if range.contains(columns.lowerBound) {
        part += text(at: cluster.offsets)
      }
    }
    return SafeText(sanitized: part, isASCII: part.utf8.allSatisfy { $0 < 0x80 })
  }

  private func text(at offsets: Range<Int>) -> Substring {
    let bytes = string.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: offsets.lowerBound)
    return string[start..<bytes.index(start, offsetBy: offsets.count)]
  }

  private func bytes(_ range: Range<Int>) -> Substring {
    text(at: range.clamped(to: 0..<string.utf8.count))
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
