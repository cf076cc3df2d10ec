import Testing

@testable import Terminal

@Suite("Key")
struct KeyTests {
  @Test(
    "reads its notation and prints it",
    arguments: [
      ("q", Key(.character("q"))), ("Q", Key(.character("Q"))),
      ("C-x", Key(.character("x"), modifiers: .ctrl)),
      ("M-Enter", Key(.enter, modifiers: .alt)), ("F5", Key(.function(5))),
      ("PageUp", Key(.pageUp)),
      ("C-M-Up", Key(.up, modifiers: [.ctrl, .alt])), ("S-Tab", Key(.backTab)),
      ("S-Enter", Key(.enter, modifiers: .shift)), ("Space", Key(.character(" "))),
      ("-", Key(.character("-"))),
      ("C--", Key(.character("-"), modifiers: .ctrl)),
      ("C-_", Key(.character("_"), modifiers: .ctrl)),
      ("?", Key(.character("?"))), ("Esc", Key(.escape)), ("é", Key(.character("é"))),
    ])
  func roundTrips(notation: String, key: Key) {
    #expect(Key(notation: notation) == key)
    #expect(key.description == notation)
  }

  @Test(
    "takes other spellings of the same key",
    arguments: [
      ("c-X", "C-x"), ("A-x", "M-x"), ("S-a", "A"), ("return", "Enter"), ("escape", "Esc"),
      ("f12", "F12"), ("pageup", "PageUp"), ("BackTab", "S-Tab"),
    ])
  func takesSpellings(notation: String, expected: String) {
    #expect(Key(notation: notation)?.description == expected)
  }

  @Test(
    "refuses what names no key",
    arguments: ["", "C-", "Foo", "F0", "F99", "X-a", "C-Foo", " ", "ab"])
  func refuses(notation: String) {
    #expect(Key(notation: notation) == nil)
  }
}
