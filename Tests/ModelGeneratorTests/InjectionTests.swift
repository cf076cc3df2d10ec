import ModelSchema
import Testing

@testable import ModelGenerator

@Suite("Text of schemas in generated code")
struct InjectionTests {
  /// Texts that would be code, or end a comment or a literal, if they were written verbatim.
  private static let hostile = [
    "\"; import Glibc; exit(1) //", "\\(exit(1))", "*/ exit(1) /*", "\nexit(1)\n", "\r\nexit(1)",
    "\u{2028}exit(1)", "\u{85}exit(1)", "\u{B}exit(1)", "\u{C}exit(1)", "\"\"\"\nexit(1)\n\"\"\"",
    "#\"\\#(exit(1))\"#", "\u{0}exit(1)", "\u{202E}exit(1)", "`exit(1)`", "\\", "\"", "é\u{301}",
  ]

  /// The lines of a text that are not comments, without their literals.
  private func code(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map(String.init).filter {
      !$0.drop { $0 == " " }.hasPrefix("//")
    }.map(withoutLiterals)
  }

  private func withoutLiterals(_ line: String) -> String {
    var result = ""
    var isInside = false
    var isEscaped = false
    for character in line {
      if isInside {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else {
          isInside = character != "\""
        }
      } else {
        isInside = character == "\""
        if !isInside { result.append(character) }
      }
    }
    #expect(!isInside, "The literal ends in its line.")
    return result
  }

  @Test("Documentation stays in its comment", arguments: hostile)
  func documentation(text: String) {
    let made = Make.text(
      Make.object("Thing", [Make.field("body", documentation: text)], documentation: text))
    #expect(!code(made).contains { $0.contains("exit") })
    let plain = Make.text(Make.object("Thing", [Make.field("body")]))
    #expect(code(made) == code(plain), "Documentation changes no line of code.")
    #expect(made.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x202E })
  }

  @Test("Keys and constants stay in their literals", arguments: hostile)
  func keys(text: String) {
    let made = Make.text(
      Make.object(
        "Thing",
        [
          Make.field("body", key: [text]), Make.field("deep", key: ["a", text]),
          Make.field("tag", key: ["tag"], isRequired: true, constant: text),
          Make.field("start", isRequired: true, defaultValue: .string(text)),
        ]))
    #expect(!code(made).contains { $0.contains("exit") })
    #expect(made.contains(SwiftText.literal(text)))
  }

  @Test("The name of the schema's file stays in its comment", arguments: hostile)
  func fileName(text: String) {
    var type = Make.object("Thing", [Make.field("body")])
    type.location = SourceLocation(file: text, line: 1, column: 1)
    #expect(!code(Make.text(type)).contains { $0.contains("exit") })
  }

  @Test("Module names that are not identifiers are not imported")
  func modules() {
    var type = Make.object("Thing", [Make.field("body")])
    type.imports = ["Glibc; exit(1)", "Good"]
    let made = Make.text(type)
    #expect(made.contains("package import Good\n"))
    #expect(!made.contains("exit"))
  }

  @Test("Swift reads literals back unchanged")
  func literals() {
    #expect(SwiftText.literal("a\"\\\n\u{0}é\\(x)") == #""a\"\\\u{A}\u{0}\u{E9}\\(x)""#)
    #expect(SwiftText.literal("") == "\"\"")
  }

  @Test("Keywords become names in backticks")
  func keywords() {
    let made = Make.text(Make.object("Thing", [Make.field("default"), Make.field("inout")]))
    #expect(made.contains("var `default`: String?"))
    #expect(made.contains("package init(default: String? = nil, `inout`: String? = nil"))
  }
}
