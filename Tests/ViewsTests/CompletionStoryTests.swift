import Models
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Completion")
struct CompletionStoryTests {
  private func stage() throws -> Stage { try ReactionStoryTests.stage() }

  @Test("suggestions in front of the messages", arguments: [[80, 24], [50, 15], [200, 60]])
  func screens(size: [Int]) throws {
    let stage = try stage()
    _ = stage.screen(size[0], size[1])
    stage.type("thank you, @")
    stage.type("h")
    stage.pause()
    stage.press("Tab")

    try ScreenTests.expect(stage, "completion", size)
  }

  @Test("the popup never takes Enter from a text, also when a suggestion stands in it")
  func enter() throws {
    let stage = try stage()
    _ = stage.screen()
    _ = stage.journal.take()
    stage.type("hi @lin")
    stage.pause()
    #expect(stage.view.context == .completion)
    #expect(stage.screen().contains { $0.contains("Linus  @linus:example.org") })
    #expect(stage.footer().contains("Enter send"))
    stage.press("Enter")
    #expect(stage.journal.take().last == "send hi @lin")
    #expect(stage.view.context == .composer)

    stage.type("hi @lin")
    stage.press("Tab")
    #expect(stage.screen().contains { $0.contains("> hi Linus") })
    #expect(stage.footer().contains("Enter send"))
    stage.press("Enter")
    #expect(
      stage.journal.take().last == "send hi [Linus](https://matrix.to/#/%40linus%3Aexample.org) ")
    #expect(stage.view.context == .composer)
  }

  @Test("Esc closes the popup and keeps the text; Tab moves on where nothing completes")
  func escape() throws {
    let stage = try stage()
    _ = stage.screen()
    stage.type("@lin")
    stage.pause()
    stage.press("Up")
    stage.press("Esc")
    #expect(stage.view.context == .composer)
    #expect(stage.screen().contains { $0.contains("> @lin") })
    stage.press("Esc")
    #expect(stage.view.context == .timeline)
    stage.press("i")
    #expect(stage.view.context == .composer)
    stage.press("Tab")
    #expect(stage.view.context == .timeline)
  }

  @Test("Tab behind a word for which nothing is found leads nowhere, and Enter sends the text")
  func fruitless() throws {
    let stage = try stage()
    _ = stage.screen()
    _ = stage.journal.take()
    stage.type("hi @zzz")
    stage.press("Tab")
    #expect(stage.view.context == .composer)
    #expect(stage.view.notice == "Nothing to complete here")
    stage.pause()
    stage.press("Enter")
    #expect(stage.journal.take().last == "send hi @zzz")
  }

  @Test("a choice is one step of undo, and keys of the composer keep their meaning")
  func keys() throws {
    let stage = try stage()
    _ = stage.screen()
    stage.type("/")
    #expect(stage.view.context == .completion)
    #expect(stage.screen().contains { $0.contains("/me  say what you do") })
    stage.press("Down", "Down")
    #expect(stage.screen().contains { $0.contains("> /invite") })
    stage.press("C-_")
    stage.press("C-_")
    #expect(stage.screen().contains { $0.contains("> /") })
    stage.press("F6")
    stage.press("F3")
    #expect(stage.view.context == .roomList)
    #expect(!stage.screen().contains { $0.contains("say what you do") })
  }

  @Test(
    "a space behind a suggestion is there already, and a mark takes its place",
    arguments: [
      ("hi @lin", " you", "hi Linus you"), ("hi @lin", "  you", "hi Linus  you"),
      ("hi @lin", "you", "hi Linus you"), ("hi @lin", ", you", "hi Linus, you"),
      ("(@lin", ")", "(Linus)"), ("@lin", ", hi", "Linus, hi"), ("@lin", " hi", "Linus: hi"),
      ("/me", " :)", "/me :)"), ("/me", ":)", "/me :)"),
    ])
  func space(word: String, next: String, text: String) throws {
    let stage = try stage()
    _ = stage.screen()
    stage.type(word)
    stage.pause()
    stage.press("Tab")
    stage.type(next)
    #expect(stage.view.main?.conversation?.composer.field.editor.text == text)
  }

  @Test("a sentence typed without looking is sent as it was typed")
  func blind() throws {
    let stage = try stage()
    stage.keyInterval = .milliseconds(30)
    _ = stage.screen()
    _ = stage.journal.take()
    for text in ["ask @grace", "see #swift", "so :smi", "@"] {
      stage.type(text)
      stage.press("Enter")
      #expect(stage.journal.take().last == "send \(text)")
    }
  }

  @Test("a stranger's name stays in its cells and leaves the ID in view")
  func hostile() throws {
    var scenario = try Scenario()
    let name = "linus\u{1B}[2J\n12:00 Admin\u{202E}" + String(repeating: "x\u{301}", count: 900)
    scenario.people = [try Scenario.user("@linus:example.org", name)]
    let stage = try Stage(scenario: scenario)
    stage.connect(opening: scenario.swift.id)
    _ = stage.screen(80, 24)
    stage.type("@li")
    stage.pause()
    let rows = stage.screen(80, 24).filter { $0.contains("@linus:example.org") }
    #expect(rows.count == 1)
  }
}
