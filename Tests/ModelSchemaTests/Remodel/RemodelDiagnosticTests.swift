import ModelSchema
import Testing

@Suite("Remodel diagnostics")
struct RemodelDiagnosticTests {
  @Test(
    "A syntax error is reported with location and fix", arguments: RemodelGolden.grammar)
  func grammar(_ golden: RemodelGolden) {
    #expect(RemodelGolden.text(of: golden.diagnostics) == golden.expected)
  }

  @Test("An invalid type is reported with location and fix", arguments: RemodelGolden.types)
  func types(_ golden: RemodelGolden) {
    #expect(RemodelGolden.text(of: golden.diagnostics) == golden.expected)
  }

  @Test(
    "An invalid name, feature or annotation is reported with location and fix",
    arguments: RemodelGolden.annotations)
  func annotations(_ golden: RemodelGolden) {
    #expect(RemodelGolden.text(of: golden.diagnostics) == golden.expected)
  }

  @Test("An invalid case is reported with location and fix", arguments: RemodelGolden.cases)
  func cases(_ golden: RemodelGolden) {
    #expect(RemodelGolden.text(of: golden.diagnostics) == golden.expected)
  }

  @Test(
    "An invalid configuration is reported with location and fix",
    arguments: RemodelGolden.configuration)
  func configuration(_ golden: RemodelGolden) {
    #expect(RemodelGolden.text(of: golden.diagnostics) == golden.expected)
  }

  @Test("Every diagnostic of the goldens names the file, and has or implies a fix")
  func places() {
    let goldens =
      RemodelGolden.grammar + RemodelGolden.types + RemodelGolden.annotations + RemodelGolden.cases
      + RemodelGolden.configuration
    for golden in goldens {
      #expect(golden.diagnostics.allSatisfy { $0.location.file == golden.path })
      #expect(golden.diagnostics.allSatisfy { $0.mend != "" && !$0.message.isEmpty })
    }
  }

  @Test("The first byte that is not UTF-8 is reported")
  func encoding() {
    let bytes = Array("User {\n  String n".utf8) + [0xC3, 0x28] + Array("\n}\n".utf8)
    let result = RemodelFrontEnd.parse(SourceFile(path: "User.value", bytes: bytes))
    #expect(result.types.isEmpty)
    #expect(
      RemodelGolden.text(of: result.diagnostics) == """
        2:11 not-utf8: the byte 0xC3 is not UTF-8 here
          Save the file as UTF-8.
        """)
  }

  @Test("A file too large to be hand-written is rejected")
  func size() {
    let file = SourceFile(path: "User.value", text: "User { Int a }")
    let small = RemodelFrontEnd.parse(file, options: RemodelOptions(maximumByteCount: 13))
    #expect(small.types.isEmpty)
    #expect(small.diagnostics.map(\.code) == [.fileTooLarge])
    let large = RemodelFrontEnd.parse(file, options: RemodelOptions(maximumByteCount: 14))
    #expect(large.diagnostics == [])
    #expect(RemodelOptions().maximumByteCount == 64 << 20)
  }

  @Test("After a hundred diagnostics the rest of a file is skipped")
  func limit() {
    let lines = String(repeating: "  @\n", count: 5_000)
    let result = RemodelFrontEnd.parse(SourceFile(path: "User.value", text: "User {\n\(lines)}\n"))
    #expect(result.diagnostics.count == 100)
    #expect(result.diagnostics.last?.location.line == 101)
  }

  @Test("The valid parts of a file with mistakes are still declared")
  func recovery() throws {
    let result = RemodelFrontEnd.parse(
      SourceFile(
        path: "User.value",
        text: """
          User {
            String name
            Int @
            %default value=x
            Int age
            NSArray<NSString> *wrong
            [String] tags
          }
          """))
    #expect(result.diagnostics.map(\.location.line) == [3, 4, 6])
    guard case .object(let object) = try #require(result.types.first).kind else {
      Issue.record("the type has fields")
      return
    }
    #expect(object.fields.map(\.name) == ["name", "age", "tags"])
  }
}
