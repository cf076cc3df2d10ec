import Terminal
import Testing

@testable import Views

@MainActor
@Suite("MentionedText")
struct MentionedTextTests {
  /// The lines, with mentions in brackets.
  private func lines(_ text: String, _ mentions: [Range<Int>], columns: Int = 20, limit: Int = 9)
    -> [String]
  {
    MentionedText(text, mentions: mentions).lines(columns: columns, limit: limit).map { line in
      line.map { $0.role == .mention ? "[\($0.text)]" : $0.text.string }.joined()
    }
  }

  @Test("ranges are mapped to lines, across breaks and after sanitized text")
  func ranges() {
    #expect(lines("hi ada, hi ada", [3..<6, 11..<14]) == ["hi [ada], hi [ada]"])
    #expect(
      lines("hi ada lovelace there", [3..<15], columns: 8) == ["hi [ada]", "[lovelace]", "there"])
    #expect(lines("a\u{1B}[1m\nada", [6..<9]).last == "[ada]")
    #expect(lines("grüße ada", [8..<11]) == ["grüße [ada]"])
    #expect(lines("ada", [0..<3]) == ["[ada]"])
  }

  @Test("of many blank lines two are shown, and do not count as lines", arguments: [[], [0..<1]])
  func blanks(mentions: [Range<Int>]) {
    let blanks = String(repeating: "\n", count: 3000)
    let text = lines("a\n\n\nb\(blanks) \n\u{3000}\n\nc", mentions)
    #expect(text.map { $0.filter(\.isLetter) } == ["a", "", "", "b", "", "", "c"])
  }

  @Test("ranges that do not fit are dropped, and all are dropped when lines are cut")
  func misfits() {
    #expect(lines("ada", [0..<9]) == ["ada"])
    #expect(lines("ada ada", [4..<7, 0..<3]) == ["ada [ada]"])
    #expect(lines("ada\nb\nc", [0..<3], limit: 2) == ["ada", "… the actions menu …"])
  }
}
