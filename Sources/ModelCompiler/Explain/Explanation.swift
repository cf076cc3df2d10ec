import ModelSchema

/// The meaning of a diagnostic, with an example of its cause and of the fix.
struct Explanation: Hashable {
  /// The content of one file.
  struct Example: Hashable {
    var file: String
    var text: String

    init(_ file: String, _ text: String) {
      self.file = file
      self.text = text
    }
  }

  /// One line.
  var summary: String
  /// The reason for the rule.
  var text: String
  /// A cause of the diagnostic; a command line if no schema causes it.
  var wrong: [Example]
  /// The same without the mistake.
  var right: [Example]

  init(_ summary: String, _ text: String, wrong: [Example], right: [Example]) {
    self.summary = summary
    self.text = text
    self.wrong = wrong
    self.right = right
  }

  static func of(_ code: DiagnosticCode) -> Explanation? { all[code] }

  static let all = files.merging(names) { $1 }.merging(types) { $1 }.merging(annotations) { $1 }
    .merging(jsonSchema) { $1 }

  /// The page that `--explain CODE` prints.
  func page(for code: DiagnosticCode) -> String {
    """
    \(code.rawValue): \(summary)

    \(text)

    For example:

    \(Self.indented(wrong))
    Fixed:

    \(Self.indented(right))
    """
  }

  private static func indented(_ examples: [Example]) -> String {
    examples.map { example in
      let lines = example.text.split(separator: "\n", omittingEmptySubsequences: false)
      return "  \(example.file)\n" + lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
    }.joined(separator: "\n")
  }

  /// All codes with their summaries, as `--explain` without a code prints them.
  static var index: String {
    let width = DiagnosticCode.allCases.map(\.rawValue.count).max() ?? 0
    return DiagnosticCode.allCases.map { code in
      let padding = String(repeating: " ", count: width - code.rawValue.count + 2)
      return code.rawValue + padding + (of(code)?.summary ?? "") + "\n"
    }.joined()
  }
}
