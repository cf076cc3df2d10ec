import ModelSchema
import Testing

/// An invalid file and its expected diagnostics.
struct RemodelGolden: Sendable, CustomTestStringConvertible {
  var name: String
  var path: String
  var text: String
  /// A line for the problem and, if there is a fix, an indented line for it.
  var expected: String

  init(_ name: String, path: String, _ text: String, _ expected: String) {
    self.name = name
    self.path = path
    self.text = text
    self.expected = expected
  }

  var testDescription: String { name }

  /// The actual diagnostics.
  var diagnostics: [Diagnostic] {
    let file = SourceFile(path: path, text: text)
    return RemodelFileKind(path: path) == nil && path.hasSuffix("Config")
      ? RemodelConfiguration.parse(file).diagnostics : RemodelFrontEnd.parse(file).diagnostics
  }

  static func text(of diagnostics: [Diagnostic]) -> String {
    diagnostics.map { diagnostic in
      let place = "\(diagnostic.location.line):\(diagnostic.location.column)"
      let severity = diagnostic.severity == .warning ? " warning" : ""
      let mend = diagnostic.mend.map { "\n  \($0)" } ?? ""
      return "\(place)\(severity) \(diagnostic.code.rawValue): \(diagnostic.message)\(mend)"
    }.joined(separator: "\n")
  }
}
