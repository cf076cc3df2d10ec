import Testing

@testable import MatrixPush

@Suite("Glob")
struct GlobTests {
  static let wholes: [(pattern: String, text: String, fits: Bool)] = [
    ("m.room.message", "m.room.message", true), ("M.Room.Message", "m.room.mESSAGE", true),
    ("m.room.message", "m.room.messages", false), ("m.room.message", "xm.room.message", false),
    ("m.room.*", "m.room.message", true), ("m.room.*", "m.room.", true),
    ("m.room.*", "m.room", false), ("*.message", "m.room.message", true),
    ("m.*.message", "m.room.x.message", true), ("m.*.message", "m.message", false),
    ("m?room", "m.room", true), ("m?room", "mroom", false), ("*", "", true), ("?*", "", false),
    ("**", "x", true), ("a*b*c", "a-b-b-c", true), ("a*b*c", "a-c-b", false), ("", "", true),
    ("", "x", false), ("ab*ba", "aba", false), ("straße", "STRASSE", false),
    ("ÄRGER", "ärger", true),
  ]

  @Test("a pattern for a whole text", arguments: wholes)
  func whole(pattern: String, text: String, fits: Bool) {
    var steps = PushSteps()
    #expect(Glob(pattern).matches(FoldedText(text), &steps) == fits)
  }

  static let words: [(pattern: String, text: String, fits: Bool)] = [
    ("cake", "I want cake!", true), ("cake", "cakes", false), ("cake", "pancake", false),
    ("cake", "CAKE", true), ("cake", "a-cake-b", true), ("cake", "pancake cake", true),
    ("cak?", "cakes cake", true), ("cak?", "cakes", false), ("c*e", "come here", true),
    ("lunc?*", "Lunch plans", true), ("lunc?*", "my launch", false), ("@room", "hi @room", true),
    ("@room", "hi@room", true), ("@room", "@roommate", false), ("*cake", "pancake", true),
    ("cake*", "pancakes", false), ("ada", "Adas", false), ("ada", "ada's", true),
    ("ada", "ada_l", false), ("été", "l'ÉTÉ.", true), ("né", "né\u{301}e", false),
    ("cake", "", false), ("a b", "x a b y", true), ("東京", "東京", true),
  ]

  @Test("a pattern for words of a text", arguments: words)
  func word(pattern: String, text: String, fits: Bool) {
    var steps = PushSteps()
    #expect(Glob(pattern).isInWords(of: FoldedText(text), &steps) == fits)
  }

  @Test("the literal form has no wildcards")
  func literal() {
    #expect(FoldedText("one *star* here").contains(word: FoldedText("*star*")))
    #expect(!FoldedText("one star here").contains(word: FoldedText("st?r")))
  }

  @Test("a pattern and a text that were made to match slowly cost a bounded time")
  func hostile() {
    let text = FoldedText(String(repeating: "a", count: 65_000))
    let pattern = Glob(String(repeating: "*" + String(repeating: "a", count: 500) + "b", count: 2))
    var steps = PushSteps()
    let time = ContinuousClock().measure {
      for _ in 0..<200 { #expect(!pattern.isInWords(of: text, &steps)) }
    }
    #expect(time < .seconds(20))
    #expect(!Glob("a").isInWords(of: FoldedText("a"), &steps), "no steps are left for the rest")
  }

  @Test("only the beginning of a very long text is looked at")
  func long() {
    let text = FoldedText(String(repeating: "x ", count: 40_000) + "cake")
    #expect(!text.contains(word: FoldedText("cake")))
    #expect(text.contains(word: FoldedText("x")))
  }
}
