import Models
import Terminal
import Testing

@testable import Views

/// A paste that the terminal does not mark arrives as keys.
@MainActor
@Suite("A paste without marks")
struct PasteStoryTests {
  private func stage() throws -> Stage {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    _ = stage.journal.take()
    return stage
  }

  /// The keys of a text that arrive at once, as the event loop tells of them.
  private func paste(_ text: String, into stage: Stage) {
    stage.keyInterval = .zero
    var rest = text[...]
    stage.view.isTextNext = { rest.first { $0 != "\r" && $0 != "\t" } != nil }
    let codes: [Character: Key.Code] = ["\r": .enter, "\t": .tab]
    while let letter = rest.popFirst() {
      stage.send(.key(Key(codes[letter] ?? .character(letter))))
    }
  }

  @Test("its lines are one message, which the last Enter sends")
  func lines() throws {
    let stage = try stage()
    paste("one\r\rtwo\rthree", into: stage)
    #expect(stage.journal.take() == [])
    #expect(stage.view.focusedField?.editor.text == "one\n\ntwo\nthree")
    paste("\r", into: stage)
    #expect(stage.journal.take() == ["send one\n\ntwo\nthree"])
    paste("four\r\r", into: stage)
    #expect(stage.journal.take() == ["send four"])
  }

  @Test("its tabs are text, and lead nowhere")
  func tabs() throws {
    let stage = try stage()
    paste("func a() {\r\treturn\t5\r}", into: stage)
    #expect(stage.view.context == .composer)
    #expect(stage.view.focusedField?.editor.text == "func a() {\n    return    5\n}")
    paste("\t", into: stage)
    #expect(stage.view.context != .composer, "one that may have been pressed leads on")
  }

  @Test("behind a command Enter runs it, and without a text it sends nothing")
  func command() throws {
    let stage = try stage()
    paste("/plain *one*\rtwo", into: stage)
    #expect(stage.journal.take().count == 1)
    #expect(stage.view.focusedField?.editor.text == "two")
    stage.press("C-u")
    paste("\rthree", into: stage)
    #expect(stage.view.focusedField?.editor.text == "three")
  }

  @Test(
    "its first letter is not lost where it leads to the composer; a typed one does only that",
    arguments: [["Esc"], ["F3"]])
  func firstLetter(keys: [String]) throws {
    let stage = try stage()
    _ = stage.screen()
    for key in keys { stage.press(key) }
    paste("iPhone is too long\rfor me", into: stage)
    #expect(stage.view.context == .composer)
    #expect(stage.view.focusedField?.editor.text == "iPhone is too long\nfor me")

    let other = try self.stage()
    _ = other.screen()
    for key in keys + ["i", "o", "n"] { other.press(key) }
    #expect(other.view.focusedField?.editor.text == "on")
  }

  @Test("a marked paste on messages or rooms goes to the composer", arguments: ["Esc", "F3"])
  func marked(key: String) throws {
    let stage = try stage()
    _ = stage.screen()
    stage.type("for you: ")
    stage.press(key)
    #expect(!stage.view.context.takesText)
    stage.send(.paste("quit\nnow"))
    #expect(stage.view.context == .composer)
    #expect(stage.view.focusedField?.editor.text == "for you: quit\nnow")
    #expect(stage.journal.take().filter { $0.hasPrefix("send") } == [])
  }

  @Test("a marked paste without a place says so", arguments: ["profile", "locked room"])
  func markedElsewhere(place: String) throws {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.rooms[place == "profile" ? 2 : 4].id)
    _ = stage.screen()
    stage.press("F3")
    if place == "profile" { stage.press("p") }
    let context = stage.view.context
    stage.send(.paste("text"))
    #expect(stage.view.context == context)
    #expect(stage.footer().contains("These letters do nothing here"))
  }
}
