import ModelSchema
import Testing

@testable import ModelCompiler

@Suite("Explanations")
struct ExplanationTests {
  @Test("Every diagnostic has an explanation", arguments: DiagnosticCode.allCases)
  func everyCode(_ code: DiagnosticCode) throws {
    let explanation = try #require(Explanation.of(code))
    #expect(!explanation.summary.isEmpty && !explanation.summary.contains("\n"))
    #expect(explanation.text.count > 80)
    #expect(!explanation.wrong.isEmpty && !explanation.right.isEmpty)
    #expect(explanation.wrong != explanation.right)
    let widest = explanation.page(for: code).split(separator: "\n").map(\.count).max() ?? 0
    #expect((widest <= 105) == (code != .nestingTooDeep))
  }

  /// The codes whose examples are schemas.
  static let withSchemas = DiagnosticCode.allCases.filter { code in
    let first = Explanation.of(code)?.wrong.first?.file
    return first != Explanation.shellName && code != .invalidDocument
  }

  @Test("An example causes its diagnostic, and the fixed one causes none", arguments: withSchemas)
  func examples(_ code: DiagnosticCode) throws {
    let explanation = try #require(Explanation.of(code))
    #expect(try codes(of: explanation.wrong).contains(code))
    #expect(try codes(of: explanation.right) == [])
  }

  @Test("The example of an invalid document is invalid, and the fixed one valid")
  func documents() throws {
    let explanation = try #require(Explanation.of(.invalidDocument))
    #expect(try check(explanation.wrong).errors.contains("[invalid-document]"))
    #expect(try check(explanation.right) == Compilation.Outcome(status: 0, output: "", errors: ""))
  }

  @Test("The list of all diagnostics names each once")
  func index() {
    let names = Explanation.index.split(separator: "\n").compactMap {
      $0.split(separator: " ").first
    }
    #expect(names.map(String.init) == DiagnosticCode.allCases.map(\.rawValue))
  }

  private func codes(of examples: [Explanation.Example]) throws -> Set<DiagnosticCode> {
    let folder = try Folder()
    for example in examples { try folder.write(example.text, to: example.file) }
    var options = CompileOptions()
    options.inputs = [CompileOptions.Input(path: folder.path)]
    return Set(CompiledSchemas(options: options).diagnostics.map(\.code))
  }

  private func check(_ examples: [Explanation.Example]) throws -> Compilation.Outcome {
    let folder = try Folder()
    for example in examples { try folder.write(example.text, to: example.file) }
    let options = CheckOptions(
      document: folder.path(of: "room.json"), schema: folder.path(of: "Room.value"), type: "Room")
    return DocumentCheck(options: options).run()
  }
}
