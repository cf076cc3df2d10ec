import Foundation
import ModelSchema
import Testing

@testable import ModelCompiler

@Suite("IR as JSON")
struct IRDocumentTests {
  private static let place = SourceLocation(file: "A.value", line: 1, column: 2)

  /// One of everything that the IR can express.
  private static let module: SchemaModule = {
    let references: [TypeReference] = [
      .boolean, .integer(bits: nil, isSigned: true), .integer(bits: 8, isSigned: false),
      .floatingPoint(bits: 32), .string, .lazyString, .date(transformer: "iso"),
      .date(transformer: nil), .url, .data, .json, .jsonObject, .identifier("UserID"),
      .array(.optional(.string)), .set(.string), .map(key: .identifier("K"), value: .named("B.C")),
      .external(name: "E", module: "M"), .external(name: "E", module: nil),
      .orderedSet(.string), .opaque(.anyClass), .opaque(.block), .opaque(.named("E")),
      .opaque(.conforming(to: ["P"])), .opaque(.conforming(to: ["P", "Q"])),
    ]
    var fields = references.enumerated().map { place, type in
      Field(name: "f\(place)", type: type, location: Self.place)
    }
    let defaults: [Field.Default] = [
      .boolean(true), .integer(-1), .number(0.5), .string("\"\u{1}\\ä"), .enumCase("a"),
      .emptyCollection,
    ]
    for (place, value) in defaults.enumerated() { fields[place].defaultValue = value }
    fields[0].constant = "c"
    fields[0].legacyKeyPaths = [["a", "b"]]
    fields[0].documentation = "Text\nof two lines."
    fields[0].annotations = [
      Annotation(name: "x", values: [.init(key: "k", value: "v")], location: Self.place)
    ]
    let cases = [
      UnionType.Case(name: "a", tags: ["a", "A"], payload: .none, location: Self.place),
      UnionType.Case(name: "b", tags: [], payload: .value(.string), location: Self.place),
      UnionType.Case(name: "c", tags: [], payload: .fields([fields[0]]), location: Self.place),
    ]
    let additional: [ObjectType.AdditionalMembers] = [
      .unknown, .refused, .values(.string), .patterns([.init(expression: "^a", type: .json)]),
    ]
    let discriminators: [UnionType.Discriminator] = [.kind, .singleKey, .string(path: ["a", "b"])]
    let raws: [EnumType.Case] = [
      .init(name: "a", rawValue: .string("A"), location: Self.place),
      .init(name: "b", rawValue: .integer(.min), location: Self.place),
    ]
    var kinds: [TypeDeclaration.Kind] = additional.map {
      .object(ObjectType(fields: fields, additional: $0))
    }
    kinds += discriminators.map { .union(UnionType(discriminator: $0, cases: cases)) }
    kinds += [.enumeration(EnumType(cases: raws, defaultCase: "a")), .alias(.string)]
    return SchemaModule(
      types: kinds.enumerated().map { place, kind in
        TypeDeclaration(name: "T\(place)", kind: kind, location: Self.place)
      })
  }()

  private func parsed() throws -> LocatedJSON {
    let text = IRDocument.tree(of: Self.module).text
    let (value, diagnostics) = LocatedJSON.parse(SourceFile(path: "ir", text: text))
    #expect(diagnostics == [])
    return try #require(value)
  }

  @Test("The document is JSON, names its format and version, and has every type")
  func head() throws {
    let document = try parsed()
    #expect(document["format"]?.string == "modelc-ir")
    #expect(document["version"]?.integer == 1)
    let kinds = document["types"]?.elements?.compactMap { $0["kind"]?.string }
    #expect(
      kinds == Array(repeating: "object", count: 4) + Array(repeating: "union", count: 3) + [
        "enumeration", "alias",
      ])
  }

  @Test("The same types make the same text")
  func stable() {
    #expect(IRDocument.tree(of: Self.module).text == IRDocument.tree(of: Self.module).text)
  }

  @Test("Types of fields keep everything that distinguishes them")
  func references() throws {
    let fields = try #require(try parsed()["types"]?.elements?.first?["fields"]?.elements)
    let types = try fields.map { try #require($0["type"]) }
    for (place, left) in types.enumerated() {
      for right in types[(place + 1)...] { #expect(!left.isSame(as: right)) }
    }
    #expect(types[15]["value"]?["name"]?.string == "B.C")
    #expect(types[13]["element"]?["element"]?["kind"]?.string == "string")
    #expect(types[21]["of"]?.string == "type" && types[21]["name"]?.string == "E")
    #expect(types[23]["names"]?.elements?.map(\.string) == ["P", "Q"])
  }

  @Test("Defaults, constants and documentation are preserved")
  func fields() throws {
    let fields = try #require(try parsed()["types"]?.elements?.first?["fields"]?.elements)
    #expect(fields[3]["default"]?["value"]?.string == "\"\u{1}\\ä")
    #expect(fields[1]["default"]?["value"]?.integer == -1)
    #expect(fields[5]["default"]?["kind"]?.string == "emptyCollection")
    #expect(fields[6]["default"] == nil)
    #expect(fields[0]["documentation"]?.string == "Text\nof two lines.")
    #expect(fields[0]["legacyKeyPaths"]?.elements?.first?.elements?.map(\.string) == ["a", "b"])
    #expect(fields[0]["annotations"]?.elements?.first?["values"]?.elements?.count == 1)
  }

  @Test("Unions, enumerations and aliases keep their parts")
  func others() throws {
    let types = try #require(try parsed()["types"]?.elements)
    #expect(types[3]["additional"]?["patterns"]?.elements?.first?["expression"]?.string == "^a")
    #expect(types[6]["discriminator"]?["path"]?.elements?.map(\.string) == ["a", "b"])
    let payloads = types[6]["cases"]?.elements?.compactMap { $0["payload"]?["kind"]?.string }
    #expect(payloads == ["none", "value", "fields"])
    #expect(types[7]["cases"]?.elements?.last?["rawValue"]?.integer == .min)
    #expect(types[8]["type"]?["kind"]?.string == "string")
  }
}
