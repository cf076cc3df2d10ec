import Signals
import Terminal
import Testing

@testable import Views

@MainActor
@Suite("The user's editor")
struct EditorStoryTests {
  private func stage() throws -> Stage {
    let stage = try ReactionStoryTests.stage()
    _ = stage.screen()
    _ = stage.takeHostCalls()
    return stage
  }

  @Test("C-x C-e hands the text over, and what comes back is the draft, as one step of undo")
  func roundTrip() throws {
    let stage = try stage()
    stage.type("hello")
    stage.press("C-x")
    #expect(stage.footer().hasPrefix(" C-e $EDITOR  Enter send"))
    stage.press("C-e")
    #expect(stage.takeHostCalls() == [#"edit("hello")"#])
    batch { stage.view.edited(.text("hello\nworld")) }
    #expect(stage.screen().contains { $0.contains("> hello") })
    #expect(stage.screen().contains { $0.contains("  world") })
    stage.press("C-_")
    stage.press("Enter")
    #expect(stage.journal.take().last == "send hello")
  }

  @Test("a failure is told and changes nothing; what came meanwhile stays")
  func failure() throws {
    let stage = try stage()
    stage.type("hello")
    #expect(stage.choose("editor"))
    batch { stage.view.edited(.failed("nano failed: the text is as it was")) }
    #expect(stage.footer().contains("nano failed: the text is as it was"))
    stage.press("C-x", "C-e")
    stage.type(" again")
    batch { stage.view.edited(.text("edited")) }
    stage.press("Enter")
    #expect(stage.journal.take().last == "send edited\nhello again")
    batch { stage.view.edited(.text("nobody asked")) }
    #expect(!stage.screen().contains { $0.contains("nobody asked") })
  }

  @Test("after C-x every other key means what it always means")
  func otherKeys() throws {
    let stage = try stage()
    stage.press("C-x")
    stage.type("hi")
    stage.press("C-x", "Enter")
    #expect(stage.journal.take().last == "send hi")
    stage.press("C-x", "Esc")
    #expect(stage.view.context == .timeline)
    #expect(stage.takeHostCalls().isEmpty)
  }
}
