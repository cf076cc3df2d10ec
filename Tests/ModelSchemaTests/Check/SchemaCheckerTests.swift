import ModelSchema
import Testing

@Suite("Check of a module")
struct SchemaCheckerTests {
  private let place = SourceLocation(file: "A.value", line: 3, column: 5)

  private func field(
    _ name: String, _ type: TypeReference = .string, key: [String]? = nil, legacy: [[String]] = [],
    isRequired: Bool = false, isNullable: Bool = false, initial: Field.Default? = nil,
    isIdentifier: Bool = false
  ) -> Field {
    Field(
      name: name, keyPath: key, legacyKeyPaths: legacy, type: type, isRequired: isRequired,
      isNullable: isNullable, defaultValue: initial, isIdentifier: isIdentifier, location: place)
  }

  private func object(
    _ name: String, _ fields: [Field], features: Set<Feature> = Feature.defaults
  ) -> TypeDeclaration {
    TypeDeclaration(
      name: name, kind: .object(ObjectType(fields: fields)), features: features, location: place)
  }

  private func enumeration(
    _ name: String, _ cases: [(String, EnumType.RawValue)], start: String? = nil
  ) -> TypeDeclaration {
    let cases = cases.map { EnumType.Case(name: $0.0, rawValue: $0.1, location: place) }
    return TypeDeclaration(
      name: name, kind: .enumeration(EnumType(cases: cases, defaultCase: start)), location: place)
  }

  private func union(
    _ name: String, _ discriminator: UnionType.Discriminator,
    _ cases: [(String, [String], UnionType.Case.Payload)], keepsUnknown: Bool = true
  ) -> TypeDeclaration {
    let cases = cases.map {
      UnionType.Case(name: $0.0, tags: $0.1, payload: $0.2, location: place)
    }
    return TypeDeclaration(
      name: name,
      kind: .union(
        UnionType(discriminator: discriminator, cases: cases, keepsUnknown: keepsUnknown)),
      location: place)
  }

  private func errors(_ types: [TypeDeclaration]) -> [DiagnosticCode] {
    SchemaChecker.check(types).1.filter { $0.severity == .error }.map(\.code)
  }

  private func checked(_ types: [TypeDeclaration]) -> [String: TypeDeclaration] {
    let (module, diagnostics) = SchemaChecker.check(types)
    #expect(diagnostics.filter { $0.severity == .error } == [])
    return Dictionary(uniqueKeysWithValues: module.types.map { ($0.name, $0) })
  }

  private func fields(_ type: TypeDeclaration?) -> [Field] { type?.allFields ?? [] }

