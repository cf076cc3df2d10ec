import Terminal
import Testing

@testable import Views

@MainActor
@Suite("Preview")
struct PreviewStoryTests {
  @Test("the message as a row of the history", arguments: [[80, 24], [50, 15], [200, 60]])
  func screens(size: [Int]) throws {
    let stage = try ReactionStoryTests.stage()
    _ = stage.screen(size[0], size[1])
    stage.press("F4")
    stage.type("this is **important** and goes on for more than one line of a narrow screen")
    stage.pause()

    try ScreenTests.expect(stage, "preview", size)
  }

  @Test("F4 opens and closes it, Esc closes it, and the text stays")
  func keys() throws {
    let stage = try ReactionStoryTests.stage()
    _ = stage.screen()
    let isOpen = { stage.screen().contains { $0.contains("as others will see it") } }
    stage.press("F4")
    stage.pause()
    #expect(isOpen() && stage.screen().contains { $0.contains("nothing to show yet") })
    stage.type("**one**")
    stage.pause()
    #expect(stage.screen().contains { $0.contains("  one") })
    stage.press("F4")
    #expect(!isOpen())
    stage.press("F4", "Esc")
    #expect(!isOpen())
    #expect(stage.view.context == .composer)
    #expect(stage.screen().contains { $0.contains("> **one**") })
    stage.press("Esc")
    #expect(stage.view.context == .timeline)
  }

  @Test("suggestions make room for it, also when it is open behind them")
  func suggestions() throws {
    let stage = try ReactionStoryTests.stage()
    _ = stage.screen()
    let isOpen = { stage.screen().contains { $0.contains("as others will see it") } }
    stage.type("hi @lin")
    stage.pause()
    #expect(stage.view.context == .completion)
    stage.press("F4")
    stage.pause()
    #expect(stage.view.context == .composer && isOpen())
    stage.type(" and @lin")
    stage.pause()
    #expect(stage.view.context == .completion)
    stage.press("F4")
    #expect(stage.view.context == .composer && isOpen())
    stage.press("F4")
    #expect(!isOpen())
  }
}
