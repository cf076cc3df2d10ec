/// The content of a terminal at one moment.
struct Screen: Equatable, CustomStringConvertible {
  /// The rows from the top, without trailing spaces.
  let rows: [String]

  /// Makes a screen from its rows, one per line.
  init(text: String) {
    var rows = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if rows.last?.isEmpty == true { rows.removeLast() }
    self.rows = rows
  }

  /// Whether a row contains a text, or several do that it continues in.
  func contains(_ text: String) -> Bool {
    rows.contains { $0.contains(text) } || containsWrapped(text)
  }

  /// Whether a text begins in a row and goes on at the same place in the next ones, as a narrow screen wraps it.
  private func containsWrapped(_ text: String) -> Bool {
    let wanted = Self.letters(of: text[...])
    // A short one could come together from two rows by chance, and a mark belongs to one row.
    guard wanted.count > 12, !text.hasPrefix("▌") else { return false }
    let parts = rows.map { row in
      row.split(omittingEmptySubsequences: false) { "│├┤┼".contains($0) }.map(Self.letters)
    }
    return (0..<(parts.map(\.count).max() ?? 0)).contains { place in
      parts.map { $0.dropFirst(place).first ?? "" }.joined().contains(wanted)
    }
  }

  /// A text without the spaces and the marks at the start of a row.
  private static func letters(of text: Substring) -> String {
    text.drop { "▌┊ ".contains($0) }.filter { $0 != " " }
  }

  /// Whether a row contains a match of a pattern.
  func contains(_ pattern: some RegexComponent) -> Bool {
    rows.contains { $0.firstMatch(of: pattern.regex) != nil }
  }

  /// The number of rows that contain a text.
  func count(_ text: String) -> Int {
    rows.count { $0.contains(text) }
  }

  var description: String {
    rows.joined(separator: "\n")
  }
}
