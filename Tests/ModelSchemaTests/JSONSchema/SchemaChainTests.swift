import ModelSchema
import Testing

/// Chains of references take time in proportion to their length.
///
/// With quadratic steps, 4,000 references took 100 seconds in a debug build, and these would take 400.
@Suite("Chains of references", .timeLimit(.minutes(1)))
struct SchemaChainTests {
  private static let count = 8000

  /// Definitions of which each refers to the next.
  private func run(_ definition: (String) -> String) -> SchemaRun {
    var parts = (0..<Self.count).map { index in
      "\"t\(index)\": " + definition("{\"$ref\": \"#/$defs/t\(index + 1)\"}")
    }
    parts.append(
      "\"t\(Self.count)\": {\"type\": \"object\", \"properties\": {\"end\": {\"type\": \"string\"}}}"
    )
    return SchemaRun("{\"$defs\": {\(parts.joined(separator: ", "))}}")
  }

  @Test("Schemas that are nothing but references all stand for the last type")
  func aliases() {
    let run = run { $0 }
    #expect(run.report.isEmpty)
    let last = TypeReference.named("T\(Self.count)")
    let aliases = run.types.filter { $0.kind == .alias(last) }
    #expect(aliases.count == Self.count)
    #expect(run.field("end", of: "T\(Self.count)")?.type == .string)
  }

  @Test("Objects that contain each other are types, and end")
  func objects() {
    let run = run {
      "{\"type\": \"object\", \"required\": [\"next\"], \"properties\": {\"next\": \($0)}}"
    }
    #expect(run.report.isEmpty)
    #expect(run.types.count == Self.count + 1)
    #expect(run.field("next", of: "T0")?.type == .named("T1"))
    #expect(run.object("T0")?.storage == .automatic)
  }

  @Test("A cycle of references is an error wherever it begins, and has no type behind it")
  func cycles() {
    let pure = SchemaRun(
      """
      {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/c"}, "c": {"$ref": "#/$defs/b"}}}
      """)
    #expect(Set(pure.errors.map(\.code)) == [.referenceCycle])
    let layered = SchemaRun(
      """
      {"$defs": {"a": {"$ref": "#/$defs/b", "properties": {"x": {"type": "string"}}},
        "b": {"$ref": "#/$defs/a"}}}
      """)
    #expect(Set(layered.errors.map(\.code)) == [.referenceCycle])
  }

  @Test("A reference through names keeps the title and the null of the place of use")
  func names() {
    let run = SchemaRun(
      """
      {"title": "Thing", "properties": {
          "a": {"$ref": "#/$defs/one", "description": "First."}, "b": {"$ref": "#/$defs/two"}},
        "$defs": {"one": {"title": "One", "$ref": "#/$defs/two"}, "two": {"$ref": "#/$defs/three"},
          "three": {"type": ["integer", "null"], "format": "int8"}}}
      """)
    #expect(run.report.isEmpty)
    #expect(run.field("a")?.type == .integer(bits: 8, isSigned: true))
    #expect(run.field("a")?.isNullable == true)
    #expect(run.field("a")?.documentation == "First.")
    #expect(run.field("b")?.isNullable == true)
  }
}