  @Test("nested types with the same name are renamed so that none hides another")
  func sameNameAtManyLevels() {
    let name = "Level"
    var types = [object(name, [field("next", .named("Level.Level"))])]
    for depth in 1..<6 {
      let path = Array(repeating: name, count: depth + 1).joined(separator: ".")
      types.append(object(path, [field("next", depth < 5 ? .named(path + "." + name) : .string)]))
    }
    let names = checked(types).keys.map { $0.split(separator: ".") }
    #expect(names.count == 6)
    for parts in names { #expect(Set(parts).count == parts.count, "\(parts)") }
  }

  @Test("no field is named like a nested type or the identity")
  func fieldsBesideOthers() {
    let types = checked([
      object(
        "A",
        [
          field("Inner", .named("A.Inner")), field("id"),
          field("key", isRequired: true, isIdentifier: true),
        ]), object("A.Inner", []),
    ])
    #expect(fields(types["A"]).map(\.name) == ["InnerValue", "idValue", "key"])
    #expect(fields(types["A"]).map(\.keyPath) == [["Inner"], ["id"], ["key"]])
  }

  @Test("a key deeper than the limit for JSON is rejected")
  func deepKeys() {
    let path = Array(repeating: "a", count: 129)
    #expect(errors([object("A", [field("b", key: path)])]) == [.invalidCodingKey])
    #expect(errors([object("A", [field("b", key: Array(path.dropFirst()))])]) == [])
  }

  @Test("a type with a name that the generated code uses is renamed, with all its uses")
  func namesOfTheRuntime() {
    for name in ["URLTransformer", "JSONCodable", "FieldDraft", "ISO8601DateTransformer"] {
      let types = checked([object(name, []), object("User", [field("a", .named(name))])])
      #expect(types[name + "Value"] != nil)
      #expect(fields(types["User"]).first?.type == .named(name + "Value"))
    }
  }

  @Test("types are sorted by name, nested ones after the enclosing one")
  func order() {
    let names = ["B", "A.C", "AB", "A", "A.B.D", "A.B"]
    let (module, _) = SchemaChecker.check(names.map { object($0, []) })
    #expect(module.types.map(\.name) == ["A", "A.B", "A.B.D", "A.C", "AB", "B"])
  }

  @Test("a second type with the same name is rejected, and the first one stays")
  func duplicateType() {
    let (module, diagnostics) = SchemaChecker.check([
      object("A", [field("first")]), object("A", [field("second")]),
    ])
    #expect(diagnostics.map(\.code) == [.duplicateType])
    #expect(fields(module.types.first).map(\.name) == ["first"])
    #expect(module.types.count == 1)
  }

  @Test(
    "invalid identifiers are rejected",
    arguments: [
      "", "1a", "a b", "a\nb", "a;import Foo", "ä", "_", String(repeating: "a", count: 129),
    ]
  )
  func invalidNames(_ name: String) {
    #expect(errors([object(name, [])]).contains(.invalidName))
    #expect(errors([object("A", [field(name)])]) == [.invalidName])
    #expect(errors([enumeration("A", [(name, .integer(1))])]) == [.invalidName])
  }

  @Test("fields that collide with generated members are renamed, and their keys stay")
  func reservedFields() {
    let type = checked([
      object("A", [field("description"), field("descriptionValue"), field("hash"), field("type")])
    ])["A"]
    #expect(
      fields(type).map(\.name) == ["descriptionField", "descriptionValue", "hashField", "type"])
    #expect(
      fields(type).map(\.keyPath)
        == [["description"], ["descriptionValue"], ["hash"], ["type"]])
  }

  @Test("nested types that collide with generated ones are renamed, with all their uses")
  func reservedTypes() {
    let types = checked([
      object("A", [field("fields", .array(.named("A.Fields")))]),
      object("A.Fields", [field("inner", .named("A.Fields.Builder"))]),
      object("A.Fields.Builder", []), object("String", []), object("RemoteParts", []),
    ])
    #expect(
      types.keys.sorted() == [
        "A", "A.FieldsValue", "A.FieldsValue.BuilderValue", "RemotePartsValue", "StringValue",
      ])
    #expect(fields(types["A"]).map(\.type) == [.array(.named("A.FieldsValue"))])
    #expect(
      fields(types["A.FieldsValue"]).map(\.type) == [.named("A.FieldsValue.BuilderValue")])
  }

  @Test("a nested type is renamed if it would hide one that is used beside it")
  func hidingTypes() {
    let types = checked([
      object("A", [field("inner", .named("A.B")), field("outer", .named("B"))]),
      object("A.B", []), object("B", []),
      object("C", [field("inner", .named("C.B"))]), object("C.B", []), object("C.B.C", []),
    ])
    #expect(types.keys.sorted() == ["A", "A.BValue", "B", "C", "C.B", "C.B.CValue"])
    #expect(fields(types["A"]).map(\.type) == [.named("A.BValue"), .named("B")])
  }

  @Test("cases that collide with generated members are renamed, with the defaults that name them")
  func reservedCases() {
    let types = checked([
      enumeration("E", [("match", .integer(1)), ("other", .integer(2))], start: "match"),
      object("A", [field("e", .named("E"), initial: .enumCase("match"))]),
    ])
    guard case .enumeration(let type)? = types["E"]?.kind else {
      Issue.record("no enumeration")
      return
    }
    #expect(type.cases.map(\.name) == ["matchValue", "other"])
    #expect(type.defaultCase == "matchValue")
    #expect(fields(types["A"]).map(\.defaultValue) == [.enumCase("matchValue")])
  }

  @Test("an undeclared name is rejected, with a suggestion")
  func unknownType() {
    let (_, diagnostics) = SchemaChecker.check([
      object("Person", [field("friend", .array(.named("Persom")))])
    ])
    #expect(diagnostics.map(\.code) == [.unknownType])
    #expect(diagnostics.first?.mend == "Did you mean 'Person'?")
    #expect(diagnostics.first?.location == place)
  }

  @Test("a reference leads to a type with an identity that the store can keep")
  func references() {
    let id = field("id", isRequired: true, isIdentifier: true)
    let reference = field("other", .optional(.array(.reference(.named("B")))))
    #expect(errors([object("A", [reference]), object("B", [id])]) == [])
    #expect(errors([object("A", [reference]), object("B", [])]) == [.unsupportedType])
    let without = Feature.defaults.subtracting([.merging])
    #expect(
      errors([object("A", [reference]), object("B", [id], features: without)])
        == [.unsupportedType])
    #expect(errors([object("A", [reference])]) == [.unknownType])
    #expect(errors([object("A", [id, field("self", .reference(.named("A")))])]) == [])
  }

  @Test("an undeclared class is taken to be written by hand, unless its name is nearly right")
  func undeclaredClasses() {
    var person = object(
      "Person",
      [field("pet", .array(.named("Horse"))), field("friend", .named("Persom"))])
    person.classes = ["Horse", "Persom"]
    let (module, diagnostics) = SchemaChecker.check([person])
    #expect(diagnostics.map(\.severity) == [.warning, .error])
    #expect(diagnostics.last?.mend == "Did you mean 'Person'?")
    #expect(
      diagnostics.first?.message
        == "'Horse' in 'Person' is not declared; your Swift code needs a type of this name that is"
        + " Hashable & Sendable & JSONCodable")
    #expect(fields(module.types.first).first?.type == .array(.external(name: "Horse", module: nil)))
  }

  @Test("a class that a schema declares is that type")
  func declaredClasses() {
    var person = object("Person", [field("pet", .named("Horse"))])
    person.classes = ["Horse"]
    #expect(
      fields(checked([person, object("Horse", [])])["Person"]).map(\.type) == [.named("Horse")])
  }

  @Test("an external type that another schema of the run declares resolves to it")
  func externals() {
    let external = TypeReference.external(name: "B", module: nil)
    let foreign = TypeReference.external(name: "B", module: "Other")
    let types = checked([
      object("A", [field("b", .array(external)), field("c", foreign)]), object("B", []),
    ])
    #expect(fields(types["A"]).map(\.type) == [.array(.named("B")), foreign])
  }

  @Test("aliases of themselves are rejected")
  func aliasCycle() {
    let aliases = [("A", "B"), ("B", "C"), ("C", "A")].map {
      TypeDeclaration(name: $0.0, kind: .alias(.named($0.1)), location: place)
    }
    #expect(Set(errors(aliases)) == [.referenceCycle, .endlessType])
  }

  @Test("two fields with the same key path are rejected")
  func keys() {
    let code: [DiagnosticCode] = [.invalidCodingKey]
    #expect(errors([object("A", [field("a", key: ["k"]), field("b", key: ["k"])])]) == code)
    #expect(errors([object("A", [field("a", key: ["k"]), field("b", key: ["k", "l"])])]) == code)
    #expect(errors([object("A", [field("a", key: ["k", "l"]), field("b", key: ["k"])])]) == code)
    #expect(errors([object("A", [field("a"), field("b", legacy: [["a"]])])]) == code)
    #expect(errors([object("A", [field("a", key: [])])]) == code)
    #expect(
      errors([object("A", [field("a", key: ["k", "l"]), field("b", key: ["k", "m"])])]) == [])
  }

  @Test("a type may have as many fields as Swift compiles, and not one more")
  func fieldCount() {
    let fields = (0...1023).map { field("f\($0)") }
    #expect(errors([object("A", Array(fields.prefix(1023)))]) == [])
    #expect(errors([object("A", fields)]) == [.tooManyFields])
    #expect(
      errors([object("A", [field("a", isIdentifier: true), field("b", isIdentifier: true)])])
        == [.invalidAnnotation])
  }

  @Test("collections nest only as deeply as Swift compiles in time")
  func nesting() {
    func lists(_ count: Int, of element: TypeReference = .string) -> TypeReference {
      (0..<count).reduce(element) { inner, _ in .array(inner) }
    }
    func alias(_ name: String, _ target: TypeReference) -> TypeDeclaration {
      TypeDeclaration(name: name, kind: .alias(target), location: place)
    }
    let code: [DiagnosticCode] = [.nestingTooDeep]
    #expect(errors([object("A", [field("a", lists(16))])]) == [])
    #expect(errors([object("A", [field("a", lists(17))])]) == code)
    #expect(errors([object("A", [field("a", lists(16, of: .optional(.string)))])]) == code)
    let inner = alias("B", lists(9))
    #expect(errors([object("A", [field("a", lists(7, of: .named("B")))]), inner]) == [])
    #expect(errors([object("A", [field("a", lists(8, of: .named("B")))]), inner]) == code)
  }

  @Test("defaults are values of their field's type")
  func defaults() {
    func check(_ type: TypeReference, _ value: Field.Default) -> Bool {
      errors([object("A", [field("a", type, initial: value)])]) == []
    }
    #expect(check(.boolean, .boolean(true)))
    #expect(!check(.boolean, .integer(1)))
    #expect(check(.integer(bits: 8, isSigned: true), .integer(-128)))
    #expect(!check(.integer(bits: 8, isSigned: true), .integer(128)))
    #expect(!check(.integer(bits: nil, isSigned: false), .integer(-1)))
    #expect(check(.floatingPoint(bits: 64), .integer(1)))
    #expect(!check(.integer(bits: nil, isSigned: true), .number(1.5)))
    #expect(check(.array(.string), .emptyCollection))
    #expect(check(.external(name: "Lines", module: nil), .emptyCollection))
    #expect(!check(.string, .emptyCollection))
    #expect(!check(.string, .enumCase("a")))
  }

  @Test("indistinguishable cases are rejected")
  func ambiguousCases() {
    let text = UnionType.Case.Payload.value(.string)
    let object = object("O", [])
    let path = UnionType.Discriminator.string(path: ["type"])
    #expect(
      errors([union("U", path, [("a", ["x"], .none), ("b", ["x"], .none)])]) == [.ambiguousUnion])
    #expect(errors([union("U", path, [("a", [], .none)])]) == [.ambiguousUnion])
    #expect(
      errors([union("U", path, [("a", ["x"], .none), ("a", ["y"], .none)])]) == [.duplicateCase])
    #expect(errors([union("U", path, [])]) == [.unsupportedType])
    #expect(
      errors([union("U", .kind, [("a", [], text), ("b", [], .value(.url))])]) == [.ambiguousUnion])
    #expect(errors([union("U", .kind, [("a", [], .value(.json))])]) == [.ambiguousUnion])
    let whole = UnionType.Case.Payload.value(.integer(bits: nil, isSigned: true))
    let number = UnionType.Case.Payload.value(.floatingPoint(bits: 64))
    #expect(
      errors([
        union(
          "U", .kind,
          [("a", [], text), ("b", [], .value(.named("O"))), ("c", [], whole), ("d", [], number)]),
        object,
      ]) == [])
  }

  @Test("enumerations have cases of one kind, each with its own value")
  func enumerations() {
    #expect(
      errors([enumeration("E", [("a", .string("x")), ("b", .string("x"))])]) == [.duplicateCase])
    #expect(
      errors([enumeration("E", [("a", .string("x")), ("b", .integer(1))])]) == [.unsupportedType])
    #expect(errors([enumeration("E", [("a", .string("x"))], start: "b")]) == [.invalidDefault])
    #expect(errors([enumeration("E", [])]) == [.unsupportedType])
  }

  @Test("types that contain themselves are marked, and infinite ones are rejected")
  func recursion() {
    let optional = checked([object("A", [field("a", .named("A"))])])
    guard case .object(let a)? = optional["A"]?.kind else {
      Issue.record("no object")
      return
    }
    #expect(a.storage == .copyOnWrite)

    let list = checked([object("A", [field("a", .array(.named("A")), isRequired: true)])])
    guard case .object(let b)? = list["A"]?.kind else {
      Issue.record("no object")
      return
    }
    #expect(b.storage == .automatic)

    let required = [
      object("A", [field("b", .named("B"), isRequired: true)]),
      object("B", [field("a", .named("A"), isRequired: true)]),
    ]
    #expect(errors(required) == [.endlessType, .endlessType])

    let tree = checked([
      union("U", .singleKey, [("leaf", ["leaf"], .none), ("node", ["node"], .value(.named("U")))])
    ])
    guard case .union(let u)? = tree["U"]?.kind else {
      Issue.record("no union")
      return
    }
    #expect(u.isRecursive)
  }

  @Test("features are rejected without their prerequisites, and dropped where they are meaningless")
  func features() {
    let hooked: Set<Feature> = Feature.defaults.union([.hooks])
    #expect(errors([object("A", [field("a")], features: hooked)]) == [.conflictingFeatures])
    let id = field("id", isRequired: true, isIdentifier: true)
    #expect(errors([object("A", [id], features: hooked)]) == [])
    #expect(
      errors([object("A", [id], features: hooked.subtracting([.equality]))])
        == [.conflictingFeatures])
    let codable = Feature.defaults.subtracting([.coding]).union([.codable])
    #expect(errors([object("A", [id], features: codable)]) == [.conflictingFeatures])
    let plain = checked([object("A", [], features: Feature.defaults.subtracting([.coding]))])["A"]
    #expect(plain?.features.isDisjoint(with: [.unknownKeys, .coding, .matching]) == true)
  }

  @Test("a field that should merge deeply contains a model, or a warning says so")
  func merging() {
    func warnings(_ type: TypeReference, _ features: Set<Feature> = Feature.defaults) -> [String] {
      var merged = field("b", type)
      merged.mergesDeeply = true
      let part = object("B", [field("x")], features: features)
      return SchemaChecker.check([object("A", [merged]), part]).1.map(\.message)
    }
    #expect(warnings(.named("B")) == [])
    #expect(warnings(.array(.named("B"))) == ["'b' of 'A' is no model: a newer value replaces it"])
    #expect(warnings(.string).count == 1)
    #expect(warnings(.named("B"), Feature.defaults.subtracting([.merging])).count == 1)
  }

  @Test("a part has the features of the whole")
  func parts() {
    let without = Feature.defaults.subtracting([.coding])
    #expect(
      errors([
        object("A", [field("b", .optional(.array(.named("B"))))]),
        object("B", [], features: without),
      ]) == [.conflictingFeatures])
  }
}
