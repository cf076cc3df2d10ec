import Controllers
import Models
import Signals
import Support
import Terminal
import Testing

@testable import Views

/// What a start shows of what the last session kept.
@MainActor
@Suite("Restart")
struct RestartTests {
  /// A start into the room with numbered messages.
  ///
  /// The history may be there before the list.
  private func stage(
    message: String? = nil, draft: Draft? = nil, _ numbers: Range<Int> = 0..<100,
    isEarly: Bool = false
  ) throws -> Stage {
    let room = try Scenario().swift.id
    let stage = try Stage(
      kept: KeptPlaces(
        drafts: draft.map { [room: $0] } ?? [:],
        openRoom: OpenRoom(room: room, message: message.flatMap { Message.ID($0) })))
    if isEarly { try TimelineViewTests.send(stage, numbers) }
    stage.connection.send(.online)
    stage.rooms.send(stage.scenario.rooms)
    if !isEarly { try TimelineViewTests.send(stage, numbers) }
    return stage
  }

  private func place(_ stage: Stage) -> String? {
    stage.places.kept.openRoom?.message?.rawValue
  }

  @Test("typing continues where the cursor was")
  func draft() throws {
    let stage = try stage(draft: Draft(text: "hello\nword", cursor: 9))
    #expect(stage.screen().contains { $0.contains("> hello") })
    stage.type("l")
    let kept = stage.places.kept.drafts[stage.scenario.swift.id]
    #expect(kept == Draft(text: "hello\nworld", cursor: 10))
    stage.press("Left", "Left")
    #expect(stage.places.kept.drafts[stage.scenario.swift.id]?.cursor == 8)
  }

  @Test("what is typed before the first screen is in the composer", arguments: [true, false])
  func typedEarly(isSignedIn: Bool) async throws {
    let room = try Scenario().swift.id
    let start = Subject<Void, RequestError>()
    let stage = try Stage(
      isSignedIn: isSignedIn, kept: KeptPlaces(openRoom: OpenRoom(room: room, message: nil)),
      start: start)
    stage.rooms.send(stage.scenario.rooms)
    stage.keyInterval = .milliseconds(100)
    stage.type("jm hel")
    stage.send(.paste("lo"))
    stage.press("Enter")
    start.send(())
    // Other tests may have queued work for the main actor, behind which this stands.
    for _ in 0..<1000 where stage.view.context == .starting { await Task.yield() }
    #expect(stage.view.prompt == nil)
    // Whoever typed this did not see where it goes.
    if isSignedIn { stage.press("Enter") }
    #expect(stage.journal.take().filter { $0.hasPrefix("send") } == [])
    #expect(
      stage.places.kept.drafts == (isSignedIn ? [room: Draft(text: "jm hello", cursor: 8)] : [:]))
    #expect(isSignedIn || stage.view.focusedField?.editor.text == "ada")
  }

  @Test("Enter sends no draft that was never on the screen", arguments: [true, false])
  func unseenDraft(isDrawn: Bool) throws {
    let stage = try stage(draft: Draft(text: "hello", cursor: 5))
    stage.keyInterval = .milliseconds(10)
    if isDrawn { _ = stage.screen() }
    stage.press("Enter")
    #expect(stage.journal.take().contains("send hello") == isDrawn)
    guard !isDrawn else { return }
    #expect(stage.screen().contains { $0.contains("press Enter again to send it") })
    stage.press("Enter")
    #expect(stage.journal.take().contains("send hello"))
  }

  @Test("a cursor beyond the text stands at its end")
  func farCursor() throws {
    let stage = try stage(draft: Draft(text: "hell", cursor: .max))
    stage.type("o")
    #expect(stage.places.kept.drafts[stage.scenario.swift.id] == Draft(text: "hello", cursor: 5))
  }

  @Test("the history is where it was scrolled to, also when messages arrive and the window grows")
  func scrolled() throws {
    let stage = try stage(message: "$n40")
    #expect(TimelineViewTests.numbers(stage).last == 40)
    #expect(place(stage) == "$n40")
    #expect(stage.screen(100, 20).contains { $0.contains("more below") })
    try TimelineViewTests.send(stage, 0..<103)
    #expect(TimelineViewTests.numbers(stage).last == 40)
    #expect(stage.screen(100, 40).contains { $0.contains("number 40;") })

    _ = TimelineViewTests.numbers(stage)
    stage.press("PageDown")
    let last = try #require(TimelineViewTests.numbers(stage).last)
    #expect(last > 45)
    #expect(place(stage) == "$n\(last)")
    stage.press("PageUp")
    #expect(place(stage) == "$n40")
    stage.press("Esc", "G")
    #expect(TimelineViewTests.numbers(stage).last == 102)
    #expect(place(stage) == nil)
  }

  @Test(
    "a place that is gone or that is the end opens at the end",
    arguments: ["$gone", "$n99"], [true, false])
  func gone(message: String, isEarly: Bool) throws {
    let stage = try stage(message: message, isEarly: isEarly)
    #expect(TimelineViewTests.numbers(stage).last == 99)
    #expect(place(stage) == nil)
    try TimelineViewTests.send(stage, 0..<101)
    #expect(TimelineViewTests.numbers(stage).last == 100)
  }

  @Test("no empty lines stand above the first messages in a window that is higher than before")
  func higherWindow() throws {
    let stage = try stage(message: "$n3")
    #expect(TimelineViewTests.numbers(stage).first == 0)
    #expect((TimelineViewTests.numbers(stage).last ?? 0) > 8)
  }

  @Test("moving the selection keeps the place too")
  func selection() throws {
    let stage = try stage()
    _ = TimelineViewTests.numbers(stage)
    stage.press("Esc", "g")
    let last = try #require(TimelineViewTests.numbers(stage).last)
    #expect(place(stage) == "$n\(last)")
  }
}
