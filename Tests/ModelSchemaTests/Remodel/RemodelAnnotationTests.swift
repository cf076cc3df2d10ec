import ModelSchema
import Testing

@Suite("Remodel annotations")
struct RemodelAnnotationTests {
  @Test("Keys are a single key verbatim, or a path of keys")
  func keys() throws {
    #expect(try Remodel.field("%codingKey name=\"a.b\"\nInt x").keyPath == ["a.b"])
    #expect(try Remodel.field("%key name=\"a.b\"\nInt x").keyPath == ["a", "b"])
    #expect(
      try Remodel.field("%key name=\"content.m\\.relates_to.a\\\\b\"\nInt x").keyPath
        == ["content", "m.relates_to", "a\\b"])
    #expect(try Remodel.field("Int x").keyPath == ["x"])
  }

  @Test("Legacy keys collect in the order of the file")
  func legacyKeys() throws {
    let field = try Remodel.field(
      """
      %codingLegacyKey name=old
      %codingKey name=new
      %codingLegacyKey name="very.old"
      %legacyKey name="info.old"
      Int x
      """)
    #expect(field.keyPath == ["new"])
    #expect(field.legacyKeyPaths == [["old"], ["very.old"], ["info", "old"]])
  }

  @Test("The identity of a type is never null")
  func identity() throws {
    let field = try Remodel.field("%id\nNSString *identifier")
    #expect(field.isIdentifier && field.isRequired && !field.isNullable)
    #expect(try !Remodel.field("String a").isIdentifier)
  }

  @Test("Annotations set how a field is read and stored")
  func reading() throws {
    #expect(try Remodel.field("%index\nDate a").isIndexed)
    #expect(try Remodel.field("%lenient\n[Int] a").policy == .lenient)
    #expect(try Remodel.field("%lenient\nInt? a").policy == .lenient)
    #expect(try Remodel.field("Int a").policy == .strict)
    #expect(try Remodel.field("%lazy\nString a").type == .lazyString)
    #expect(try !Remodel.field("%lazy\nString a").isLazy)
    #expect(try Remodel.field("%lazy\n[User] a").isLazy)
    #expect(
      try Remodel.field("%transformer name=Seconds\nDate a").type == .date(transformer: "Seconds"))
    #expect(try Remodel.field("%transformer name=Seconds\nDate a").transformer == nil)
    #expect(try Remodel.field("%transformer name=My.Colours\nColour a").transformer == "My.Colours")
    #expect(try Remodel.field("%merge value=deep\nUser? a").mergesDeeply)
    #expect(try !Remodel.field("User? a").mergesDeeply)
    #expect(try Remodel.field("%copy\nNSString *a").annotations.map(\.name) == ["copy"])
  }

  @Test("A field merges deeply or as a whole, nothing else")
  func wrongMerge() {
    let file = SourceFile(path: "A.value", text: "A {\n  %merge value=all\n  B? b\n}\n")
    let diagnostics = RemodelFrontEnd.parse(file).diagnostics
    #expect(diagnostics.map(\.code) == [.invalidAnnotation])
    #expect(diagnostics.first?.location.line == 2)
    let schema = SchemaRun.property(#"{"type": "object", "x-merge": "all"}"#)
    #expect(schema.errors.map(\.code) == [.invalidAnnotation])
  }

  @Test(
    "A default is a value of the field's type",
    arguments: [
      ("%default value=true\nBool a", Field.Default.boolean(true)),
      ("%default value=NO\nBOOL a", .boolean(false)),
      ("%default value=-128\nInt8 a", .integer(-128)),
      ("%default value=255\nUInt8 a", .integer(255)),
      ("%default value=4294967295\nuint32_t a", .integer(4_294_967_295)),
      ("%default value=-9223372036854775808\nInt a", .integer(Int128(Int64.min))),
      ("%default value=18446744073709551615\nUInt64 a", .integer(Int128(UInt64.max))),
      ("%default value=1e3\nDouble a", .number(1000)),
      ("%default value=\"\"\nString a", .string("")),
      ("%default value=\"two words\"\nNSString *a", .string("two words")),
      ("%default value=mxc://a/b\nURL a", .string("mxc://a/b")),
      ("%default value=[]\n[Int] a", .emptyCollection),
      ("%default value=\"[:]\"\n[String: Int] a", .emptyCollection),
      ("%default value=.join\nMembership a", .enumCase("join")),
      ("%default value=join\nMembership a", .enumCase("join")),
    ])
  func defaults(_ text: String, _ value: Field.Default) throws {
    let field = try Remodel.field(text)
    #expect(field.defaultValue == value)
    #expect(!field.isRequired)
  }

  @Test(
    "An annotation of the type sets the memory layout",
    arguments: [
      ("inline", ObjectType.Storage.inline), ("copyOnWrite", .copyOnWrite),
      ("automatic", .automatic),
    ])
  func storage(_ name: String, _ storage: ObjectType.Storage) throws {
    let declaration = try Remodel.declaration("%storage value=\(name)\nUser { Int a }")
    guard case .object(let object) = declaration.kind else {
      Issue.record("the type has fields")
      return
    }
    #expect(object.storage == storage)
  }

  @Test("Unknown annotations are kept in place")
  func unknown() throws {
    let declaration = try Remodel.declaration(
      "%table name=users\n%table name=people\nUser {\n  %column type=TEXT unique=1\n  Int a\n}")
    #expect(declaration.annotations.map(\.name) == ["table", "table"])
    #expect(declaration.annotations.map(\.values.first?.value) == ["users", "people"])
    guard case .object(let object) = declaration.kind else {
      Issue.record("the type has fields")
      return
    }
    #expect(
      object.fields.first?.annotations.first?.values
        == [.init(key: "type", value: "TEXT"), .init(key: "unique", value: "1")])
  }
}
