import ModelSchema
import Testing

@Suite("Members of a model that stand elsewhere in the document")
struct RemoteMemberTests {
  /// Checks `Post.value`, whose last field is `author`, together with the model `Author`.
  private static func check(
    _ annotations: String, field: String = "Author author", head: String = ""
  )
    -> (field: Field?, errors: [Diagnostic])
  {
    let texts = [
      "Post \(head){\n  Int id\n\(annotations)\n  \(field)\n}\n",
      "Author {\n  String name\n  %key name=\"info.age\"\n  Int? age\n  Address? address\n"
        + "  %remote key=home to=street\n  Address? house\n}\n",
      "Address {\n  String? street\n  String? full_name\n}\n",
    ]
    let results = zip(["Post", "Author", "Address"], texts).map {
      RemodelFrontEnd.parse(SourceFile(path: "\($0).value", text: $1))
    }
    let (module, findings) = SchemaChecker.check(results.flatMap(\.types))
    var found: Field?
    if case .object(let object)? = module.types.first(where: { $0.name == "Post" })?.kind {
      found = object.fields.first { $0.name == "author" }
    }
    let all = results.flatMap(\.diagnostics) + findings
    return (found, all.filter { $0.severity == .error })
  }

  @Test("Each member has its places in both documents")
  func places() {
    let (field, errors) = Self.check(
      """
        %remote key=author_name to=name
        %remote key="meta.author_age" to=age
        %remote key="meta.a\\.b" to=address.street
        %remote key=author_home to=house.street
      """)
    #expect(errors == [])
    let members = field?.remoteMembers ?? []
    #expect(
      members.map(\.keyPath)
        == [["author_name"], ["meta", "author_age"], ["meta", "a.b"], ["author_home"]])
    #expect(
      members.map(\.targetKeyPath)
        == [["name"], ["info", "age"], ["address", "street"], ["home"]])
    #expect(members.map(\.location.line) == [3, 4, 5, 6])
  }

  @Test(
    "What leads nowhere is an error with a mend",
    arguments: [
      ("nme", "'Author' has no field 'nme'", "Did you mean 'name'?"),
      ("x", "'Author' has no field 'x'", "Its fields are 'name', 'age', 'address', 'house'."),
      ("address.full_name", "'Address' has no field 'full_name'", "Did you mean 'fullName'?"),
      (
        "name.first", "'name' of 'Author' holds no model, so there is no 'first' in it",
        "End the path with 'name'."
      ),
    ])
  func unknown(target: String, message: String, mend: String) {
    let errors = Self.check("  %remote key=other to=\"\(target)\"").errors
    #expect(errors.map(\.message) == [message])
    #expect(errors.map(\.mend) == [mend])
    #expect(errors.map(\.code) == [.invalidAnnotation])
    #expect(errors.first?.location == SourceLocation(file: "Post.value", line: 3, column: 3))
  }

  @Test(
    "Two members cannot share a place, whether in the document or in the model",
    arguments: [
      (
        "%remote key=a to=name\n%remote key=b to=name",
        "'author.name' has two places in the document"
      ),
      (
        "%remote key=a to=address\n%remote key=b to=address.street",
        "'author.address.street' has two places in the document"
      ),
      ("%remote key=id to=age", "the key 'id' belongs to 'id' and to 'author.age'"),
      (
        "%remote key=\"author.x\" to=age",
        "the key 'author.x' of 'author.age' is inside the value of 'author'"
      ),
    ])
  func shared(annotations: String, message: String) {
    let errors = Self.check(annotations).errors
    #expect(errors.map(\.message) == [message])
    #expect(errors.allSatisfy { $0.mend != nil && $0.location.file == "Post.value" })
  }

  @Test(
    "Only a field with a model that is read from documents can have such members",
    arguments: ["String author", "[Author] author", "%lazy\n  Author author"])
  func unsuitable(field: String) {
    let errors = Self.check("  %remote key=a to=name", field: field).errors
    #expect(errors.map(\.code) == [.invalidAnnotation])
    #expect(errors.first?.message.hasPrefix("'author' of 'Post' holds no model") == true)
    #expect(errors.first?.location.line == 3)
  }

  @Test("A type that is not read from documents has no use for them")
  func withoutCoding() {
    let errors = Self.check("  %remote key=a to=name", head: "excludes(coding) ").errors
    #expect(
      errors.map(\.message) == ["'Post' is not read from documents: it has no 'coding'"])
  }

  @Test(
    "The annotation needs a key path and a target",
    arguments: [
      "%remote to=name", "%remote key=a", "%remote key=\"a..b\" to=name", "%remote key=a to=\".\"",
    ])
  func incomplete(annotation: String) {
    #expect(Self.check("  " + annotation).errors.first?.location.line == 3)
  }

  @Test("In JSON Schema an object maps the key paths to the members")
  func schema() {
    let run = SchemaRun(
      """
      {"type": "object", "properties": {
        "author": {"$ref": "#/$defs/Author",
          "x-remote": {"author_name": "fullName", "meta.author_age": "age"}}},
       "$defs": {"Author": {"type": "object", "properties": {
         "full_name": {"type": "string"}, "age": {"type": "integer"}}}}}
      """)
    #expect(run.report == "")
    let members = run.field("author")?.remoteMembers ?? []
    #expect(members.map(\.keyPath) == [["author_name"], ["meta", "author_age"]])
    #expect(members.map(\.targetKeyPath) == [["full_name"], ["age"]])
  }

  @Test(
    "Anything else under the keyword is an error",
    arguments: ["true", "{}", #"{"a": 1}"#, #"{"a..b": "c"}"#, #"{"a": ""}"#])
  func wrongKeyword(value: String) {
    let run = SchemaRun.property(#"{"type": "object", "x-remote": \#(value)}"#)
    #expect(run.errors.first?.code == .invalidAnnotation)
    #expect(run.errors.first?.mend?.contains(#"{"a.b": "name"}"#) == true)
  }

  @Test("An unknown member is reported at its property")
  func unknownProperty() {
    let run = SchemaRun(
      """
      {"type": "object", "properties": {
        "author": {"type": "object", "properties": {"age": {"type": "integer"}},
          "x-remote": {"author_name": "nam"}}}}
      """)
    #expect(run.errors.map(\.location.line) == [2])
    #expect(run.errors.first?.message.hasSuffix("has no field 'nam'") == true)
  }
}
