import Models
import Signals
import Terminal
import Testing

@testable import Views

@MainActor
@Suite("Who is typing")
struct TypingStoryTests {
  @Test(
    "stands in the line above the composer, and moves nothing", arguments: [[80, 24], [50, 15]])
  func line(size: [Int]) throws {
    let stage = try ReactionStoryTests.stage()
    let before = stage.screen(size[0], size[1])
    stage.writing.send([stage.scenario.grace, stage.scenario.linus])
    let after = stage.screen(size[0], size[1])
    #expect(after[size[1] - 3].contains(" Grace Hopper and Linus are typing… "))
    let rest = { (screen: [String]) in
      screen.enumerated().filter { $0.offset != size[1] - 3 }.map(\.element)
    }
    #expect(rest(after) == rest(before))
    stage.press("PageUp")
    let scrolled = stage.screen(size[0], size[1])[size[1] - 3]
    #expect(scrolled.contains("more below") && scrolled.contains(" Grace Hopper"))
    stage.press("PageDown")
    stage.writing.send([])
    #expect(stage.screen(size[0], size[1]) == before)
  }

  @Test("a hostile name stays in its line")
  func hostile() throws {
    let stage = try ReactionStoryTests.stage()
    let name = "\u{1B}[2J\n\u{202E}eve" + String(repeating: "w", count: 300)
    stage.writing.send([try Scenario.user("@eve:example.org", name)])
    let screen = stage.screen(80, 24)
    #expect(screen.count { $0.contains("eve") } == 1)
    #expect(screen[21].contains("eve"))
  }
}
