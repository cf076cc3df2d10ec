import Testing

@testable import ModelSchema

@Suite("ECMA patterns")
struct ECMAPatternTests {
  @Test(
    "Patterns match where they should",
    arguments: [
      ("^@", "@a", true), ("^@", "a@", false), ("a", "bab", true), ("^$", "", true),
      ("^$", "x", false), ("^mxc:\\/\\/", "mxc://a", true), ("^\\$", "$a", true),
      ("^[A-Za-z0-9_-]{1,3}$", "a-9", true), ("^[A-Za-z0-9_-]{1,3}$", "abcd", false),
      ("^[^a-c]+$", "xyz", true), ("^[^a-c]+$", "xbz", false), ("^(ab|cd)*$", "abcdab", true),
      ("^(ab|cd)*$", "abc", false), ("^(?:a|b)?c$", "bc", true), ("^a.c$", "abc", true),
      ("^a.c$", "a\nc", false), ("^\\d{2,}$", "123", true), ("^\\d{2,}$", "1", false),
      ("^\\w+\\s\\S+$", "ab cd", true), ("\\bcat\\b", "a cat!", true),
      ("\\bcat\\b", "concat", false), ("^[\\x20-\\x7E]+$", "ok", true),
      ("^\\u0041$", "A", true), ("^a+?b$", "aab", true), ("^(a*)*$", "aaa", true),
      ("^[\\d.]+$", "1.2", true), ("^[]$", "", false), ("(?<n>x)y", "xy", true),
      ("^.$", "\u{1F600}", true), ("^\\D$", "x", true), ("^[\\W]$", "!", true),
    ])
  func matching(_ pattern: String, _ text: String, _ expected: Bool) throws {
    let compiled = try #require(ECMAPattern(pattern))
    #expect(compiled.matches(text) == expected)
  }

  @Test(
    "Unsupported patterns are rejected",
    arguments: [
      "(", ")", "[a", "a{2,1}", "*a", "a**", "(?=a)", "(?!a)", "(?<=a)", "\\1", "\\p{L}",
      "\\", "[z-a]", "a{99999}", "x{",
    ])
  func refusal(_ pattern: String) {
    #expect(ECMAPattern(pattern) == nil)
  }

  @Test("Runaway matching is stopped")
  func bounds() throws {
    let evil = try #require(ECMAPattern("^(a+)+$"))
    #expect(evil.matches(String(repeating: "a", count: 40) + "!") == nil)
    let deep = try #require(ECMAPattern("^(ab)*$"))
    #expect(deep.matches(String(repeating: "ab", count: 10_000)) == nil)
    #expect(ECMAPattern(String(repeating: "(", count: 1000)) == nil)
  }
}
