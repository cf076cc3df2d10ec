import Controllers
import Models
import Signals
import Terminal
import Testing
import ViewModels

@testable import Views

@MainActor
@Suite("TimelineView")
struct TimelineViewTests {
  /// A room of numbered messages, one line each.
  static func stage(_ numbers: Range<Int>, hasOlder: Bool = true) throws -> Stage {
    let stage = try Stage()
    try send(stage, numbers, hasOlder: hasOlder)
    stage.connection.send(.online)
    stage.rooms.send(stage.scenario.rooms)
    stage.open(stage.scenario.swift.id)
    _ = stage.screen(100, 20)
    return stage
  }

  static func send(_ stage: Stage, _ numbers: Range<Int>, hasOlder: Bool = true, edited: Int? = nil)
    throws
  {
    let room = stage.scenario.swift.id
    let messages = try numbers.map { number in
      try Scenario.message(
        "$n\(number)", room, stage.scenario.grace, minute: Int64(number),
        Scenario.text("number \(number);")
      ).with { $0.isEdited = number == edited }
    }
    stage.timelines[room]?.send(
      Timeline(
        roomID: room, messages: messages, people: [:], hasOlder: hasOlder, isEncrypted: false))
  }

  /// The numbers of the messages on the screen.
  static func numbers(_ stage: Stage) -> [Int] {
    stage.screen(100, 20).compactMap { line in
      let tail = line.components(after: "number ")
      return tail.flatMap { Int($0.prefix { $0 != ";" }) }
    }
  }

  @Test("older and newer messages do not move what is read")
  func stability() throws {
    let stage = try Self.stage(100..<200)
    stage.press("PageUp", "PageUp")
    let before = Self.numbers(stage)

    try Self.send(stage, 50..<200)
    #expect(Self.numbers(stage) == before)
    try Self.send(stage, 50..<203)
    #expect(Self.numbers(stage) == before)
    #expect(stage.screen(100, 20).contains { $0.contains("3 new below") })
    stage.press("PageDown", "PageDown", "PageDown")
    #expect(Self.numbers(stage).last == 202)
    #expect(!stage.screen(100, 20).contains { $0.contains("below") })
  }

  @Test("new messages are followed at the end, and one's own lead there")
  func following() throws {
    let stage = try Self.stage(0..<100)
    #expect(Self.numbers(stage).last == 99)
    try Self.send(stage, 0..<101)
    #expect(Self.numbers(stage).last == 100)

    stage.press("PageUp")
    stage.type("hi")
    stage.press("Enter")
    #expect(Self.numbers(stage).last == 100)
  }

  @Test("older messages are loaded when less than a page is above, once at a time")
  func older() throws {
    let stage = try Self.stage(0..<60)
    _ = stage.journal.take()
    stage.press("PageUp")
    #expect(stage.journal.take().isEmpty)
    stage.press("PageUp", "PageUp", "PageUp", "PageUp")
    #expect(stage.journal.take() == ["loadOlder"])
    #expect(stage.screen(100, 20).contains { $0.contains("Loading older") })
    stage.older.fail(RequestError(operation: .loadTimeline, reason: .timedOut))
    #expect(stage.screen(100, 20).contains { $0.contains("PageUp tries again") })
    stage.press("PageUp")
    #expect(stage.journal.take() == ["loadOlder"])
  }

  @Test("the wheel scrolls what it stands over")
  func wheel() throws {
    let stage = try Self.stage(0..<100)
    let before = Self.numbers(stage)
    stage.view.handle(.mouse(MouseEvent(.scrollUp, at: Point(column: 60, row: 8))))
    #expect(Self.numbers(stage) == before.map { $0 - 3 })
    stage.view.handle(.mouse(MouseEvent(.scrollDown, at: Point(column: 60, row: 8))))
    #expect(Self.numbers(stage) == before)
    stage.view.handle(.mouse(MouseEvent(.scrollUp, at: Point(column: 3, row: 8))))
    #expect(Self.numbers(stage) == before)
  }

  @Test("the selection walks over messages only and scrolls with them")
  func selection() throws {
    let stage = try Self.stage(0..<100)
    stage.press("Esc")
    let timeline = try #require(stage.view.main?.conversation?.timeline)
    for _ in 0..<40 { stage.press("k") }
    #expect(timeline.selectedRow?.content.value.bodyText == "number 59;")
    #expect(Self.numbers(stage).first == 59)
    stage.press("g")
    #expect(timeline.selectedRow?.content.value.bodyText == "number 0;")
    stage.press("G")
    #expect(timeline.selectedRow?.content.value.bodyText == "number 99;")
    #expect(Self.numbers(stage).last == 99)
  }

  @Test("a row that left the window no longer asks for frames, one that is shown does")
  func leftRows() throws {
    let stage = try Self.stage(0..<100)
    let timeline = try #require(stage.view.main?.conversation?.timeline)
    let rows = timeline.model.rows.value
    let last = try #require(rows.last)
    #expect(timeline.cells.cell(last.id)?.row === last)
    for _ in 0..<3 {
      stage.press("PageUp")
      _ = stage.screen(100, 20)
    }
    let shown = try #require(Self.numbers(stage).last)
    #expect(timeline.cells.cell(last.id) == nil)
    let before = stage.displayRequests

    try Self.send(stage, 0..<100, edited: 99)
    #expect(last.content.value.isEdited)
    #expect(stage.displayRequests == before)
    try Self.send(stage, 0..<100, edited: shown)
    #expect(stage.displayRequests > before)
  }

  @Test("rows are laid out once as long as nothing changes, and only near the window")
  func cache() throws {
    let stage = try Self.stage(0..<3000)
    let timeline = try #require(stage.view.main?.conversation?.timeline)
    let first = timeline.layoutMissCount
    #expect(first < 60)

    for _ in 0..<5 { _ = stage.screen(100, 20) }
    #expect(timeline.layoutMissCount == first)
    _ = stage.screen(60, 20)
    #expect(timeline.layoutMissCount > first)
    for _ in 0..<300 { stage.press("PageUp") }
    #expect(timeline.layoutCount <= 800)
  }
}

extension String {
  /// What follows the first occurrence of a text.
  fileprivate func components(after text: String) -> Substring? {
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(text) { return rest.dropFirst(text.count) }
      rest = rest.dropFirst()
    }
    return nil
  }
}
