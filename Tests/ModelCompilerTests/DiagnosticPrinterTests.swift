import ModelSchema
import Testing

@testable import ModelCompiler

@Suite("Diagnostics as text")
struct DiagnosticPrinterTests {
  private func print(_ diagnostics: [Diagnostic], _ text: String = "") -> String {
    let file = SourceFile(path: "A.value", text: text)
    return DiagnosticPrinter(files: ["A.value": file]) { "Models/\($0)" }.text(of: diagnostics)
  }

  private func diagnostic(
    _ line: Int, _ column: Int, _ message: String = "wrong", mend: String? = nil,
    severity: Diagnostic.Severity = .error
  ) -> Diagnostic {
    Diagnostic(
      .syntax, message, mend: mend, at: SourceLocation(file: "A.value", line: line, column: column),
      severity: severity)
  }

  @Test("Location, text and code are on one line, then the source with a caret, then the fix")
  func form() {
    let text = print([diagnostic(2, 3, mend: "Mend it.")], "A {\n  x y\n}\n")
    #expect(
      text == """
        Models/A.value:2:3: error: wrong [syntax]
            x y
            ^
          mend: Mend it.

        """)
  }

  @Test("The caret counts characters where the column counts bytes")
  func caretBehindUmlauts() {
    #expect(print([diagnostic(1, 5)], "äöx").hasSuffix("  äöx\n    ^\n"))
  }

  @Test("A tab takes one column, and terminal control characters are not printed")
  func controlCharacters() {
    let text = print([diagnostic(1, 3, "\u{1B}[31m\u{202E}")], "\t\u{1B}x")
    #expect(
      text == "Models/A.value:1:3: error: \u{FFFD}[31m\u{FFFD} [syntax]\n   \u{FFFD}x\n    ^\n")
  }

  @Test(
    "Invisible characters that change others are not printed",
    arguments: [
      "\u{7}", "\u{9B}", "\u{AD}", "\u{61C}", "\u{200B}", "\u{202E}", "\u{2028}", "\u{2060}",
      "\u{2066}",
      "\u{FEFF}", "\u{E0001}", "\u{E0041}",
    ])
  func invisible(_ sign: String) {
    #expect(DiagnosticPrinter.printable("a\(sign)b") == "a\u{FFFD}b")
  }

  @Test(
    "Letters of all scripts are printed as they are", arguments: ["Grüße", "日本語", "🎉", "e\u{301}"])
  func letters(_ text: String) {
    #expect(DiagnosticPrinter.printable(text).utf8.elementsEqual(text.utf8))
  }

  @Test("For a long line, the part around the column is shown")
  func longLines() {
    let line = String(repeating: "é", count: 10_000)
    let lines = print([diagnostic(1, 10_001)], line).split(separator: "\n")
    #expect(lines[1].count < 200)
    #expect(lines[1].hasPrefix("  …é"))
    #expect(lines[1].hasSuffix("é…"))
    #expect(lines[2].count == lines[2].utf8.count)
  }

  @Test(
    "A location outside the file is printed without a line",
    arguments: [(0, 0), (7, 1), (-1, -9), (Int.max, Int.max), (1, Int.max), (1, Int.min)])
  func placesOutside(_ line: Int, _ column: Int) {
    #expect(print([diagnostic(line, column)], "A {").contains("error: wrong [syntax]"))
  }

  @Test("Diagnostics are sorted by location, errors first, without duplicates")
  func order() {
    let all = [
      diagnostic(3, 1), diagnostic(1, 9, "b"), diagnostic(1, 9, "a", severity: .warning),
      diagnostic(1, 9, "b"), diagnostic(1, 2),
    ]
    let places = print(all).split(separator: "\n").map { $0.split(separator: " ")[0...2] }
    #expect(
      places.map { $0.joined(separator: " ") } == [
        "Models/A.value:1:2: error: wrong", "Models/A.value:1:9: error: b",
        "Models/A.value:1:9: warning: a", "Models/A.value:3:1: error: wrong", "modelc: 3 errors",
      ])
    #expect(print(all) == print(all.reversed()))
  }

  @Test("Beyond five hundred, only the number is reported")
  func many() {
    let text = print((1...600).map { diagnostic($0, 1) })
    #expect(text.split(separator: "\n").count == 502)
    #expect(text.hasSuffix("modelc: and 100 more\nmodelc: 600 errors\n"))
  }
}
