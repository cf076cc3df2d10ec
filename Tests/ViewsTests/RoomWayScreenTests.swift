import Controllers
import Models
import Signals
import Support
import Terminal
import Testing

@testable import Views

@MainActor
@Suite("Ways to rooms that are not in the list, on the screen")
struct RoomWayScreenTests {
  private static nonisolated let sizes = [[80, 24], [50, 15], [200, 60]]

  private func stage() throws -> Stage {
    let stage = try Stage()
    stage.connect(opening: stage.scenario.swift.id)
    return stage
  }

  @Test("Enter on a profile goes to a room in common", arguments: sizes)
  func commonRooms(size: [Int]) throws {
    let stage = try stage()
    _ = stage.screen(size[0], size[1])
    stage.press("Esc", "g", "p")
    stage.graceProfile.send(
      Profile(
        user: stage.scenario.grace, friendCount: 1,
        commonRooms: [stage.scenario.swift, stage.scenario.rooms[3]],
        refreshedAt: Timestamp(milliseconds: Scenario.noon)))
    _ = stage.screen(size[0], size[1])
    stage.press("Enter")
    #expect(stage.view.context == .prompt)
    try ScreenTests.expect(stage, "common-rooms", size)
    stage.press("Enter")
    #expect(stage.view.context == .composer)
  }

  @Test("rooms that were left are forgotten after a question", arguments: sizes)
  func leftRooms(size: [Int]) throws {
    let stage = try stage()
    _ = stage.screen(size[0], size[1])
    stage.press("Esc", "Esc")
    #expect(stage.choose("left-rooms"))
    #expect(stage.view.context == .sheet)
    try ScreenTests.expect(stage, "left-rooms", size)
    _ = stage.journal.take()
    stage.press("Enter")
    #expect(stage.view.context == .confirmation)
    stage.press("y")
    stage.pause()
    #expect(stage.journal.take() == ["forget !left:example.org"])
  }
}
