import ModelSchema
import Testing

@testable import ModelGenerator

@Suite("Enums in Swift")
struct EnumTests {
  @Test("The case of a string is found without a switch, which Swift compiles in quadratic time")
  func strings() {
    let cases = [("a", "a"), ("e", "é"), ("k", "K")].map { name, text in
      EnumType.Case(name: name, rawValue: .string(text), location: Make.place)
    }
    let text = Make.text(
      TypeDeclaration(
        name: "Letter", kind: .enumeration(EnumType(cases: cases)), location: Make.place))
    #expect(!text.contains("switch rawValue"))
    #expect(text.contains("if rawValue == \"a\" {\n"))
    #expect(text.contains("if rawValue.utf8.elementsEqual(\"\\u{E9}\".utf8) {\n"))
    #expect(text.contains("if rawValue.utf8.elementsEqual(\"K\".utf8) {\n"), "Not the kelvin sign.")
  }
}
