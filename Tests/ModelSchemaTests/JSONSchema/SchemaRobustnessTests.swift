import ModelSchema
import Testing

@Suite("Schema robustness")
struct SchemaRobustnessTests {
  private static let seeds: [String] =
    SchemaGolden.all.map(\.text) + [
      """
      {"$id": "https://a.b/c.json", "allOf": [{"$ref": "other.json"}], "properties": {
        "list": {"type": "array", "items": {"$ref": "#/$defs/x"}},
        "tree": {"$ref": "#"}, "one": {"oneOf": [{"$ref": "#/$defs/x"}, {"$ref": "#/$defs/y"}, {"type": "null"}]},
        "map": {"additionalProperties": {"type": ["string", "array", "null"]}}},
       "$defs": {"x": {"properties": {"k": {"const": "x"}}}, "y": {"properties": {"k": {"const": "y"}}}}}
      """
    ]

  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "null", "true", "0", "{}", "[]", "\"$ref\": \"#\",",
    "\"$ref\": \"other.json\",", "\"type\": \"array\",", "\"type\": [\"object\", \"string\"],",
    "\"oneOf\": [{}, {\"type\": \"string\"}],", "\"allOf\": [{\"$ref\": \"#\"}],", "\"const\": 1,",
    "\"properties\": {\"a\": {\"$ref\": \"#\"}},", "\"items\": {\"$ref\": \"#\"},",
    "\"additionalProperties\": {\"$ref\": \"#\"},",
    "\"anyOf\": [{\"$ref\": \"#\"}, {\"$ref\": \"#/$defs/x\"}],",
    "\"patternProperties\": {\"(\": {}},", "\"enum\": [1, \"a\", null],", "\"default\": {},",
    "\u{0}",
    "\"x-swift-type\": \"A.B\",", "\"extends\": {\"$ref\": \"#\"},", "\"id\": \"thing.json\",", "é",
  ].map { Array($0.utf8) }

  private func mutated(_ text: String, _ random: inout SeededRandom) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      case 1, 2:
        // After a brace, most pieces still form a schema.
        let brace = bytes[place...].firstIndex(of: UInt8(ascii: "{")).map { $0 + 1 } ?? place
        bytes.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? [], at: brace)
      case 3:
        let end = min(bytes.count, place + Int.random(in: 0...9, using: &random))
        bytes.removeSubrange(place..<end)
      case 4: bytes.insert(contentsOf: bytes.prefix(place).suffix(30), at: place)
      default: if place > 0 { bytes[place - 1] = UInt8.random(in: 0x20...0x7E, using: &random) }
      }
    }
    return bytes
  }

  private func check(_ bytes: [UInt8]) {
    let file = SourceFile(path: "thing.json", bytes: bytes)
    let other = SourceFile(
      path: "other.json", text: #"{"properties": {"o": {"$ref": "thing.json"}}}"#)
    let (types, diagnostics) = JSONSchemaFrontEnd.parse([file]) { $0 == other.path ? other : nil }
    for diagnostic in diagnostics {
      let source = diagnostic.location.file == file.path ? file : other
      let width = source.line(diagnostic.location.line).count + 2
      #expect((1...width).contains(diagnostic.location.column))
      let text = diagnostic.message + (diagnostic.mend ?? "")
      #expect(
        text.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) || $0 == "…" },
        "\(text.debugDescription)")
    }
    let (module, findings) = SchemaChecker.check(types)
    // The module check rejects schemas for reasons that only it knows; errors that no schema can
    // cause are bugs here.
    let impossible: [DiagnosticCode] = [
      .unknownType, .duplicateType, .duplicateField, .invalidName,
    ]
    for finding in findings where finding.severity == .error && diagnostics.isEmpty {
      #expect(
        !impossible.contains(finding.code),
        "\(finding) of \(String(decoding: bytes, as: UTF8.self))")
    }
    guard let document = LocatedJSON.parse(file).value else { return }
    for type in module.types.prefix(3) {
      _ = SchemaValidator(module).validate(document, as: type.name)
    }
  }

  @Test("names that repeat thousands of times are found quickly", .timeLimit(.minutes(1)))
  func repeatedNames() {
    let values = (0..<30_000).map { number in
      let signs = String(number, radix: 2).map { $0 == "0" ? "-" : "." }.joined()
      return "\"a\(signs)b\""
    }
    let text = "{\"title\": \"Sign\", \"enum\": [\(values.joined(separator: ","))]}"
    let file = SourceFile(path: "sign.json", text: text)
    let (types, diagnostics) = JSONSchemaFrontEnd.parse([file]) { _ in nil }
    #expect(diagnostics.filter { $0.severity == .error } == [])
    guard case .enumeration(let sign) = types.first?.kind else {
      Issue.record("no enum")
      return
    }
    #expect(sign.cases.prefix(3).map(\.name) == ["aB", "aB2", "aB3"])
    #expect(Set(sign.cases.map(\.name)).count == values.count)
  }

  @Test("Endlessly multiplying references are stopped", .timeLimit(.minutes(1)))
  func multiplied() {
    var forms: [String] = []
    for index in 0..<12 {
      let one = "{\"$ref\": \"#/$defs/d\(index + 1)\"}"
      let all = Array(repeating: one, count: 10).joined(separator: ", ")
      forms.append("\"d\(index)\": {\"oneOf\": [\(all)]}")
    }
    forms.append("\"d12\": {\"type\": \"object\", \"properties\": {\"z\": true}}")
    let run = SchemaRun(
      "{\"properties\": {\"r\": {\"$ref\": \"#/$defs/d0\"}}, \"$defs\": {\(forms.joined(separator: ", "))}}"
    )
    #expect(run.diagnostics.filter { $0.code == .nestingTooDeep }.count == 1)
  }

  @Test("Every randomly changed schema is compiled or rejected", arguments: 0..<8)
  func mutations(_ seed: Int) {
    var random = SeededRandom(state: UInt64(seed))
    for text in Self.seeds {
      for _ in 0..<10 { check(mutated(text, &random)) }
    }
  }

  @Test("Any bytes are rejected or read")
  func noise() {
    var random = SeededRandom(state: 99)
    for count in 0..<300 {
      check((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
  }

  @Test("A schema cut off anywhere is rejected")
  func truncation() throws {
    let bytes = Array(try #require(Self.seeds.last).utf8)
    for count in 0..<bytes.count { check(Array(bytes.prefix(count))) }
  }

  @Test("Layers that multiply come to an end")
  func explosion() {
    let doubled = (0..<30).map { index in
      "\"d\(index)\": {\"allOf\": [{\"$ref\": \"#/$defs/d\(index + 1)\"}, {\"$ref\": \"#/$defs/d\(index + 1)\"}],"
        + " \"properties\": {\"p\(index)\": {\"$ref\": \"#/$defs/d\(index + 1)\"}}}"
    }
    check(
      Array(
        "{\"$defs\": {\(doubled.joined(separator: ", ")), \"d30\": {\"properties\": {\"z\": true}}}}"
          .utf8))
    let crossed = """
      {"properties": {"a": {"allOf": [{"$ref": "#"}, {"properties": {"b": {"allOf": [{"$ref": "#"}]}}}]},
        "b": {"allOf": [{"$ref": "#"}, {"properties": {"a": {"allOf": [{"$ref": "#/properties/b"}]}}}]}}}
      """
    check(Array(crossed.utf8))
    let nested =
      String(repeating: "{\"items\": ", count: 120) + "{}" + String(repeating: "}", count: 120)
    check(Array(nested.utf8))
    let forms =
      String(repeating: "{\"oneOf\": [{\"type\": \"string\"}, ", count: 60)
      + "{\"type\": \"array\"}"
      + String(repeating: "]}", count: 60)
    check(Array(forms.utf8))
  }

  @Test("Five thousand properties take linear time")
  func width() {
    let properties = (0..<5000).map { "\"p\($0)\": {\"type\": \"string\"}" }.joined(separator: ", ")
    let layers =
      "{\"allOf\": [{\"properties\": {\(properties)}}, {\"properties\": {\(properties)}}]}"
    let run = SchemaRun(layers)
    #expect(run.object("Thing")?.fields.count == 5000)
  }
}
