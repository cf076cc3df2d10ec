import Controllers
import Models
import Signals
import Support
import Terminal
import Testing
import ViewModels

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
    stage.send(.paste("lo\nwo"))
    stage.press("C-j")
    stage.type("rld")
    stage.press("Enter")
    start.send(())
    // Other tests may have queued work for the main actor, behind which this stands.
    for _ in 0..<1000 where stage.view.context == .starting { await Task.yield() }
    #expect(stage.view.prompt == nil)
    // Whoever typed this did not see where it goes.
    if isSignedIn { stage.press("Enter") }
    #expect(stage.journal.take().filter { $0.hasPrefix("send") } == [])
    #expect(
      stage.places.kept.drafts
        == (isSignedIn ? [room: Draft(text: "jm hello\nwo\nrld", cursor: 15)] : [:]))
    #expect(isSignedIn || stage.view.focusedField?.editor.text == "ada")
  }

  @Test(
    "Enter sends no draft that was never on the screen, or that nobody can have read yet",
    arguments: [nil, 10, 190, 210])
  func unseenDraft(millisecondsAfterFrame: Int?) throws {
    let stage = try stage(draft: Draft(text: "hello", cursor: 5))
    if millisecondsAfterFrame != nil { _ = stage.screen() }
    stage.keyInterval = .milliseconds(millisecondsAfterFrame ?? 10)
    stage.press("Enter")
    let isSent = (millisecondsAfterFrame ?? 0) > 200
    #expect(stage.journal.take().contains("send hello") == isSent)
    guard !isSent else { return }
    #expect(stage.screen().contains { $0.contains("press Enter again to send it") })
    stage.keyInterval = .milliseconds(300)
    stage.press("Enter")
    #expect(stage.journal.take().contains("send hello"))
  }

  @Test("the draft of a room that opens after the first frame counts from its own first frame")
  func lateDraft() throws {
    let room = try Scenario().swift.id
    let stage = try Stage(
      kept: KeptPlaces(
        drafts: [room: Draft(text: "hello", cursor: 5)],
        openRoom: OpenRoom(room: room, message: nil)))
    _ = stage.screen()
    stage.pause()
    stage.connection.send(.online)
    stage.rooms.send(stage.scenario.rooms)
    stage.keyInterval = .milliseconds(100)
    stage.press("Enter")
    _ = stage.screen()
    stage.press("Enter")
    #expect(stage.journal.take().filter { $0.hasPrefix("send") } == [])
  }

  @Test("who replaces a restored draft at once sends what stands there then")
  func replacedDraft() throws {
    let stage = try stage(draft: Draft(text: "old", cursor: 3))
    _ = stage.screen()
    stage.keyInterval = .milliseconds(10)
    for _ in 0..<3 { stage.press("Backspace") }
    stage.type("hi")
    stage.press("Enter")
    #expect(stage.journal.take().contains("send hi"))
  }

  @Test(
    "Enter sends no draft of a room that has just been switched to", arguments: [20, 190, 210],
    [true, false])
  func draftOfOtherRoom(milliseconds: Int, isDrawn: Bool) throws {
    let stage = try self.stage()
    stage.type("kept")
    stage.press("Esc", "Esc", "j")
    stage.press("Enter")
    #expect(stage.view.main?.conversation?.model.titleText.value != "#swift-tui")
    stage.press("Esc", "Esc", "k")
    stage.keyInterval = .milliseconds(milliseconds)
    stage.press("Enter")
    #expect(stage.view.main?.conversation?.model.titleText.value == "#swift-tui")
    if isDrawn { _ = stage.screen() }
    stage.press("Enter")
    #expect(stage.journal.take().contains("send kept") == (milliseconds > 200))
  }

  @Test("who replaces the draft of another room, or writes in one without a draft, sends that")
  func replacedDraftOfOtherRoom() throws {
    let stage = try self.stage()
    stage.type("k")
    stage.press("Esc", "Esc", "j")
    stage.keyInterval = .milliseconds(10)
    stage.press("Enter")
    stage.type("hi")
    stage.press("Enter")
    #expect(stage.journal.take().contains("send hi"))
    stage.keyInterval = .seconds(1)
    stage.press("Esc", "Esc", "k")
    stage.keyInterval = .milliseconds(10)
    stage.press("Enter", "Backspace")
    stage.type("no")
    stage.press("Enter")
    #expect(stage.journal.take().contains("send no"))
  }

  @Test("who types into an empty composer at once sends that")
  func ownText() throws {
    let stage = try stage()
    _ = stage.screen()
    stage.keyInterval = .milliseconds(10)
    stage.type("hi")
    stage.press("Enter")
    #expect(stage.journal.take().contains("send hi"))
  }

  @Test("Enter at once after the first frame of the form starts no account")
  func unseenForm() throws {
    let stage = try Stage(isSignedIn: false)
    _ = stage.screen()
    stage.keyInterval = .milliseconds(50)
    stage.press("Enter")
    #expect(stage.local.journal.take() == [])
    #expect(stage.footer().contains("press Enter again to go on"))
    stage.keyInterval = .milliseconds(500)
    stage.press("Enter")
    #expect(stage.local.journal.take() == ["signUp ada"])
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
