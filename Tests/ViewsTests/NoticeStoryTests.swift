import Controllers
import Models
import Signals
import Support
import Terminal
import Testing

@testable import Views

@Suite("New messages outside of the screen")
@MainActor
struct NoticeStoryTests {
  /// A message of somebody whose name is hostile comes in a room.
  private func arrive(_ text: String, in room: Room, on stage: Stage) {
    let sender = User(id: .template("@eve:x"), displayName: "Eve\u{1B}[2J\u{202E}")
    let message = Message(
      id: .init(TransactionID.template("x")), roomID: room.id, sender: sender.id,
      timestamp: Timestamp(milliseconds: Scenario.noon),
      content: .text(TextContent(body: text)))
    stage.arriving.send(
      NewMessage(
        room: room.with { $0.unreadCount = 1 }, message: message, sender: sender, isMention: true))
    stage.pause(for: .seconds(10))
  }

  @Test("a notice is harmless text; the room in front has none while the terminal has the focus")
  func notices() throws {
    let stage = try Stage()
    let front = stage.scenario.swift
    stage.connect(opening: front.id)
    _ = stage.takeHostCalls()
    arrive("one\ntwo \u{7}", in: stage.scenario.rooms[3], on: stage)
    let calls = stage.takeHostCalls()
    #expect(calls.first == "ring")
    #expect(calls.count == 2)
    #expect(calls.last?.contains("Eve␛[2J") == true)
    #expect(calls.last?.contains("one two ␇") == true)
    arrive("seen", in: front, on: stage)
    #expect(stage.takeHostCalls().isEmpty)
    stage.view.handle(.focus(false))
    arrive("unseen", in: front, on: stage)
    #expect(stage.takeHostCalls().count == 2)
    stage.view.handle(.focus(true))
    #expect(stage.takeHostCalls() == ["withdrawNotice"])
    stage.view.handle(.focus(false))
    arrive("unseen too", in: front, on: stage)
    #expect(stage.takeHostCalls().count == 2)
    stage.press("j")
    #expect(stage.takeHostCalls() == ["withdrawNotice"], "who presses a key is here")
  }

  @Test("a key holds notices back, and the status line says so")
  func quiet() throws {
    let stage = try Stage()
    stage.connect()
    _ = stage.takeHostCalls()
    stage.press("~")
    #expect(stage.screen().contains { $0.contains("do not disturb") })
    arrive("one", in: stage.scenario.rooms[3], on: stage)
    #expect(stage.takeHostCalls().isEmpty)
    stage.press("~")
    #expect(!stage.screen().contains { $0.contains("do not disturb") })
    arrive("two", in: stage.scenario.rooms[3], on: stage)
    #expect(stage.takeHostCalls().count == 2)
  }

  @Test("the window is called by the inbox")
  func title() throws {
    let stage = try Stage()
    let room = stage.scenario.rooms[4]
    stage.rooms.send([room.with { ($0.unreadCount, $0.mentionCount) = (2, 1) }])
    #expect(stage.titles.last == "(1 @1) chat-tui")
    stage.rooms.send([room])
    #expect(stage.titles.last == "chat-tui")
  }
}
