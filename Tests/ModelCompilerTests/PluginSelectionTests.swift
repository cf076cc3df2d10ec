import Foundation
import Testing

@testable import ModelCompiler

@Suite("Which types a plugin gets")
struct PluginSelectionTests {
  struct Choice: Sendable {
    /// What follows the name of the type, by file.
    var heads: [String: String] = [:]
    var folder = "{}"
    var options: [String] = []
    var types: [String]
  }

  private static let name = "DictionaryCreator"

  static let choices: [Choice] = [
    Choice(types: ["Bell", "Clock", "Drum"]),
    Choice(heads: ["Bell": "excludes(\(name))"], types: ["Clock", "Drum"]),
    Choice(heads: ["Bell": "includes(\(name))"], types: ["Bell"]),
    Choice(heads: ["Drum": #""x-excludes": ["\#(name)"],"#], types: ["Bell", "Clock"]),
    Choice(options: ["--exclude", name], types: []),
    Choice(
      heads: ["Clock": "includes(\(name))"], options: ["--exclude", name], types: ["Clock"]),
    Choice(
      heads: ["Clock": "excludes(\(name))"], options: ["--include", name], types: ["Bell", "Drum"]),
    Choice(
      heads: ["Clock": "excludes(\(name))"], folder: #"{"defaultIncludes": ["\#(name)"]}"#,
      types: ["Bell"]),
  ]

  @Test(
    "The lists of the type, the command line and the folder decide, in this order",
    arguments: choices)
  func selection(_ choice: Choice) throws {
    let folder = try Folder()
    try folder.write(choice.folder, to: ".valueObjectConfig")
    for type in ["Bell", "Clock"] {
      try folder.write("\(type) \(choice.heads[type] ?? "") {\n  Int a\n}\n", to: "\(type).value")
    }
    try folder.write(
      #"{\#(choice.heads["Drum"] ?? "") "title": "Drum", "properties": {"a": {"type": "integer"}}}"#,
      to: "Drum.json")
    let run = try Compiler.run(
      ["--output", "Out", "--plugin", Compiler.product(Self.name).path] + choice.options
        + ["Bell.value", "Clock.value", "Drum.json"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let suffix = "+Dictionary.swift"
    #expect(
      folder.files.filter { $0.hasSuffix(suffix) }
        == choice.types.map { "Out/\($0)\(suffix)" })
    #expect(folder.exists("Out/Clock.swift"))
  }

  @Test("A plugin also gets the other types, to look them up")
  func others() throws {
    let folder = try Folder()
    try folder.write("Bell includes(Reader) {\n  Clock clock\n}\n", to: "Bell.value")
    try folder.write("Clock {\n  Int a\n}\n", to: "Clock.value")
    try folder.write(script: "cat >\(folder.path(of: "input")); echo '{}'", to: "Reader")
    let run = try Compiler.run(
      ["-o", "Out", "--plugin", folder.path(of: "Reader"), "Bell.value", "Clock.value"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(folder.text(of: "input").utf8)) as? [String: Any])
    func names(_ key: String) -> [String] {
      (document[key] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    }
    #expect(names("types") == ["Bell"] && names("otherTypes") == ["Clock"])
  }
}
