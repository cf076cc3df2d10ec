import ModelSchema
import Testing

@Suite("Overlays of schemas")
struct SchemaOverlayTests {
  private static let room = """
    {"title": "Room", "type": "object", "required": ["topic"], "properties": {
      "topic": {"type": "string"}, "a/b": {"type": "integer"}, "any": true,
      "owner": {"$ref": "user.json"}, "forms": {"oneOf": [{"type": "string"}, {"type": "null"}]}}}
    """
  private static let user = """
    {"title": "User", "type": "object", "properties": {"name": {"type": "string"}}}
    """

  /// Compiles a room, which refers to a user, with the overlay beside it.
  private func run(_ overlay: String) -> SchemaRun {
    SchemaRun(
      ["room.json": Self.room],
      others: ["user.json": Self.user, "room.overlay.json": overlay])
  }

  /// Compiles a room with an overlay that options name.
  private func run(named overlay: String, at path: String = "vendor/changes.json") -> SchemaRun {
    var options = JSONSchemaOptions()
    options.overlays = [SourceFile(path: path, text: overlay)]
    return SchemaRun(["room.json": Self.room], others: ["user.json": Self.user], options: options)
  }

  @Test("Fields become nullable, lenient and renamed")
  func fields() {
    let run = run(
      """
      {"#/properties/topic": {"nullable": true, "x-swift-name": "subject"},
       "#/properties/a~1b": {"x-lenient": true, "x-legacy-keys": ["old"]},
       "#/properties/any": {"x-swift-name": "rest"},
       "#/properties/owner": {"nullable": true, "x-merge": "deep"},
       "#/properties/forms/oneOf/0": {"nullable": true}}
      """)
    #expect(run.report.isEmpty)
    let topic = run.field("subject", of: "Room")
    #expect(topic?.isNullable == true)
    #expect(topic?.keyPath == ["topic"])
    #expect(run.field("aB", of: "Room")?.policy == .lenient)
    #expect(run.field("aB", of: "Room")?.legacyKeyPaths == [["old"]])
    #expect(run.field("rest", of: "Room")?.type == .json)
    #expect(run.field("owner", of: "Room")?.type == .named("User"))
    #expect(run.field("owner", of: "Room")?.isNullable == true)
    #expect(run.field("owner", of: "Room")?.mergesDeeply == true)
  }

