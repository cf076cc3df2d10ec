import Controllers
import Models
import Signals
import Support
import Terminal
import Testing

@testable import Views

/// What came while the user was away and begins above the window.
@MainActor
@Suite("New messages above the window")
struct NewAboveTests {
  /// The user looks at another window while 41 messages come, one after another.
  private func away() throws -> Stage {
    let stage = try TimelineViewTests.stage(0..<30, readUpTo: 29)
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

  @Test("of a beginning behind changes of the room that fill all that is loaded, no number is told")
  func behindChanges() throws {
    let stage = try TimelineViewTests.stage(0..<0)
    let room = stage.scenario.swift.id
    let changes = try (100..<150).map {
      try Scenario.message(
        "$n\($0)", room, stage.scenario.grace, minute: Int64($0),
        .roomChange(.replacement("to \($0)")))
    }
    stage.timelines[room]?.send(
      Timeline(
        roomID: room, messages: changes, people: [:], hasOlder: true, readUpTo: EventID("$n20"),
        isEncrypted: false))
    #expect(hint(stage)?.contains("─ new above, Esc n ") == true)
  }

  @Test("a never-read room tells of what is loaded, and the key goes on to what is not")
  func neverRead() throws {
    let stage = try TimelineViewTests.stage(100..<160)
    let above = 60 - TimelineViewTests.numbers(stage).count
    #expect(hint(stage)?.contains(" \(above)+ new above, Esc n ") == true)
    stage.press("Esc", "n")
    #expect(TimelineViewTests.numbers(stage).first == 100)
    #expect(stage.screen(100, 20).contains { $0.contains("Loading older messages…") })
    #expect(hint(stage) == nil)
    stage.older.complete()
    try TimelineViewTests.send(stage, 0..<160, hasOlder: false, at: 100)
    #expect(TimelineViewTests.numbers(stage).first == 0)
    #expect(stage.screen(100, 20).contains { $0.contains("Beginning of the room") })
    stage.press("G")
    #expect(hint(stage) == nil, "the first one has been seen")
  }

  @Test(
    "whoever moves or writes meanwhile stays there", arguments: ["j", "k", "PageDown", "G", "i"])
  func movingAway(key: String) throws {
    let stage = try TimelineViewTests.stage(100..<160)
    _ = stage.screen(100, 20)
    stage.press("Esc", "n")
    _ = stage.screen(100, 20)
    stage.press(key)
    let numbers = TimelineViewTests.numbers(stage)
    stage.older.complete()
    try TimelineViewTests.send(stage, 0..<160, hasOlder: false, at: 100)
    // The line that told of loading is gone.
    #expect((TimelineViewTests.numbers(stage).first ?? 0) >= (numbers.first ?? 0) - 2)
  }

  @Test("another room and back, or a restart, keep the messages that nobody has seen new")
  func otherRoom() throws {
    let stage = try away()
    let room = stage.scenario.swift.id
    let above = 71 - 30 - TimelineViewTests.numbers(stage).count
    // The room counts as read by now.
    try TimelineViewTests.send(stage, 0..<71, readUpTo: 70)
    for _ in 0..<2 {
      let others = stage.scenario.rooms.filter { $0.id != room && $0.membership == .joined }
      stage.open(try #require(others.first).id)
      #expect(hint(stage) == nil)
      stage.open(room)
      #expect(hint(stage)?.contains(" \(above) new above, Esc n ") == true)
    }
    #expect(stage.places.kept.unseen == [room: Message.ID("$n29")])
    let next = try Stage(kept: stage.places.kept)
    try TimelineViewTests.send(next, 0..<71, readUpTo: 70)
    next.connection.send(.online)
    next.rooms.send(next.scenario.rooms)
    #expect(hint(next)?.contains(" \(above) new above, Esc n ") == true)
    next.press("Esc", "n")
    #expect(TimelineViewTests.numbers(next).contains(30))
    #expect(next.places.kept.unseen == [:])
    next.press("G")
    #expect(hint(next) == nil)
  }

  @Test("a beginning below the window, where the room was left scrolled, has not been seen")
  func below() throws {
    let room = try Scenario().swift.id
    let stage = try Stage(
      kept: KeptPlaces(openRoom: OpenRoom(room: room, message: Message.ID("$n10"))))
    stage.connection.send(.online)
    stage.rooms.send(stage.scenario.rooms)
    try TimelineViewTests.send(stage, 0..<71, readUpTo: 29)
    #expect((TimelineViewTests.numbers(stage).last ?? 29) < 29)
    stage.press("Esc", "G")
    #expect(TimelineViewTests.numbers(stage).last == 70)
    #expect(hint(stage)?.contains(" new above, n ") == true)
  }

  @Test("a beginning before which a gap is filled later has not been seen")
  func gap() throws {
    let room = try Scenario().swift.id
    let stage = try Stage(kept: KeptPlaces(openRoom: OpenRoom(room: room)))
    stage.rooms.send(stage.scenario.rooms)
    try TimelineViewTests.send(stage, 0..<30, readUpTo: 29)
    _ = stage.screen(100, 20)
    // The first sync after the start.
    let gapped = Array(20..<30) + Array(60..<65)
    try TimelineViewTests.send(stage, gapped, readUpTo: 29, gapAt: 60)
    stage.connection.send(.online)
    #expect(TimelineViewTests.numbers(stage).contains(60))
    #expect(hint(stage) == nil)

    try TimelineViewTests.send(stage, 0..<65, readUpTo: 29)
    let above = 65 - 30 - TimelineViewTests.numbers(stage).count
    #expect(hint(stage)?.contains(" \(above) new above, Esc n ") == true)
  }

  @Test("the same key goes to the first message that arrived below the window")
  func arrivedBelow() throws {
    let stage = try TimelineViewTests.stage(0..<60, readUpTo: 59)
    stage.press("Esc", "n")
    #expect(stage.footer().contains("Nothing here was new"))
    stage.press("PageUp", "PageUp")
    try TimelineViewTests.send(stage, 0..<90)
    #expect(stage.screen(100, 20).contains { $0.contains("30 new below") })
    #expect(TimelineViewTests.numbers(stage).contains(60) == false)
    stage.press("n")
    #expect(TimelineViewTests.numbers(stage).contains(60))
    #expect(!stage.footer().contains("Nothing here was new"))
  }

  @Test("what was on the screen is not counted above when own messages move it out of the window")
  func ownMessages() throws {
    let stage = try away()
    let above = 71 - 30 - TimelineViewTests.numbers(stage).count
    for count in 72...76 {
      try TimelineViewTests.send(stage, 0..<count, readUpTo: 29, ownFrom: 71)
      #expect(hint(stage)?.contains(" \(above) new above, Esc n ") == true)
    }
    stage.press("PageUp")
    _ = stage.screen(100, 20)
    stage.press("Esc", "G")
    let left = hint(stage)?.firstMatch(of: #/ (\d+) new above/#).flatMap { Int($0.output.1) }
    #expect(left.map { 0 < $0 && $0 < above } == true, "a page of them has been seen")
  }

  @Test("what arrived below is counted also after another room and after a restart")
  func belowAgain() throws {
    let stage = try TimelineViewTests.stage(0..<60, readUpTo: 59)
    stage.press("PageUp", "PageUp")
    try TimelineViewTests.send(stage, 0..<90, readUpTo: 59)
    func below(_ stage: Stage) -> String? {
      let line = stage.screen(100, 20).first { $0.contains("below") }
      return line?.firstMatch(of: #/[^ ─]+ (new )?below/#).map { String($0.output.0) }
    }
    #expect(below(stage) == "30 new below")
    let room = stage.scenario.swift.id
    let others = stage.scenario.rooms.filter { $0.id != room && $0.membership == .joined }
    stage.open(try #require(others.first).id)
    stage.open(room)
    #expect(below(stage) == "30 new below")

    let next = try Stage(kept: stage.places.kept)
    try TimelineViewTests.send(next, 0..<60, readUpTo: 59)
    next.rooms.send(next.scenario.rooms)
    #expect(below(next) == "more below")
    try TimelineViewTests.send(next, 0..<90, readUpTo: 59)
    next.connection.send(.online)
    #expect(below(next) == "30 new below")
    next.press("Esc", "n")
    #expect(TimelineViewTests.numbers(next).contains(60))
    next.press("PageDown")
    let count = 89 - (TimelineViewTests.numbers(next).last ?? 0)
    #expect(below(next) == (count > 0 ? "\(count) new below" : nil))
    next.press("G")
    #expect(below(next) == nil)
  }
}
