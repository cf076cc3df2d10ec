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

  /// Whether a row contains a text.
  func contains(_ text: String) -> Bool {
    rows.contains { $0.contains(text) }
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
