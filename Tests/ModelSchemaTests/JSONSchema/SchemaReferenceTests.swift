import ModelSchema
import Testing

@Suite("Schema references")
struct SchemaReferenceTests {
  private static let int = TypeReference.integer(bits: nil, isSigned: true)

  @Test("References lead to other files, to definitions, to anchors and to identifiers")
  func targets() {
    let run = SchemaRun(
      [
        "folder/thing.json": """
        {"properties": {
          "file": {"$ref": "other.json"},
          "again": {"$ref": "./sub/../other.json#"},
          "up": {"$ref": "../above.json"},
          "local": {"$ref": "#/$defs/inner~1type"},
          "old": {"$ref": "#/definitions/a%20b"},
          "anchor": {"$ref": "#here"},
          "fragment": {"$ref": "other.json#/$defs/leaf"},
          "uri": {"$ref": "https://schemas.example/embedded"},
          "listed": {"$ref": "#/$defs/list/0"}
        },
        "$defs": {
          "inner/type": {"properties": {"x": true}},
          "named": {"$anchor": "here", "properties": {"y": true}},
          "embedded": {"$id": "https://schemas.example/embedded", "properties": {"z": {"$ref": "#/$defs/own"}},
            "$defs": {"own": {"type": "integer"}}},
          "list": [{"type": "boolean"}]
        },
        "definitions": {"a b": {"type": "string", "format": "uri"}}}
        """
      ],
      others: [
        "folder/other.json":
          #"{"title": "Other one", "properties": {"o": true}, "$defs": {"leaf": {"type": "integer"}}}"#,
        "above.json": #"{"properties": {"a": {"type": "string"}}}"#,
      ])
    // A list of definitions is not a schema, which is the only diagnostic.
    #expect(run.errors.map(\.code) == [.invalidKeyword])
    #expect(run.field("file")?.type == .named("OtherOne"))
    #expect(run.field("again")?.type == .named("OtherOne"))
    #expect(run.field("up")?.type == .named("Above"))
    #expect(run.field("local")?.type == .named("InnerType"))
    #expect(run.field("old")?.type == .url)
    #expect(run.field("anchor")?.type == .named("Here"))
    #expect(run.field("fragment")?.type == Self.int)
    #expect(run.field("uri")?.type == .named("Embedded"))
    #expect(run.field("z", of: "Embedded")?.type == Self.int)
    #expect(run.field("listed")?.type == .boolean)
  }

  @Test("Layers are merged: later ones refine earlier ones")
  func layers() {
    let run = SchemaRun(
      [
        "image.json": """
        {"allOf": [{"$ref": "base/event.json"}], "title": "ImageEvent", "properties": {
          "content": {"properties": {"kind": {"enum": ["image"]}, "url": {"type": "string"}},
                      "required": ["kind"]},
          "type": {"const": "message"}}}
        """
      ],
      others: [
        "base/event.json": """
        {"title": "Base", "allOf": [{"$ref": "deeper/root.json"}], "properties": {
          "content": {"type": "object", "description": "Depends on the type."},
          "sender": {"type": "string", "format": "mx-user-id"}}, "required": ["sender"]}
        """,
        "base/deeper/root.json":
          #"{"properties": {"type": {"type": "string"}}, "required": ["type", "content"]}"#,
      ])
    #expect(run.errors.isEmpty, "\(run.report)")
    #expect(run.object("ImageEvent")?.fields.map(\.name) == ["type", "content", "sender"])
    #expect(run.field("type", of: "ImageEvent")?.constant == "message")
    #expect(run.field("content", of: "ImageEvent")?.isRequired == true)
    #expect(run.field("kind", of: "ImageEvent.Content")?.constant == "image")
    #expect(run.field("sender", of: "ImageEvent")?.type == .identifier("UserID"))
    #expect(run.type("Base") == nil)
  }

