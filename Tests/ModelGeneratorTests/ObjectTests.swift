import ModelSchema
import Testing

@testable import ModelGenerator

@Suite("Objects in Swift")
struct ObjectTests {
  private func wide(
    _ count: Int, storage: ObjectType.Storage = .automatic,
    features: Set<Feature> = Feature.defaults
  ) -> String {
    let fields = (0..<count).map { Make.field("field\($0)") }
    return Make.text(Make.object("Thing", fields, features: features, storage: storage))
  }

  @Test("The set bits are as narrow as the number of fields allows")
  func bits() {
    let widths = [1: 8, 8: 8, 9: 16, 16: 16, 17: 32, 32: 32, 33: 64, 64: 64, 65: 128, 128: 128]
    for (count, width) in widths {
      let text = wide(count)
      #expect(text.contains("let rawValue: UInt\(width)\n"), "\(count) fields")
      let digits = String(repeating: "F", count: count / 4)
      let all = (["", "1", "3", "7"][count % 4]) + digits
      #expect(
        text.contains("static var all: Fields { Fields(rawValue: 0x\(all)) }"), "\(count) fields")
    }
  }

  @Test("Wide types are stored behind a reference, narrow ones are not, unless annotated")
  func storage() {
    #expect(!wide(8).contains("Boxed<"))
    #expect(wide(12).contains("Boxed<"))
    #expect(!wide(12, storage: .inline).contains("Boxed<"))
    #expect(wide(1, storage: .copyOnWrite).contains("Boxed<"))
  }

  @Test("Many fields share one variable during decoding, few have one each")
  func draft() {
    let features: Set<Feature> = [.coding, .equality]
    #expect(!wide(FieldDecoder.maximumLocals, features: features).contains("FieldDraft"))
    let many = wide(FieldDecoder.maximumLocals + 1, features: features)
    #expect(many.contains("var draft = FieldDraft()"))
    #expect(wide(1).contains("var draft = Builder()"))
  }

  @Test("Declarations with long names are broken where the formatter breaks them")
  func longNames() {
    let name = "T" + String(repeating: "h", count: 89)
    let text = Make.text(
      Make.object(name, [Make.field("body", .named(name), isRequired: true)]))
    #expect(text.contains("package struct \(name):\n  JSONDecodable, "))
    #expect(text.contains("package var body:\n    \(name)\n  {\n"))
  }

  @Test("Features that are not selected add no code")
  func features() {
    let field = Make.field("key", isRequired: true, isIdentifier: true)
    let words: [(Feature, [String])] = [
      (.description, ["DescribedModel"]), (.coding, ["decode", "encode", "JSON"]),
      (.builder, ["with(", "build()"]), (.undo, ["UndoableModel"]),
      (.hooks, ["HookedModel", "willChange"]), (.merging, ["FieldPass", "ModelSchema("]),
      (.initNotification, ["created(", "NotifyingModel"]),
      (.unknownKeys, ["UnknownMembers", "readKnownMembers"]),
      (.fetchStatus, ["modelState", "isSet"]), (.equality, ["Hashable"]),
    ]
    let all = Set(Feature.allCases)
    for (feature, words) in words {
      var less = all.subtracting([feature])
      if feature == .coding { less.remove(.unknownKeys) }
      if [.equality, .fetchStatus].contains(feature) { less.subtract([.merging, .undo, .hooks]) }
      for word in words {
        #expect(
          Make.text(Make.object("Thing", [field], features: all)).contains(word)
            || feature == .hooks && word == "willChange" || feature == .equality, "\(word) is there"
        )
        #expect(
          !Make.text(Make.object("Thing", [field], features: less)).contains(word),
          "without \(feature) there is no \(word)")
      }
    }
  }

  @Test("Every declaration for other code has the access level")
  func access() {
    let type = Make.object("Thing", [Make.field("body"), Make.field("key", isRequired: true)])
    for level in AccessLevel.allCases {
      let text = Make.text(type, access: level)
      let prefix = level == .internal ? "" : level.rawValue + " "
      #expect(text.contains("\n\(prefix)import ModelKit\n"))
      #expect(text.contains("\n\(prefix)struct Thing: "))
      for other in AccessLevel.allCases where other != level && other != .internal {
        #expect(!text.contains(other.rawValue + " "))
      }
    }
  }

  @Test("One file per type with its nested types, in the order of their names")
  func files() {
    let types = [
      Make.object("A", []), Make.object("A.B", []), Make.object("A.B.C", []), Make.object("AB", []),
    ]
    let files = SwiftGenerator.generate(SchemaModule(types: types), access: .package)
    #expect(files.map(\.path) == ["A.swift", "AB.swift"])
    #expect(files[0].text.contains("extension A.B {\n"))
    #expect(files == SwiftGenerator.generate(SchemaModule(types: types), access: .package))
  }

  @Test("Keys that are no words of a text are literals of their own")
  func spacedKeys() {
    for key in ["a b", "a\"b", "a\\b", "\u{E9}", ""] {
      let text = Make.text(Make.object("Thing", [Make.field("one", key: [key])]))
      #expect(text.contains("JSONKeyTable([\(SwiftText.literal(key))])"))
      #expect(text.contains("ModelField(\"one\", keyPath: [\(SwiftText.literal(key))])"))
    }
    let text = Make.text(Make.object("Thing", [Make.field("one", key: ["a=b/c"])]))
    #expect(text.contains("JSONKeyTable(\"a=b/c\")"))
    #expect(text.contains("ModelField(\"one\", keyPath: [\"a=b/c\"])"))
  }

  @Test("A field of the document's root and one of a nested object share its key")
  func nestedKeys() {
    let text = Make.text(
      Make.object(
        "Thing", [Make.field("a", key: ["x", "a"]), Make.field("b", key: ["x", "b"])]))
    #expect(text.components(of: "JSONKeyTable(\"x\")") == 1)
    #expect(text.components(of: "writer.key(\"x\")") == 1)
  }

  @Test("The schema's hash depends on keys and types, but not on documentation")
  func hash() {
    func hash(_ field: Field) -> String { SchemaHash.literal(of: [field]) }
    let plain = hash(Make.field("a"))
    #expect(hash(Make.field("a", documentation: "b")) == plain)
    #expect(hash(Make.field("b")) != plain)
    #expect(hash(Make.field("a", key: ["b"])) != plain)
    #expect(hash(Make.field("a", .integer(bits: nil, isSigned: true))) != plain)
    #expect(hash(Make.field("a", isNullable: true)) != plain)
  }
}

extension String {
  /// How often another text occurs in this one.
  fileprivate func components(of other: String) -> Int {
    var count = 0
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(other) { count += 1 }
      rest = rest.dropFirst()
    }
    return count
  }
}
