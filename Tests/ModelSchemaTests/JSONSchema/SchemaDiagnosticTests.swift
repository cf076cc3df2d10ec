import ModelSchema
import Testing

/// A schema and its expected diagnostics.
struct SchemaGolden: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let expected: String

  init(_ name: String, _ text: String, _ expected: String) {
    self.name = name
    self.text = text
    self.expected = expected
  }

  var testDescription: String { name }

  static let all = keywords + references + types
}

@Suite("Schema diagnostics")
struct SchemaDiagnosticTests {
  @Test("Every diagnostic has a location, a text and a fix", arguments: SchemaGolden.all)
  func goldens(_ golden: SchemaGolden) {
    #expect(SchemaRun(golden.text).report == golden.expected)
  }

  @Test("No diagnostic can control the terminal", arguments: SchemaGolden.all)
  func printable(_ golden: SchemaGolden) {
    for diagnostic in SchemaRun(golden.text).diagnostics {
      let text = diagnostic.message + (diagnostic.mend ?? "")
      #expect(
        text.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) || $0 == "…" })
    }
  }

  @Test("Errors of several files come in one run, by file and line")
  func severalFiles() {
    let run = SchemaRun([
      "b.json": "{\"properties\": {\"a\": {\"type\": \"x\"},\n \"b\": {\"type\": \"y\"}}}",
      "a.json": "{\"items\": 3}",
    ])
    #expect(
      run.diagnostics.map { "\($0.location.file):\($0.location.line)" } == [
        "a.json:1", "b.json:1", "b.json:2",
      ])
  }

  @Test("Too many errors are cut off with a note")
  func limit() {
    let many = (0..<3000).map { "\"p\($0)\": {\"type\": \"x\($0)\"}" }.joined(separator: ",\n")
    let (_, diagnostics) = JSONSchemaFrontEnd.parse([
      SourceFile(path: "a.json", text: "{\"properties\": {\(many)}}")
    ])
    #expect(diagnostics.count == 2001)
    #expect(diagnostics.count { $0.message.contains("the rest is omitted") } == 1)
  }
}
