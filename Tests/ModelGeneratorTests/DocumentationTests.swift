import Testing

@testable import ModelGenerator

@Suite("Documentation of generated code")
struct DocumentationTests {
  private func lines(_ text: String) -> [String] {
    SwiftText.documentationLines(text, columns: 20)
  }

  @Test("Paragraphs are rewrapped to fit")
  func paragraphs() {
    #expect(
      lines("one two three\nfour five six\n\n\n\nseven\n") == [
        "one two three four", "five six", "", "seven",
      ])
    #expect(lines("") == [])
    #expect(lines("\n \n") == [])
  }

  @Test("A word that is too long gets its own line")
  func longWord() {
    let word = String(repeating: "x", count: 30)
    #expect(lines("a \(word) b") == ["a", word, "b"])
  }

  @Test("Items, rows of tables and code keep their lines")
  func items() {
    #expect(lines("- one\n- two\n1. three") == ["- one", "- two", "1. three"])
    #expect(lines("| a | b |\n|---|---|") == ["| a | b |", "|---|---|"])
    #expect(
      lines("```\nlet  x = 1 // and more of it\n```") == [
        "```", "let  x = 1 // and more of it", "```",
      ])
    #expect(lines("- one two three four five") == ["- one two three four", "  five"])
  }
}
