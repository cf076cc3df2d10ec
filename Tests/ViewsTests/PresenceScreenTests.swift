import Controllers
import Models
import Signals
import SignalsTesting
import Support
import Terminal
import Testing

@testable import Views

@MainActor
@Suite("A server without presence, on the screen")
struct PresenceScreenTests {
  private static nonisolated let sizes = [[80, 24], [50, 15], [200, 60]]

  private func stage() throws -> Stage {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    stage.presenceIsOff.send(true)
    return stage
  }

  @Test("the own profile says it, and no status can be set", arguments: sizes)
  func profile(size: [Int]) throws {
    let stage = try stage()
    _ = stage.screen(size[0], size[1])
    stage.press("Esc", "Esc", "p", "s")
    #expect(stage.view.context == .profile)
    try ScreenTests.expect(stage, "presence-off", size)
  }

  @Test("no mark stands beside anybody")
  func members() throws {
    let stage = try stage()
    _ = stage.screen(80, 24)
    stage.press("F8")
    let screen = stage.screen(80, 24)
    #expect(screen.contains { $0.contains("Grace Hopper") })
    #expect(!screen.contains { $0.contains("○") || $0.contains("at lunch") })
    stage.presenceIsOff.send(false)
    stage.scheduler.advance(by: .seconds(1))
    #expect(stage.screen(80, 24).contains { $0.contains("at lunch") })
  }
}
