import Foundation
import ModelSchema
import Testing

@testable import ModelCompiler

@Suite("check-json")
struct CheckJSONTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
  }

  private func check(_ document: String, _ words: [String] = []) throws -> Compiler.Run {
    try folder.write(document, to: "d.json")
    return try Compiler.run(["check-json"] + words + ["d.json"], in: folder)
  }

  @Test("A right document says nothing")
  func right() throws {
    let run = try check("{\"a\": [1, 2.5e3, null, \"\\u00e4\"]}\n")
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
  }

  @Test("Every mistake of syntax is named with path and byte")
  func syntax() throws {
    let run = try check("{\"rooms\": [{\"name\": 01}, {\"a b\": \"\\x\"}]}")
    #expect(run.status == 1)
    #expect(run.errors.contains("d.json:1:"))
    #expect(run.errors.contains("$.rooms[0].name (byte 2"))
    #expect(run.errors.contains("$.rooms[1][\"a b\"] (byte 3"))
  }

  @Test("A document comes from standard input, too")
  func standardInput() throws {
    #expect(try Compiler.run(["check-json", "-"], input: "[]").status == 0)
    let run = try Compiler.run(["check-json", "-"], input: "[")
    #expect(run.status == 1 && run.errors.hasPrefix("standard input:1:2: error: "))
  }

  @Test("A document that is not there, and one that is no text, are errors")
  func unreadable() throws {
    #expect(
      try Compiler.run(["check-json", "gone"], in: folder).errors.contains("[unreadable-file]"))
    #expect(try Compiler.run(["check-json", "."], in: folder).status == 1)
    try folder.write(.init([0x22, 0xFF, 0x22]), to: "bytes")
    #expect(try Compiler.run(["check-json", "bytes"], in: folder).errors.contains("[not-utf8]"))
  }

  @Test("With a schema everything that is wrong is named with path and byte")
  func validation() throws {
    try folder.write("Room {\n  String name\n  [Person] people\n}\n", to: "S/Room.value")
    try folder.write("Person {\n  String name\n  Int age\n}\n", to: "S/Person.value")
    let words = ["--schema", "S", "--type", "Room"]
    let good = "{\"name\": \"x\", \"people\": [{\"name\": \"y\", \"age\": 3}]}"
    let right = try check(good, words)
    #expect(right.status == 0 && right.errors.isEmpty)
    let wrong = try check("{\"name\": 1, \"people\": [{\"name\": \"y\"}, 7]}", words)
    #expect(wrong.status == 1)
    #expect(wrong.errors.contains("$.name (byte 9)"))
    #expect(wrong.errors.contains("$.people[0] (byte 23)"))
    #expect(wrong.errors.contains("$.people[1] (byte 38)"))
    #expect(wrong.errors.contains("[invalid-document]"))
  }

  @Test("A type that the schema lacks is a wrong command line; the only one need not be named")
  func types() throws {
    try folder.write("Room {\n  String name\n}\n", to: "Room.value")
    let run = try check("{\"name\": \"x\"}", ["--schema", "Room.value", "--type", "Rom"])
    #expect(run.status == 2 && run.errors.contains("there are: Room"))
    #expect(try check("{\"name\": \"x\"}", ["--schema", "Room.value"]).status == 0)
  }

  @Test("A wrong schema is told instead of a wrong document")
  func wrongSchema() throws {
    try folder.write("Room {\n  Gone name\n}\n", to: "Room.value")
    let run = try check("{}", ["--schema", "Room.value", "--type", "Room"])
    #expect(run.status == 1 && run.errors.hasPrefix("Room.value:2:3: error: "))
  }
}
