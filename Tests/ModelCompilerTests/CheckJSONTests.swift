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

  @Test("A valid document produces no output")
  func right() throws {
    let run = try check("{\"a\": [1, 2.5e3, null, \"\\u00e4\"]}\n")
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
  }

  @Test("Every syntax error is reported with path and byte")
  func syntax() throws {
    let run = try check("{\"rooms\": [{\"name\": 01}, {\"a b\": \"\\x\"}]}")
    #expect(run.status == 1)
    #expect(run.errors.contains("d.json:1:"))
    #expect(run.errors.contains("$.rooms[0].name (byte 2"))
    #expect(run.errors.contains("$.rooms[1][\"a b\"] (byte 3"))
  }

  struct Place: Sendable {
    let document: String
    let byte: Int
    let path: String
  }

  private static let places = [
    Place(document: #"{"a":1.}"#, byte: 7, path: "$.a"),
    Place(document: #"{"a":[1e]}"#, byte: 8, path: "$.a[0]"),
    Place(document: #"{"a":[1,2],"b":3}"#, byte: 8, path: "$.a[1]"),
    Place(document: #"{"a":[1,2],"b":3}"#, byte: 7, path: "$.a"),
    Place(document: #"{"a":[1,2],"b":3}"#, byte: 9, path: "$.a"),
    Place(document: #"{"a":[1,2],"b":3}"#, byte: 10, path: "$"),
    Place(document: #"{"a":[1,2],"b":3}"#, byte: 12, path: "$.b"),
    Place(document: #"{"a":[1,2],"b":3}"#, byte: 16, path: "$"),
    Place(document: #"{"a\"]":{"\u0062":"]"}}"#, byte: 18, path: #"$["a\"]"].b"#),
    Place(document: #"{"a": "#, byte: 6, path: "$.a"),
    Place(document: #"[[], [x"#, byte: 6, path: "$[1][0]"),
    Place(document: "]}]", byte: 2, path: "$"),
    Place(document: #"{"a":"x\"#, byte: 8, path: "$"),
    Place(document: "", byte: 0, path: "$"),
  ]

  @Test("A byte has the path of the innermost value that contains it", arguments: places)
  func paths(_ place: Place) {
    let paths = DocumentPlaces.paths(of: [place.byte], in: Array(place.document.utf8))
    #expect(paths == [place.byte: place.path])
  }

  @Test("Bytes that are not text have a path, too")
  func pathOfBytes() throws {
    try folder.write(Data(Array("{\"a\": \"b".utf8) + [0xFF] + Array("\"}".utf8)), to: "bytes")
    let run = try Compiler.run(["check-json", "bytes"], in: folder)
    #expect(run.errors.contains("$.a (byte 8)"))
  }

  @Test("A byte order mark is an error, as in decoding")
  func byteOrderMark() throws {
    try folder.write(Data([0xEF, 0xBB, 0xBF] + Array("[]".utf8)), to: "marked")
    let run = try Compiler.run(["check-json", "marked"], in: folder)
    #expect(run.status == 1 && run.errors.hasPrefix("marked:1:1: error: $ (byte "))
  }

  @Test("A duplicate key is a warning, and its last value is checked")
  func duplicateKeys() throws {
    try folder.write("Room {\n  String name\n  Int count\n}\n", to: "Room.value")
    let words = ["--schema", "Room.value"]
    let right = try check("{\"name\": \"x\", \"count\": \"y\", \"count\": 3}", words)
    #expect(right.status == 0 && right.errors.contains("warning: $.count (byte 28): "))
    let wrong = try check("{\"name\": \"x\", \"count\": 3, \"count\": \"y\"}", words)
    #expect(wrong.status == 1 && wrong.errors.contains("error: $.count (byte 35): "))
  }

  @Test("A document comes from standard input, too")
  func standardInput() throws {
    #expect(try Compiler.run(["check-json", "-"], input: "[]").status == 0)
    let run = try Compiler.run(["check-json", "-"], input: "[")
    #expect(run.status == 1 && run.errors.hasPrefix("standard input:1:2: error: "))
  }

  @Test("A missing document and one that is not text are errors")
  func unreadable() throws {
    #expect(
      try Compiler.run(["check-json", "gone"], in: folder).errors.contains("[unreadable-file]"))
    #expect(try Compiler.run(["check-json", "."], in: folder).status == 1)
    try folder.write(.init([0x22, 0xFF, 0x22]), to: "bytes")
    #expect(try Compiler.run(["check-json", "bytes"], in: folder).errors.contains("[not-utf8]"))
  }

  @Test("With a schema every problem is reported with path and byte")
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

  @Test("A type that the schema lacks is a usage error; the only type need not be named")
  func types() throws {
    try folder.write("Room {\n  String name\n}\n", to: "Room.value")
    let run = try check("{\"name\": \"x\"}", ["--schema", "Room.value", "--type", "Rom"])
    #expect(run.status == 2 && run.errors.contains("there are: Room"))
    #expect(try check("{\"name\": \"x\"}", ["--schema", "Room.value"]).status == 0)
    let nested = #"{"title": "Room", "type": "object", "properties": {"a": {"type": "object"}}}"#
    try folder.write(nested, to: "Room.json")
    #expect(try check("{\"a\": {}}", ["--schema", "Room.json"]).status == 0)
  }

  @Test("Warnings of the schema are reported with the document")
  func schemaWarnings() throws {
    try folder.write("Room {\n  String name\n}\n", to: "Raum.value")
    let run = try check("{\"name\": \"x\"}", ["--schema", "Raum.value"])
    #expect(run.status == 0 && run.errors.contains("Raum.value:1:1: warning: "))
  }

  @Test("An invalid schema is reported instead of an invalid document")
  func wrongSchema() throws {
    try folder.write("Room {\n  Gone name\n}\n", to: "Room.value")
    let run = try check("{}", ["--schema", "Room.value", "--type", "Room"])
    #expect(run.status == 1 && run.errors.hasPrefix("Room.value:2:3: error: "))
  }
}
