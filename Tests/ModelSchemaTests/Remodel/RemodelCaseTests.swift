import ModelSchema
import Testing

@Suite("Remodel cases")
struct RemodelCaseTests {
  @Test("Cases have fields, one value, or nothing")
  func payloads() throws {
    let union = try Remodel.union(
      """
      # What is said.
      Content {
        # In words.
        text {
          # The words.
          String body
          NSString *format
        },
        %singleAttributeSubtype attributeType="NSArray<Image *> *"
        album
        nothing, none;
        braces {}
        %nullable
        %singleAttributeSubtype attributeType="NSNumber*"
        number
        %singleAttributeSubtype attributeType=Int?
        count
        %singleAttributeSubtype attributeType=NSUInteger
        size # in bytes
      }
      """)
    #expect(
      union.cases.map(\.name)
        == ["text", "album", "nothing", "none", "braces", "number", "count", "size"])
    #expect(union.discriminator == .singleKey)
    #expect(union.keepsUnknown)
    #expect(union.cases[0].documentation == "In words.")
    #expect(union.cases[7].documentation == "in bytes")
    guard case .fields(let fields) = union.cases[0].payload else {
      Issue.record("the case has fields")
      return
    }
    #expect(fields.map(\.name) == ["body", "format"])
    #expect(fields.map(\.isRequired) == [true, false])
    #expect(fields[0].documentation == "The words.")
    #expect(
      union.cases.dropFirst().map(\.payload) == [
        .value(.array(.named("Image"))), .none, .none, .none,
        .value(.optional(.floatingPoint(bits: 64))),
        .value(.optional(.integer(bits: nil, isSigned: true))),
        .value(.integer(bits: nil, isSigned: false)),
      ])
  }

  @Test(
    "Separators of cases are free",
    arguments: [
      "Content{a b c}", "Content { a, b, c }", "Content { a;b;c; }", "Content {\na\n,\nb\nc\n}",
      "Content{a{},b{}c{Int x}}", "Content { a { Int x; } b { Int x, Int y } c }",
    ])
  func layout(_ text: String) throws {
    #expect(try Remodel.union(text).cases.map(\.name) == ["a", "b", "c"])
  }

  @Test("Names of cases are converted for Swift, and used verbatim in JSON")
  func names() throws {
    let union = try Remodel.union("Content { FirstSubtype XYZSubtype XYZ MiddleXYZ_part default }")
    #expect(
      union.cases.map(\.name) == ["firstSubtype", "xyzSubtype", "xyz", "middleXYZPart", "default"])
    #expect(
      union.cases.map(\.tags)
        == [["FirstSubtype"], ["XYZSubtype"], ["XYZ"], ["MiddleXYZ_part"], ["default"]])
  }

  @Test("The JSON value of a case can be set, and has older forms")
  func tags() throws {
    let union = try Remodel.union(
      """
      %discriminator name="content.msgtype"
      Content {
        %codingKey name="m.image"
        %codingLegacyKey name="org.example.image"
        %codingLegacyKey name=picture
        %singleAttributeSubtype attributeType=Image
        image
        %codingKey name="m.text"
        text { String body }
      }
      """)
    #expect(union.discriminator == .string(path: ["content", "msgtype"]))
    #expect(
      union.cases.map(\.tags) == [["m.image", "org.example.image", "picture"], ["m.text"]])
    #expect(union.cases[0].payload == .value(.named("Image")))
    #expect(union.cases[0].typeLocation?.line == 6)
    #expect(union.cases[0].typeLocation?.column == 41)
    #expect(union.cases[1].typeLocation == nil)
  }

  @Test("An annotation that resembles the one for single values is kept without effect")
  func lookalike() throws {
    let union = try Remodel.union(
      "Content {\n  a\n  %singleAttributeType attributeType=\"Int\"\n  b\n}")
    #expect(union.cases.map(\.payload) == [.none, .none])
    #expect(union.cases[1].annotations.map(\.name) == ["singleAttributeType"])
  }

  @Test("A union without unknownKeys or coding has only its declared cases")
  func closed() throws {
    #expect(try Remodel.union("Content includes(unknownKeys) { a }").keepsUnknown)
    #expect(try !Remodel.union("Content excludes(unknownKeys) { a }").keepsUnknown)
    #expect(try !Remodel.union("Content excludes(RMCoding) { a }").keepsUnknown)
  }

  @Test("Fields of cases follow the type's features")
  func features() throws {
    let declaration = try Remodel.declaration(
      "Content includes(RMAssumeNonnull, GenericMatching) excludes(VoidMatching) {\n"
        + "  text { NSString *body }\n}", path: "Content.adtValue")
    #expect(declaration.features.contains(.matching))
    guard case .union(let union) = declaration.kind,
      case .fields(let fields) = union.cases.first?.payload
    else {
      Issue.record("the case has fields")
      return
    }
    #expect(fields.map(\.isRequired) == [true])
  }
}