  @Test("The root of a file is the empty address, and its keywords replace those of the schema")
  func root() {
    let run = SchemaRun(
      ["a.json": #"{"x-lenient": false, "properties": {"b": {"type": "string"}}}"#],
      others: ["a.overlay.json": ##"{"#": {"x-lenient": true, "x-excludes": ["builder"]}}"##])
    #expect(run.field("b", of: "A")?.policy == .lenient)
    #expect(run.type("A")?.features == Feature.defaults.subtracting([.builder, .matching]))
  }

  @Test("An overlay that options name changes several files, wherever it is")
  func named() {
    let run = run(
      named: """
        {"../room.json#/properties/topic": {"nullable": true},
         "../user.json#/properties/name": {"x-swift-name": "title"}}
        """)
    #expect(run.report.isEmpty)
    #expect(run.field("topic", of: "Room")?.isNullable == true)
    let users = SchemaRun(["user.json": Self.user], options: JSONSchemaOptions())
    #expect(users.field("name", of: "User")?.name == "name")
    #expect(self.run(named: "{}").report.isEmpty)
  }

  @Test("An overlay of a file that is only referenced applies too")
  func referenced() {
    let run = SchemaRun(
      ["room.json": Self.room],
      others: [
        "user.json": Self.user,
        "user.overlay.json": ##"{"#/properties/name": {"x-swift-name": "title"}}"##,
      ])
    #expect(run.report.isEmpty)
    #expect(run.field("title", of: "User")?.keyPath == ["name"])
  }

  struct Wrong: Sendable {
    let overlay: String
    let expected: String
  }

  private static let besides = [
    Wrong(
      overlay: ##"{"#/properties/topc": {"nullable": true}}"##,
      expected: "1:2: '#/properties/topc' leads to nothing in room.json | Did you mean 'topic'?"),
    Wrong(
      overlay: "{\n  \"#/properties/topic/x/y\": {\"nullable\": true}}",
      expected: "2:3: '#/properties/topic/x/y' leads to nothing in room.json | Correct the address."
    ),
    Wrong(
      overlay: ##"{"#/properties": {"nullable": true}}"##,
      expected: "1:2: '#/properties' leads to an object that is not a schema in room.json"
        + " | Correct the address."),
    Wrong(
      overlay: ##"{"#/required": {"nullable": true}}"##,
      expected: "1:2: '#/required' leads to an array that is not a schema in room.json"
        + " | Correct the address."),
    Wrong(
      overlay: ##"{"/properties/topic": {"nullable": true}}"##,
      expected: "1:2: '/properties/topic' is not the address of a schema"
        + " | Write a JSON pointer into the file beside this one: '#/properties/name'."),
    Wrong(
      overlay: ##"{"room.json#/properties/topic": {"nullable": true}}"##,
      expected: "1:2: 'room.json#/properties/topic' is not the address of a schema"
        + " | Write a JSON pointer into the file beside this one: '#/properties/name'."),
    Wrong(
      overlay: ##"{"#/properties/topic": {"nullable": 1}}"##,
      expected: "1:37: 'nullable' holds a number, not true or false | Write true or false."),
    Wrong(
      overlay: ##"{"#/properties/topic": {"x-lenint": true}}"##,
      expected: "1:25: 'x-lenint' is not a keyword of overlays | Did you mean 'x-lenient'?"),
    Wrong(
      overlay: ##"{"#/properties/topic": {}}"##,
      expected: "1:24: an address has an object of keywords, not an empty one"
        + " | Write for example {\"nullable\": true}."),
    Wrong(
      overlay: "[]",
      expected: "1:1: an overlay is an object, not an array"
        + " | Write {\"#/properties/name\": {\"nullable\": true}}."),
  ]

  @Test("What changes nothing is an error with its location", arguments: besides)
  func wrong(_ wrong: Wrong) {
    let run = run(wrong.overlay)
    #expect(text(run) == wrong.expected)
    #expect(run.errors.allSatisfy { $0.location.file == "room.overlay.json" })
  }

  private func text(_ run: SchemaRun) -> String {
    run.errors.map { error in
      "\(error.location.line):\(error.location.column): \(error.message)"
        + (error.mend.map { " | \($0)" } ?? "")
    }.joined(separator: "\n")
  }

  @Test("A keyword with a wrong value is reported in the overlay")
  func wrongValues() {
    let run = run(
      """
      {"#/properties/topic": {
        "x-swift-name": "a b", "x-includes": ["undo", "magic"],
        "x-id": "yes"}}
      """)
    #expect(
      run.errors.map { "\($0.location.file):\($0.location.line):\($0.location.column)" } == [
        "room.overlay.json:2:19", "room.overlay.json:2:49", "room.overlay.json:3:11",
      ])
  }

  @Test("A named overlay for files that are not in the run is an error")
  func missingFile() {
    let run = run(named: ##"{"user.json#/properties/name": {"nullable": true}}"##)
    #expect(run.errors.map(\.message) == ["'vendor/user.json' is no schema of this run"])
    #expect(run.errors.first?.location.file == "vendor/changes.json")
    let pointer = self.run(named: ##"{"#/properties/name": {"nullable": true}}"##)
    #expect(pointer.errors.map(\.code) == [.invalidOverlay])
  }

  @Test("A named overlay beside a schema is not read twice")
  func both() {
    var options = JSONSchemaOptions()
    let text = ##"{"room.json#/properties/topic": {"nullable": true}}"##
    options.overlays = [SourceFile(path: "room.overlay.json", text: text)]
    let run = SchemaRun(
      ["room.json": Self.room], others: ["user.json": Self.user, "room.overlay.json": text],
      options: options)
    #expect(run.report.isEmpty)
    #expect(run.field("topic", of: "Room")?.isNullable == true)
  }

  @Test("With the option, every optional property is lenient, unless its file says otherwise")
  func lenient() {
    var options = JSONSchemaOptions()
    options.isLenient = true
    let text =
      #""required": ["b"], "properties": {"a": {"type": "string"}, "b": {"type": "string"}}"#
    let run = SchemaRun(
      ["one.json": "{\(text)}", "two.json": "{\"x-lenient\": false, \(text)}"], options: options)
    #expect(run.field("a", of: "One")?.policy == .lenient)
    #expect(run.field("b", of: "One")?.policy == .strict)
    #expect(run.field("a", of: "Two")?.policy == .strict)
  }
}
