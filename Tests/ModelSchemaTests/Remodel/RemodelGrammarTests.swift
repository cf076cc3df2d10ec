import ModelSchema
import Testing

@Suite("Remodel grammar")
struct RemodelGrammarTests {
  @Test("A whole type is read with its head, its comments, its annotations and its fields")
  func whole() throws {
    let declaration = try Remodel.declaration(
      """
      # Somebody who writes.
      %library name=Chat
      %type name=Avatar library=Pictures
      # As the server knows them.
      User includes(RMBuilder, undo) excludes(RMDescription) {
        # The name
        # that others see.
        %codingKey name=displayname
        NSString *displayName;

        %nonnull
        Avatar *avatar
      }

      """)
    #expect(declaration.name == "User")
    #expect(declaration.documentation == "Somebody who writes.\nAs the server knows them.")
    #expect(
      declaration.features == Feature.defaults.union([.undo]).subtracting([.description]))
    #expect(declaration.imports == ["Pictures"])
    #expect(declaration.annotations.map(\.name) == ["library", "type"])
    #expect(
      declaration.location == SourceLocation(file: "User.value", line: 5, column: 1))
    guard case .object(let object) = declaration.kind else {
      Issue.record("the type has fields")
      return
    }
    #expect(object.fields.map(\.name) == ["displayName", "avatar"])
    #expect(object.fields[0].documentation == "The name\nthat others see.")
    #expect(object.fields[0].keyPath == ["displayname"])
    #expect(object.fields[0].location.line == 9)
    #expect(object.fields[0].location.column == 13)
    #expect(object.fields[1].type == .external(name: "Avatar", module: "Pictures"))
    #expect(object.fields[1].isRequired)
  }

  @Test(
    "Separators, blanks and lines are free",
    arguments: [
      "User { NSInteger\na NSInteger b }",
      "User{Int a;Int b;}", "User { Int a Int b }", "User {\nInt a\nInt b\n}\n",
      "User {\r\n\tInt a;\r\n\tInt\r\n\tb\r\n}\r\n", "User {\n\n  Int a, Int b,\n\n}",
      "\u{FEFF}User {\n Int a # first\n Int b }", "User{Int a #;}\n;Int b}",
      "# x\nUser\n{ Int   a\n  # b\n  # c\n Int b\n # nothing behind\n}",
    ])
  func layout(_ text: String) throws {
    guard text != "User{Int a #;}\n;Int b}" else {
      // A semicolon on its own line ends nothing.
      let result = RemodelFrontEnd.parse(SourceFile(path: "User.value", text: text))
      #expect(result.diagnostics.map(\.location.line) == [2])
      return
    }
    #expect(try Remodel.fields(text).map(\.name) == ["a", "b"])
    #expect(
      try Remodel.fields(text).map(\.type) == [.integer(bits: nil, isSigned: true)].repeated(2))
  }

  @Test("A comment after a field belongs to that field, one before it to the next")
  func trailingComments() throws {
    let fields = try Remodel.fields(
      """
      User {
        Int a # about a
        # about b
        Int b; # more about b
        Int c
      }
      """)
    #expect(fields.map(\.documentation) == ["about a", "about b\nmore about b", nil])
  }

  @Test("Comments keep any content")
  func comments() throws {
    let text = "*/ \"\"\" \\(x) `}` %nullable ünï\u{0}"
    let declaration = try Remodel.declaration("#   \(text)\n#\n#end\nUser {}\n")
    #expect(declaration.documentation == "  \(text)\n\nend")
  }

  @Test("A type without fields has none")
  func empty() throws {
    #expect(try Remodel.fields("User {}").isEmpty)
    #expect(try Remodel.fields("User includes() excludes() {\n}\n").isEmpty)
  }

  @Test("Lists of features may have any order and spacing")
  func clauses() throws {
    let declaration = try Remodel.declaration(
      "User excludes( RMBuilder,RMCoding )\n  includes(undo ,hooks){}")
    #expect(
      declaration.features
        == Feature.defaults.union([.undo, .hooks]).subtracting([.builder, .coding]))
  }

  @Test("Annotation values may be quoted or unquoted, and span several lines")
  func annotationValues() throws {
    let field = try Remodel.field(
      """
        %custom-note_2 text="with = blanks % {and} \\n" word=a.b-c+d_1
          last="" %flag
        %flag
        Int a
      """)
    #expect(field.annotations.map(\.name) == ["custom-note_2", "flag", "flag"])
    #expect(field.annotations[0].values.map(\.key) == ["text", "word", "last"])
    #expect(
      field.annotations[0].values.map(\.value)
        == ["with = blanks % {and} \\n", "a.b-c+d_1", ""])
    #expect(field.annotations.map(\.location.line) == [2, 3, 4])
    #expect(field.annotations.map(\.location.column) == [3, 13, 3])
  }

  @Test("Names are converted for Swift, and keys stay unchanged")
  func names() throws {
    let fields = try Remodel.fields(
      "User {\n String avatar_url\n String default\n String URL\n String 3d\n}")
    #expect(fields.map(\.name) == ["avatarURL", "default", "url", "_3d"])
    #expect(fields.map(\.keyPath) == [["avatar_url"], ["default"], ["URL"], ["3d"]])
  }

  @Test("The three kinds of files are recognised by name")
  func kinds() {
    #expect(RemodelFileKind(path: "a/b.c/User.value") == .value)
    #expect(RemodelFileKind(path: "Content.adtValue") == .algebraic)
    #expect(RemodelFileKind(path: "/x/Page.object") == .object)
    #expect(RemodelFileKind(path: "x.value/Page") == nil)
    #expect(RemodelFileKind(path: ".value") == nil)
    #expect(RemodelFileKind(path: "User.Value") == nil)
  }

  @Test("An .object file declares what a .value file does")
  func objects() throws {
    let text = "Page {\n  NSString *title\n}\n"
    let value = try Remodel.declaration(text, path: "Page.value")
    let object = try Remodel.declaration(text, path: "Page.object")
    #expect(value.features == object.features)
    #expect(try Remodel.fields(text, path: "Page.object").map(\.type) == [.string])
  }
}

extension Array {
  fileprivate func repeated(_ count: Int) -> [Element] {
    (0..<count).flatMap { _ in self }
  }
}
