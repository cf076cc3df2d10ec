import Foundation
import Testing

@Suite("Scenarios")
struct ScenarioTests {
  /// Those of the repository; links are resolved because the script lies beside the tests.
  private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func run(_ arguments: [String]) throws -> Compiler.Run {
    let script = Self.root.appending(path: "Scripts/scenarios").path
    let compiler = "MODELC=" + Compiler.product("modelc").path
    return try Compiler.run(
      URL(filePath: "/usr/bin/env"), [compiler, "bash", script] + arguments)
  }

  @Test("All scenarios of Remodel and Plank end as they should")
  func all() throws {
    let run = try run([])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.split(separator: "\n") == ["Plank: 13 of 13", "Remodel: 59 of 59"])
  }

  static let wrong: [(expected: String, problem: String)] = [
    ("refused: anything", "is accepted"), ("accepted\nhas: Wings", "lacks 'Wings'"),
    ("accepted\nlacks: struct Bell", "has 'struct Bell'"),
    ("accepted\nfile: out/Wings.swift", "writes no 'out/Wings.swift'"),
    ("excepted", "has an 'expected' with the unknown line 'excepted'"),
  ]

  @Test("A scenario that ends otherwise is a failure", arguments: wrong)
  func failure(_ expected: String, _ problem: String) throws {
    let folder = try Folder()
    try folder.write("Bell {\n  Int rings\n}\n", to: "Tool/right/Bell.value")
    try folder.write(
      "accepted\nhas: struct Bell\nfile: out/Bell.swift\n", to: "Tool/right/expected")
    try folder.write("Bell {\n  Int rings\n}\n", to: "Tool/wrong/Bell.value")
    try folder.write(expected + "\n", to: "Tool/wrong/expected")
    let run = try run([folder.path])
    #expect(run.status == 1)
    #expect(run.output == "Tool/wrong \(problem)\nTool: 1 of 2\n")
  }

  @Test("A refusal counts only with its words, and acceptance only without an error")
  func refusals() throws {
    let folder = try Folder()
    for (name, expected) in [
      ("accepted", "accepted"), ("other", "refused: no option --feet"),
      ("right", "refused: no option --wings"),
    ] {
      try folder.write("Bell {\n  Int rings\n}\n", to: "Tool/\(name)/Bell.value")
      try folder.write("--wings\n", to: "Tool/\(name)/options")
      try folder.write(expected + "\n", to: "Tool/\(name)/expected")
    }
    let run = try run([folder.path])
    #expect(run.status == 1 && run.output.hasSuffix("Tool: 1 of 3\n"))
    #expect(run.output.contains("Tool/accepted is refused:\nmodelc: error: "))
    #expect(run.output.contains("Tool/other is refused with another error:\nmodelc: error: "))
  }
}
