import ModelSchema
import Testing

@testable import ModelCompiler

@Suite("Rules for make")
struct MakeRulesTests {
  @Test("Each output has a rule, and each prerequisite an empty one")
  func rules() {
    let rules = MakeRules(outputs: ["o/A.swift", "o/B.swift"], prerequisites: ["a.value", "p"])
    #expect(
      rules.text == "o/A.swift: a.value p\no/B.swift: a.value p\na.value:\np:\n")
    #expect(rules.diagnostics == [])
  }

  @Test("An output that is also a prerequisite has one rule")
  func circle() {
    let rules = MakeRules(outputs: ["o/A.swift"], prerequisites: ["o/A.swift"])
    #expect(rules.text == "o/A.swift: o/A.swift\n")
  }

  @Test("Spaces and special characters are escaped")
  func escapes() {
    let rules = MakeRules(outputs: ["My O/A#1.swift"], prerequisites: ["$x y"])
    #expect(rules.text == "My\\ O/A\\#1.swift: $$x\\ y\n$$x\\ y:\n")
  }

  @Test(
    "A name that make would misinterpret is an error",
    arguments: [
      "a:b", "c;c", "a=b", "a%b", "b\\b", "a|b", "a&b", "!a", "a*", "a?", "a[b]", "l(m)", "~a",
      "a\nb", "a\tb", "\u{7F}",
    ])
  func refused(_ name: String) {
    #expect(
      MakeRules(outputs: [name], prerequisites: []).diagnostics.map(\.code) == [.unwritableFile])
    #expect(MakeRules(outputs: [], prerequisites: [name]).diagnostics.map(\.severity) == [.error])
  }
}
