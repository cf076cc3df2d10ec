import Testing

@testable import ViewModels

@Suite("The words of a search")
struct SearchWordsTests {
  /// The passage with its hits in brackets.
  private func passage(_ query: String, _ text: String) -> String {
    SearchWords(query).passage(of: text).map { $0.isHit ? "[\($0.text)]" : $0.text }.joined()
  }

  @Test(
    "marks the words as the index finds them",
    arguments: [
      ("width", "a zero width joiner", "a zero [width] joiner"),
      ("WIDTH zero", "Zero WÏDTH", "[Zero] [WÏDTH]"),
      ("wid", "width, widths; midwidth", "[width], [widths]; midwidth"),
      ("zero wid", "zeros zero wide", "zeros [zero] [wide]"),
      ("grüße", "Gru\u{308}ße von GRUSSE und grüsse", "[Gru\u{308}ße] von [GRUSSE] und [grüsse]"),
      ("GROSSER", "größer, ein Großer", "[größer], ein [Großer]"),
      ("groß", "gross, Großes", "[gross], [Großes]"),
      ("don't", "Don’t, don", "[Don]’[t], don"),
      ("7", "7 of 70, v7", "[7] of [70], v7"),
      ("你好", "你好世界 世界你好 好你", "[你好]世界 世界[你好] 好你"),
      ("世 你好", "世界你好吗", "[世]界[你好]吗"), ("カタ", "xカタカナ", "x[カタ]カナ"),
      ("x世", "x世 y世 x 世", "[x世] y世 [x] [世]"),
      ("from:ada wid from:", "from ada, wide", "from ada, [wide]"),
      ("from:\"Ada wide\" wid", "Ada, wide", "Ada, [wide]"),
      ("", "nothing", "nothing"), ("absent", "nothing", "nothing"), ("\"*(", "a (b)", "a (b)"),
    ])
  func marks(query: String, text: String, expected: String) {
    #expect(passage(query, text) == expected)
  }

  @Test("a passage is one line, and begins at a word not far before the first hit")
  func cut() {
    #expect(passage("hit", "first\nsecond\thit\r\nlast") == "first second [hit] last")
    let long = String(repeating: "word ", count: 100) + "hit " + String(repeating: "x", count: 900)
    let found = passage("hit", long)
    #expect(found.hasPrefix("…word word word word word [hit] xxx"))
    #expect(found.unicodeScalars.count == 400 + "…[]".count)
    let solid = String(repeating: "-", count: 100) + "hit"
    #expect(passage("hit", solid) == "…[hit]")
    #expect(passage("absent", long).hasPrefix("word word"))
  }

  @Test("a long text without a hit is looked through once, however it is made")
  func hostile() {
    let marks = String(repeating: "a\u{301}\u{20DD}", count: 20_000)
    #expect(SearchWords("b").passage(of: marks).count == 1)
    #expect(SearchWords("aaaa").passage(of: marks).first?.isHit == true)
  }
}
