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

  @Test("All scenarios of Remodel and Plank, and the schemas of Matrix, end as they should")
  func all() throws {
    let run = try run([])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(
      run.output.split(separator: "\n") == [
        "Matrix: 79 of 79", "Plank: 13 of 13", "Remodel: 59 of 59",
      ])
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

  @Test("Schemas beside each other are compiled one by one and as a whole")
  func schemas() throws {
    let folder = try Folder()
    let bell = #"{"allOf": [{"$ref": "parts/thing.json"}], "properties": {"rings": "RINGS"}}"#
    try folder.write(#"{"properties": {"owner": {"type": "string"}}}"#, to: "Set/parts/thing.json")
    for (name, rings) in [("bell", #"{"type": "integer"}"#), ("gong", "7")] {
      try folder.write(
        bell.replacingOccurrences(of: #""RINGS""#, with: rings), to: "Set/\(name).json")
    }
    let run = try run([folder.path])
    #expect(run.status == 1 && run.output.hasSuffix("Set: 1 of 2\n"))
    #expect(run.output.hasPrefix("Set/gong.json is refused:\ngong.json:1:"))
    #expect(run.output.contains("\nSet as a whole is refused:\ngong.json:1:"))
  }

  @Test("The whole of a set of schemas takes options, and fails alone")
  func whole() throws {
    let folder = try Folder()
    try folder.write(#"{"properties": {"a": {"type": "string"}}}"#, to: "Set/bell.json")
    try folder.write("--union Event\n", to: "Set/options")
    let run = try run([folder.path])
    #expect(run.status == 1 && run.output.hasSuffix("Set: 1 of 1\n"))
    #expect(run.output.hasPrefix("Set as a whole is refused:\nbell.json:1:1: error: "))
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
