import Controllers
import Models
import Signals
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("Edits and removals")
struct EditStoryTests {
  private static func pending(_ scenario: Scenario) -> [Message] {
    scenario.timeline.messages.map { message in
      switch message.eventID?.rawValue {
      case "$3": message.with { $0.pendingChange = .removal }
      case "$4": message.with { $0.pendingChange = .edit }
      default: message
      }
    }
  }

  @Test(
    "a text being changed, and changes on their way", arguments: [[80, 24], [50, 15], [200, 60]])
  func screens(size: [Int]) throws {
    let stage = try ReactionStoryTests.stage(Self.pending)
    _ = stage.screen(size[0], size[1])
    stage.press("Esc", "g", "j", "j", "j", "e")

    try ScreenTests.expect(stage, "edit", size)
  }

  @Test("Up in an empty composer changes the last message, Esc restores the draft")
  func up() throws {
    let stage = try ReactionStoryTests.stage()
    _ = stage.screen()
    stage.press("Up")
    #expect(stage.screen().contains { $0.contains("↪ editing") })
    #expect(stage.screen().contains { $0.contains("> looks good") })
    stage.type("!")
    _ = stage.journal.take()
    stage.press("Enter")
    #expect(stage.journal.take().last?.contains(#"text: "looks good!""#) == true)
    #expect(!stage.screen().contains { $0.contains("↪ editing") })

    stage.type("half")
    stage.press("Up")
    #expect(!stage.screen().contains { $0.contains("↪ editing") }, "not in a written line")
    stage.press("Esc", "G", "k", "e")
    #expect(stage.view.context == .composer)
    #expect(stage.screen().contains { $0.contains("> looks good") })
    stage.press("Esc")
    #expect(stage.view.context == .composer)
    #expect(stage.screen().contains { $0.contains("> half") })
  }

  @Test("a message is removed from the menu, after y; those of others are not")
  func remove() throws {
    let stage = try ReactionStoryTests.stage()
    _ = stage.screen()
    stage.press("Esc", "g", "j", "j")
    _ = stage.journal.take()
    #expect(stage.choose("remove-message"))
    #expect(stage.view.context == .confirmation)
    stage.press("n")
    #expect(stage.journal.take() == [])
    #expect(stage.choose("remove-with-reason"))
    stage.type("twice")
    stage.press("Enter")
    #expect(stage.view.context == .confirmation)
    stage.press("y")
    stage.pause()
    #expect(stage.journal.take().last?.contains(#"reason: Optional("twice")"#) == true)
    stage.press("Esc", "Esc")
    stage.press("k")
    stage.choose("remove-message")
    #expect(stage.view.context != .confirmation)
  }
}
