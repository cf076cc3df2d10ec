import Controllers
import Models
import Signals
import Support
import Terminal
import Testing
import ViewModels

@testable import Views

/// Keys that come right behind an Enter, before what it sent is shown.
@MainActor
@Suite("Keys behind Enter")
struct SendingStoryTests {
  private struct Room {
    let stage: Stage
    let history: ReplaySubject<Timeline, Never>
    var messages: [Message]
    var name = "t1"
  }

  /// The room, or its thread, in which nothing of the account is shown but older messages.
  private func room(isThread: Bool = false) throws -> Room {
    let stage = try ReactionStoryTests.stage { scenario in
      scenario.timeline.messages.map { message in
        guard message.eventID?.rawValue == "$3" else { return message }
        return message.with { $0.thread = ThreadSummary(count: 1, unreadCount: 0) }
      }
    }
    _ = stage.screen()
    let all = stage.scenario.timeline.messages
    var room = Room(
      stage: stage, history: try #require(stage.timelines[stage.scenario.swift.id]),
      messages: all)
    if isThread {
      let root = try #require(all.first { $0.eventID?.rawValue == "$3" })
      room = Room(stage: stage, history: stage.thread, messages: [root])
      stage.thread.send(stage.scenario.timeline.with { $0.messages = [root] })
      stage.press("Esc", "g", "j", "j", "t")
      #expect(stage.view.context == .composer)
      _ = stage.screen()
    }
    stage.pause()
    _ = stage.journal.take()
    stage.keyInterval = .zero
    return room
  }

  /// What was sent is shown, in the place of the message with the same name.
  private func show(_ text: String, in room: inout Room, isEdit: Bool = false) {
    let message = Message.outgoing(room.name, text, in: room.stage.scenario.swift.id)
    room.messages.removeAll { $0.id == message.id }
    room.messages.append(isEdit ? message.with { $0.pendingChange = .edit } : message)
    let messages = room.messages
    room.history.send(room.stage.scenario.timeline.with { $0.messages = messages })
    room.stage.sent.send(.outgoing(isEdit ? "e1" : room.name))
    room.stage.pause(for: .zero)
  }

  private func composed(_ room: Room) -> String? {
    room.stage.view.main?.conversation?.composer.field.editor.text
  }

  @Test("Up changes the message that was just sent, not the one before", arguments: [false, true])
  func sent(isThread: Bool) throws {
    var room = try room(isThread: isThread)
    let stage = room.stage
    stage.press("text", "Enter", "Up", "x", "Enter")
    #expect(stage.journal.take().count == 1)
    #expect(stage.view.main?.conversation?.composer.model.isEditing == false)
    show("text", in: &room)
    let change = try #require(stage.journal.take().last)
    #expect(change.contains(#"text: "textx""#) && change.contains("t1"), "\(change)")
  }

  @Test("a second change goes on from the first one", arguments: [false, true])
  func changed(isThread: Bool) throws {
    var room = try room(isThread: isThread)
    let stage = room.stage
    stage.press("base", "Enter")
    show("base", in: &room)
    _ = stage.journal.take()
    stage.press("Up", "Space", "A", "Enter", "Up", "Space", "B", "Enter")
    #expect(stage.journal.take().last?.contains(#"text: "base A""#) == true)
    show("base A", in: &room, isEdit: true)
    #expect(stage.journal.take().last?.contains(#"text: "base A B""#) == true)
  }

  @Test("Esc selects what was sent; it waits also once the sender has it, until it is shown")
  func selected() throws {
    var room = try room()
    let stage = room.stage
    stage.press("text", "Enter", "Esc")
    stage.sent.send(.outgoing("t1"))
    stage.pause(for: .milliseconds(10))
    #expect(stage.view.context == .composer)
    show("text", in: &room)
    #expect(stage.view.context == .timeline)
    #expect(stage.view.main?.conversation?.timeline.selectedID == RowID("t1"))
  }

  @Test("letters do not wait, except behind a key that does, as a paste does there")
  func letters() throws {
    let room = try room()
    let stage = room.stage
    stage.press("one", "Enter", "two", "Backspace", "o")
    #expect(composed(room) == "two")
    stage.press("Enter", "x", "Esc", "i")
    stage.send(.paste("z"))
    #expect(composed(room) == "x")
    #expect(stage.view.context == .composer)
    #expect(stage.journal.take() == ["send one", "send two"])
    stage.pause(for: .seconds(1))
    #expect(composed(room) == "xz")
  }

  @Test("nobody waits for longer than a second, and then Up changes no older message")
  func bound() throws {
    let room = try room()
    let stage = room.stage
    stage.press("text", "Enter", "Up", "x")
    stage.pause(for: .milliseconds(999))
    #expect(composed(room) == "")
    stage.pause(for: .milliseconds(1))
    #expect(composed(room) == "x")
    #expect(stage.view.main?.conversation?.composer.model.isEditing == false)
    stage.press("Backspace", "Up")
    #expect(stage.footer().contains("Your last message is not shown yet"))
  }

  @Test("while a message waits until it is sent, Up takes it back and changes no older one")
  func held() throws {
    let room = try room()
    let stage = room.stage
    let held = Message.outgoing(
      "t1", "text", delivery: .held(until: .noon(plusMinutes: 1)),
      in: stage.scenario.swift.id)
    let messages = room.messages + [held]
    room.history.send(stage.scenario.timeline.with { $0.messages = messages })
    stage.pause(for: .zero)
    _ = stage.journal.take()
    stage.press("Up", "x")
    #expect(stage.journal.take().filter { $0.hasPrefix("takeBack") } == ["takeBack t1"])
    #expect(composed(room) == "textx")
    #expect(stage.view.main?.conversation?.composer.model.isEditing == false)
  }

  @Test("of a file that waits until it is sent, Up tells the key that takes it back")
  func heldFile() throws {
    let room = try room()
    let stage = room.stage
    let held = Message.outgoing(
      "t1", delivery: .held(until: .noon(plusMinutes: 1)), in: stage.scenario.swift.id
    ).with { $0.content = .location("here") }
    let messages = room.messages + [held]
    room.history.send(stage.scenario.timeline.with { $0.messages = messages })
    stage.pause(for: .zero)
    stage.press("Up")
    #expect(stage.footer().contains("Esc, u takes back what you sent last"))
    #expect(composed(room) == "")
    #expect(stage.view.main?.conversation?.composer.model.isEditing == false)
  }

  @Test("a text that is refused is not waited for: it is in the composer again")
  func refused() throws {
    let room = try room()
    let stage = room.stage
    stage.press("text", "Enter", "Up", "x")
    stage.sent.fail(RequestError(operation: .send, reason: .storage("disk full")))
    stage.pause(for: .zero)
    #expect(composed(room) == "textx")
  }
}
