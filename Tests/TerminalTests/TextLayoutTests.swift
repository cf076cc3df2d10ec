import SeededRandom
import Testing

@testable import Terminal

@Suite("TextLayout")
struct TextLayoutTests {
  private func wrap(_ text: String, _ columns: Int) -> [String] {
    TextLayout.wrap(SafeText(text, policy: .multiLine), columns: columns).map(\.string)
  }

  @Test("a row or line in ASCII is known as such, whatever the rest of the text has")
  func knowsASCII() {
    let text = SafeText("日本語 hello world\nplain", policy: .multiLine)
    #expect(TextLayout.wrap(text, columns: 6).map(\.isASCII) == [false, true, true, true])
    #expect(text.lines.map(\.isASCII) == [false, true])
  }

  @Test(
    "breaks text where a reader expects it",
    arguments: [
      ("", 10, [""]),
      ("hello world", 11, ["hello world"]),
      ("hello world", 10, ["hello", "world"]),
      ("hello   world", 7, ["hello", "world"]),
      ("one two three", 7, ["one two", "three"]),
      ("a\n\nb", 5, ["a", "", "b"]),
      ("a\n", 5, ["a", ""]),
      ("abcdefgh", 3, ["abc", "def", "gh"]),
      ("ab cdefgh", 4, ["ab", "cdef", "gh"]),
      ("well-known", 6, ["well-", "known"]),
      ("x --help", 6, ["x", "--help"]),
      ("see https://a.org/path?q=1", 16, ["see", "https://a.org/", "path?q=1"]),
      ("日本語です", 6, ["日本語", "です"]),
      ("日本語。", 6, ["日本", "語。"]),
      ("日本「語」", 6, ["日本", "「語」"]),
      ("abc日本", 5, ["abc日", "本"]),
      ("10\u{A0}km away", 6, ["10\u{A0}km", "away"]),
      ("(a) (b)", 5, ["(a)", "(b)"]),
      ("日本 é", 4, ["日本", "é"]),
      ("(é) (é)", 5, ["(é)", "(é)"]),
      ("你好", 1, ["你", "好"]),
      ("abc", 0, ["a", "b", "c"]),
      ("abc", -5, ["a", "b", "c"]),
    ] as [(String, Int, [String])])
  func breaks(text: String, columns: Int, rows: [String]) {
    #expect(wrap(text, columns) == rows)
  }

  @Test("keeps a character of several scalars whole")
  func keepsClusters() {
    #expect(wrap("e\u{301}e\u{301}e\u{301}", 2) == ["e\u{301}e\u{301}", "e\u{301}"])
    #expect(wrap("👍🏽👍🏽", 3) == ["👍🏽", "👍🏽"])
  }

  @Test("loses only spaces and makes no row too wide, for any input")
  func keepsAllText() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      var view = String.UnicodeScalarView()
      for _ in 0..<40 { view.append(generator.scalar()) }
      let text = SafeText(String(view), policy: .multiLine)
      let columns = Int.random(in: 2...30, using: &generator)
      let rows = TextLayout.wrap(text, columns: columns)
      #expect(rows.allSatisfy { $0.prefix(fittingColumns: columns, ellipsis: "").width <= columns })
      let ink = { (text: String) in
        Array(text.unicodeScalars).filter { !$0.properties.isWhitespace }
      }
      #expect(ink(rows.map(\.string).joined()) == ink(text.string))
    }
  }

  @Test("wraps a word of 60,000 letters and 30,000 line feeds in linear time")
  func isLinear() {
    let clock = ContinuousClock()
    let time = { (count: Int) in
      clock.measure {
        #expect(wrap(String(repeating: "x", count: count), 80).count == (count + 79) / 80)
        #expect(wrap(String(repeating: "\n", count: count / 2), 80).count == count / 2 + 1)
        #expect(wrap(String(repeating: "é ", count: count / 2), 80).count == (count / 2 + 39) / 40)
      }
    }
    _ = time(1_000)
    let small = min(time(6_000), time(6_000))
    let large = min(time(60_000), time(60_000))

    #expect(large < small * 40)
  }
}
