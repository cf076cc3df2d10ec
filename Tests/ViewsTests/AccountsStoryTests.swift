import Models
import Testing

@testable import Views

@Suite("The accounts on the screen")
@MainActor
struct AccountsStoryTests {
  private func open() throws -> Stage {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.view.main?.focusComposer()
    stage.press("F9")
    #expect(stage.view.context == .sheet)
    #expect(stage.screen().contains { $0.contains("in front") })
    return stage
  }

  @Test("letters that mean nothing in the list do not land in the message behind it")
  func letters() throws {
    let stage = try open()
    let draft = stage.view.main?.conversation?.composer.field.editor.text
    for letter in ["x", "a", "y"] { stage.press(letter) }
    #expect(stage.view.main?.conversation?.composer.field.editor.text == draft)
    #expect(stage.view.context == .sheet)
    #expect(stage.sessions.journal.take().isEmpty)
  }

  @Test("+ leads to the form, and F9 back to the account")
  func add() throws {
    let stage = try open()
    stage.press("+")
    #expect(stage.view.signIn != nil)
    stage.press("F9")
    #expect(stage.view.main != nil)
    #expect(stage.sessions.journal.take() == ["showNone", "show @ada:example.org"])
  }
}
