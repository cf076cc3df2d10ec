import Testing

@testable import Terminal

@Suite("SafeText")
struct SafeTextTests {
  @Test(
    "a part has the columns asked for, and spaces for the halves of wide characters",
    arguments: [
      ("plain", 0..<5, "plain"), ("plain", 1..<3, "la"), ("plain", 3..<9, "in"),
      ("plain", 7..<9, ""), ("plain", 2..<2, ""), ("", 0..<4, ""), ("好吗ab", 0..<4, "好吗"),
      ("好吗ab", 1..<5, " 吗a"), ("好吗ab", 0..<3, "好 "), ("好吗ab", 1..<2, " "),
      ("好吗ab", 1..<3, "  "), ("e\u{301}e\u{301}x", 1..<2, "e\u{301}"),
    ])
  func columns(text: String, range: Range<Int>, part: String) {
    #expect(SafeText(text).part(columns: range).string == part)
  }

  @Test(
    "takes the columns that a terminal moves by",
    arguments: [
      ("", 0), ("abc", 3), ("你好", 4), ("e\u{301}", 1), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
      ("❤\u{FE0F}", 1), ("1\u{FE0F}\u{20E3}", 1), ("👩\u{200D}👩\u{200D}👧", 2), ("👍🏽", 2),
      ("🇩🇪", 2), ("🏳\u{FE0F}\u{200D}🌈", 1), ("क्षि", 3), ("\u{1FAE8}", 1), ("مرحبا", 5),
      ("a\nb", 3),
    ])
  func measures(text: String, columns: Int) {
    #expect(SafeText(text).width == columns)
  }

  @Test(
    "draws an emoji sequence whole where the terminal shows it as one wide character",
    arguments: [
      ("👩\u{200D}👩\u{200D}👧", ["👩\u{200D}👩\u{200D}👧"], ["👩"]),
      ("👍🏽", ["👍🏽"], ["👍"]), ("❤\u{FE0F}", ["❤"], ["❤"]),
      ("🏳\u{FE0F}\u{200D}🌈", ["🏳"], ["🏳"]),
      ("👩\u{200D}👩\u{200D}👧\u{200D}👦", ["👩"], ["👩"]),
      ("🇩🇪", ["\u{1F1E9}", "\u{1F1EA}"], ["\u{1F1E9}", "\u{1F1EA}"]),
      ("क्षि", ["क्", "ष", "ि"], ["क्", "ष", "ि"]),
    ] as [(String, [String], [String])])
  func clusters(text: String, clustered: [String], safe: [String]) {
    for (profile, expected) in [(WidthProfile.clustered, clustered), (.safe, safe)] {
      var glyphs: [String] = []
      for character in text {
        Glyph.forEach(in: character, profile: profile) { glyphs.append($0.string) }
      }
      #expect(glyphs == expected)
    }
  }

  @Test("does not count line feeds")
  func ignoresLineFeeds() {
    #expect(SafeText("ab\ncd", policy: .multiLine).width == 4)
    #expect(SafeText("äb\ncd", policy: .multiLine).width == 4)
  }

  @Test(
    "is cut to columns with an ellipsis that counts",
    arguments: [
      ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 2, "h…"), ("hello", 1, "h"),
      ("hello", 0, ""), ("hello", -3, ""), ("你好吗", 6, "你好吗"), ("你好吗", 5, "你好…"),
      ("你好吗", 4, "你…"), ("你好吗", 1, ""),
    ])
  func cuts(text: String, columns: Int, expected: String) {
    #expect(SafeText(text).prefix(fittingColumns: columns).string == expected)
  }

  @Test("is padded to columns, even when a wide character leaves one free")
  func pads() {
    #expect(SafeText("ab").padded(toColumns: 4).string == "ab  ")
    #expect(SafeText("你好吗").padded(toColumns: 4).string == "你… ")
    #expect(SafeText("ab").padded(toColumns: 0).string == "")
  }

  @Test("stays measurable when joined, repeated and split")
  func joins() {
    let text = SafeText("a") + SafeText("你") + SafeText("-").repeated(3)

    #expect(text.string == "a你---")
    #expect(text.width == 6)
    #expect(SafeText("-").repeated(-1).isEmpty)
    #expect(SafeText("a\n\nb", policy: .multiLine).lines.map(\.string) == ["a", "", "b"])
  }
}
