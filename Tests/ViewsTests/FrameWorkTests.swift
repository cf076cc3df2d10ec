import Models
import Signals
import Terminal
import Testing
import ViewModels

@testable import Views

/// What a frame lays out and draws: only what has changed.
@MainActor
@Suite("The work of a frame")
struct FrameWorkTests {
  /// A room of numbered messages on a screen of one size.
  @MainActor struct Room {
    let stage: Stage
    let timeline: TimelineView
    private let drawer: Drawer

    private final class Drawer {
      var canvas = Canvas(size: Size(columns: 100, rows: 20))
    }

    init(_ count: Int) throws {
      stage = try TimelineViewTests.stage(0..<count)
      timeline = try #require(stage.view.main?.conversation?.timeline)
      drawer = Drawer()
      _ = work {}
    }

    /// The tiles drawn and the rows laid out by the frame after some changes.
    func work(_ change: () throws -> Void) rethrows -> [Int] {
      let before = (stage.view.compositor.drawnCount, timeline.layoutMissCount)
      try change()
      stage.view.draw(into: &drawer.canvas)
      return [stage.view.compositor.drawnCount - before.0, timeline.layoutMissCount - before.1]
    }
  }

  @Test("a letter draws the composer alone")
  func letter() throws {
    let room = try Room(300)

    // The first letter also adds a hint to the footer, and the mark of a draft to the list.
    #expect(room.work { room.stage.press("h") } == [3, 0])
    #expect(room.work { room.stage.press("i") } == [1, 0])
    #expect(room.work { room.stage.press("Left") } == [1, 0])
    #expect(room.work {} == [0, 0])
  }

  @Test("a frame waits for the messages of a room that was just opened, and for nothing else")
  func waits() throws {
    let stage = try Stage()
    #expect(!stage.view.isAwaitingContent)
    stage.rooms.send(stage.scenario.rooms)
    stage.open(stage.scenario.swift.id)
    #expect(stage.view.isAwaitingContent)
    stage.timelines[stage.scenario.swift.id]?.send(stage.scenario.timeline)
    #expect(!stage.view.isAwaitingContent)
  }

  @Test("a key in the help draws the help alone, and closing it lays out nothing")
  func overlay() throws {
    let room = try Room(300)
    room.stage.press("Esc")
    _ = room.work {}

    _ = room.work { room.stage.press("F1") }
    #expect(room.work { room.stage.press("m") } == [1, 0])
    #expect(room.work { room.stage.press("Esc") }[1] == 0)
  }

  @Test("a cursor in the room list draws the list alone")
  func list() throws {
    let room = try Room(300)
    _ = room.work { room.stage.press("F3") }

    #expect(room.work { room.stage.press("Up") } == [1, 0])
  }

  @Test(
    "a new message lays out one row, whatever the length of the history", arguments: [30, 300])
  func newMessage(count: Int) throws {
    let room = try Room(count)

    let added = try room.work { try TimelineViewTests.send(room.stage, 0..<count + 1) }
    #expect(added == [1, 1])
    let edited = try room.work {
      try TimelineViewTests.send(room.stage, 0..<count + 1, edited: count - 2)
    }
    #expect(edited == [1, 1])
    let restored = try room.work { try TimelineViewTests.send(room.stage, 0..<count + 1) }
    #expect(restored == [1, 1])
    let unseen = try room.work {
      try TimelineViewTests.send(room.stage, 0..<count + 1, edited: 2)
    }
    #expect(unseen == [0, 0])
  }

  @Test("opening and paging lay out the rows of the window, once each")
  func paging() throws {
    let room = try Room(300)
    #expect(room.timeline.layoutMissCount <= 20)
    let rows = 20 - 5

    #expect(room.work { room.stage.press("PageUp") }[1] <= rows)
    #expect(room.work { room.stage.press("PageDown") }[1] == 0)
  }
}
