import Terminal
import Testing

@testable import Views

/// What came while the user was away and begins above the window.
@MainActor
@Suite("New messages above the window")
struct NewAboveTests {
  /// The user looks at another window while 41 messages come, one after another.
  private func away() throws -> Stage {
    let stage = try TimelineViewTests.stage(0..<30)
    try TimelineViewTests.send(stage, 0..<30, readUpTo: 29)
    _ = stage.screen(100, 20)
    stage.send(.focus(false))
    for count in 31...71 {
      try TimelineViewTests.send(stage, 0..<count, readUpTo: 29)
      // The first of them are on the screen for a while, where nobody sees them.
      _ = stage.screen(100, 20)
    }
    stage.send(.focus(true))
    return stage
  }

  private func hint(_ stage: Stage) -> String? {
    stage.screen(100, 20).first { $0.contains("new above") }
  }

  @Test("the heading counts them and names the way there until the first one was in the window")
  func hint() throws {
    let stage = try away()
    let above = 71 - 30 - TimelineViewTests.numbers(stage).count
    #expect(hint(stage)?.contains(" \(above) new above, Esc n ") == true)
    stage.press("Esc")
    #expect(hint(stage)?.contains(" \(above) new above, n ") == true)
    stage.press("n")
    #expect(TimelineViewTests.numbers(stage).contains(30))
    #expect(hint(stage) == nil)
    stage.press("G")
    #expect(TimelineViewTests.numbers(stage).last == 70)
    #expect(hint(stage) == nil, "they have been seen")
  }

  @Test("paging up to the first one counts too; a low window says it beside the name of the room")
  func paging() throws {
    let stage = try away()
    let heading = stage.screen(80, 11).first { $0.contains("│ #swift-tui ") }
    #expect(heading?.contains("new above") == true)
    _ = TimelineViewTests.numbers(stage)
    for _ in 0..<4 { stage.press("PageUp") }
    #expect((TimelineViewTests.numbers(stage).first ?? 30) < 30)
    stage.press("Esc", "G")
    #expect(hint(stage) == nil)
  }

  @Test("of a beginning that is not loaded, at least as many are told as are loaded")
  func farBack() throws {
    let stage = try TimelineViewTests.stage(0..<0)
    try TimelineViewTests.send(stage, 100..<150, readUpTo: 20)
    let above = 50 - TimelineViewTests.numbers(stage).count
    #expect(hint(stage)?.contains(" \(above)+ new above, Esc n ") == true)
  }
}