  @Test("A layer that adds nothing keeps the referenced type")
  func pureReferences() {
    let run = SchemaRun(
      """
      {"properties": {
        "a": {"allOf": [{"$ref": "#/$defs/info"}], "description": "An info."},
        "b": {"$ref": "#/$defs/info", "type": "object", "title": "Something"},
        "c": {"allOf": [{"$ref": "#/$defs/info"}, {"properties": {"more": true}}]},
        "d": {"$ref": "#/$defs/info", "nullable": true}
      }, "$defs": {"info": {"properties": {"x": {"type": "string"}}}}}
      """)
    #expect(run.report.isEmpty)
    #expect(run.field("a")?.type == .named("Info"))
    #expect(run.field("a")?.documentation == "An info.")
    #expect(run.field("b")?.type == .named("Info"))
    #expect(run.field("c")?.type == .named("Thing.C"))
    #expect(run.object("Thing.C")?.fields.map(\.name) == ["x", "more"])
    #expect(run.field("d")?.type == .named("Info"))
    #expect(run.field("d")?.isNullable == true)
  }

  @Test("Schemas that refer to themselves become recursive types")
  func recursion() {
    let tree = SchemaRun(
      ##"{"properties": {"next": {"$ref": "#"}, "children": {"type": "array", "items": {"$ref": "#"}}}}"##
    )
    #expect(tree.report.isEmpty)
    #expect(tree.field("next")?.type == .named("Thing"))
    #expect(tree.field("children")?.type == .array(.named("Thing")))
    let lists = SchemaRun(##"{"type": "array", "items": {"$ref": "#"}}"##)
    #expect(lists.report.isEmpty)
    #expect(lists.payload("array", of: "Thing") == .array(.named("Thing")))
    let any = SchemaRun(
      """
      {"oneOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#"}},
        {"type": "object", "additionalProperties": {"$ref": "#"}}]}
      """)
    #expect(any.report.isEmpty)
    #expect(any.union("Thing")?.cases.map(\.name) == ["string", "array", "object"])
    #expect(any.payload("object", of: "Thing") == .map(key: .string, value: .named("Thing")))
    let refined = SchemaRun(
      """
      {"properties": {"child": {"allOf": [{"$ref": "#"}, {"properties": {"x": true}}]}}}
      """)
    #expect(refined.errors.isEmpty)
    #expect(refined.field("child", of: "Thing.Child")?.type == .named("Thing.Child"))
  }

  @Test("An alias of a union that contains it stays an alias")
  func recursiveAlias() {
    let run = SchemaRun([
      "a.json": #"{"$ref": "b.json"}"#,
      "b.json": """
      {"oneOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "a.json"}}]}
      """,
    ])
    #expect(run.report.isEmpty)
    #expect(run.alias("A") == .named("B"))
    #expect(run.payload("array", of: "B") == .array(.named("A")))
  }

  @Test("Two files refer to each other")
  func mutual() {
    let run = SchemaRun([
      "a.json": #"{"properties": {"b": {"$ref": "b.json"}}}"#,
      "b.json": #"{"properties": {"a": {"$ref": "a.json"}}}"#,
    ])
    #expect(run.report.isEmpty)
    #expect(run.field("b", of: "A")?.type == .named("B"))
    #expect(run.field("a", of: "B")?.type == .named("A"))
  }

  @Test("A chain of a thousand references needs no deep stack")
  func chain() {
    var files: [String: String] = [:]
    for index in 0..<1000 {
      files["n\(index).json"] =
        "{\"properties\": {\"next\": {\"$ref\": \"n\(index + 1).json\"}}}"
    }
    files["n1000.json"] = #"{"properties": {"end": true}}"#
    let run = SchemaRun(["n0.json": files.removeValue(forKey: "n0.json") ?? ""], others: files)
    #expect(run.report.isEmpty)
    #expect(run.module.types.count == 1001)
  }

  @Test("References stay inside the folders of the run")
  func folders() {
    let files = ["a/thing.json": #"{"properties": {"x": {"$ref": "../b/other.json"}}}"#]
    let others = ["b/other.json": #"{"properties": {"y": true}}"#]
    let free = SchemaRun(files, others: others)
    #expect(free.errors.isEmpty)
    let closed = SchemaRun(files, others: others, options: JSONSchemaOptions(folders: ["a"]))
    #expect(
      closed.report == """
        a/thing.json:1:31: invalid-reference: '../b/other.json' leads out of the folders of this \
        run | Name that folder or file on the command line too.
        """)
    let open = SchemaRun(files, others: others, options: JSONSchemaOptions(folders: ["a", "b"]))
    #expect(open.errors.isEmpty)
    let named = SchemaRun(
      files.merging(others) { $1 }, options: JSONSchemaOptions(folders: ["a"]))
    #expect(named.errors.isEmpty)
  }

  @Test(
    "No reference reads a file outside the folders",
    arguments: [
      "../../etc/passwd", "/etc/passwd", "a/../../x.json", "file:///etc/passwd", "//host/x",
    ])
  func escapes(_ reference: String) {
    let source = SourceFile(
      path: "thing.json", text: "{\"properties\": {\"x\": {\"$ref\": \"\(reference)\"}}}")
    var asked: [String] = []
    let (_, diagnostics) = JSONSchemaFrontEnd.parse([source]) { path in
      asked.append(path)
      return nil
    }
    #expect(asked == ["thing.overlay.json"], "Only the overlay of the file itself.")
    #expect(diagnostics.map(\.code) == [.invalidReference])
  }

  @Test("Files that share a title are named after the file")
  func titles() {
    let run = SchemaRun([
      "m.one.json": #"{"title": "Same", "properties": {"a": true}}"#,
      "m.two.json": #"{"title": "Same", "properties": {"b": true}}"#,
      "m.three.json": #"{"title": "Three", "properties": {"c": true}}"#,
    ])
    #expect(run.report.isEmpty)
    #expect(run.module.types.map(\.name) == ["MOne", "MTwo", "Three"])
  }

  @Test("Inner types do not hide outer ones")
  func hiding() {
    let run = SchemaRun([
      "thing.json": """
      {"properties": {"outer": {"$ref": "info.json"}, "user": {"format": "mx-user-id", "type": "string"},
        "info": {"properties": {"x": true}}, "user_id": {"properties": {"y": true}, "title": "UserID"}}}
      """,
      "info.json": #"{"properties": {"z": true}}"#,
    ])
    #expect(run.errors.isEmpty)
    #expect(run.field("outer")?.type == .named("Info"))
    #expect(run.field("info")?.type == .named("Thing.InfoValue"))
    #expect(run.field("userID")?.type == .named("Thing.UserIDValue"))
  }

  @Test("The order of the files does not matter")
  func order() {
    let files = (0..<6).map { index in
      SourceFile(
        path: "f\(index).json",
        text: #"{"title": "T", "properties": {"a": {"$ref": "f\#((index + 1) % 6).json"}}}"#)
    }
    let expected = JSONSchemaFrontEnd.parse(files)
    let reversed = JSONSchemaFrontEnd.parse(files.reversed())
    #expect(reversed.types == expected.types)
    #expect(reversed.diagnostics == expected.diagnostics)
  }

  @Test("Each definition in a file becomes a type")
  func definitions() {
    let run = SchemaRun(
      """
      {"$defs": {"first": {"properties": {"a": true}}, "second": {"type": "string"}}}
      """)
    #expect(run.report.isEmpty)
    #expect(run.module.types.map(\.name) == ["First", "Second"])
    #expect(run.alias("Second") == .string)
    let openAPI = SchemaRun(
      #"{"openapi": "3.1.0", "components": {"schemas": {"Pet": {"properties": {"name": {"type": "string"}}}}}}"#
    )
    #expect(openAPI.errors.isEmpty)
    #expect(openAPI.field("name", of: "Pet")?.type == .string)
  }

  @Test("Beside additionalProperties a reference keeps its fields, and the rest is a map")
  func additional() {
    let run = SchemaRun(
      """
      {"properties": {
        "typed": {"$ref": "#/$defs/person", "additionalProperties": {"type": "integer"}},
        "open": {"$ref": "#/$defs/person", "additionalProperties": true},
        "union": {"$ref": "#/$defs/shape", "additionalProperties": {"type": "integer"}}},
      "$defs": {
        "person": {"properties": {"name": {"type": "string"}}},
        "shape": {"oneOf": [
          {"title": "Dot", "properties": {"kind": {"const": "dot"}}, "required": ["kind"]},
          {"title": "Line", "properties": {"kind": {"const": "line"}}, "required": ["kind"]}]}}}
      """)
    #expect(run.report.isEmpty)
    #expect(run.field("typed", of: "Thing")?.type == .named("Thing.Typed"))
    #expect(run.field("name", of: "Thing.Typed")?.type == .string)
    #expect(run.object("Thing.Typed")?.additional == .values(Self.int))
    #expect(run.field("open", of: "Thing")?.type == .named("Person"))
    #expect(run.union("Thing.Union")?.cases.count == 2)
    #expect(run.object("Thing.Union.Dot")?.additional == .values(Self.int))
  }
}
