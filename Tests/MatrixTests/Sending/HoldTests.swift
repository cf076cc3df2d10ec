import Foundation
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models
@testable import Signals

@Suite("Messages that can still be taken back", .timeLimit(.minutes(5)))
struct HoldTests {
  private let rehearsal: Rehearsal
  private let sender: MatrixMessageSender
  private let room: RoomID
  private let connection = ReplaySubject<ConnectionState, Never>(capacity: 1)

  init() async throws {
    rehearsal = try Rehearsal()
    sender = try rehearsal.sender(connection: connection.signal)
    room = try await rehearsal.joinRoom()
  }

  private func hold(_ text: String) async throws -> Notes<Message, RequestError> {
    try await Notes(sender.send(.text(text), to: room, after: .seconds(5))).started()
  }

  private var until: Timestamp { Timestamp(milliseconds: rehearsal.time.value + 5000) }

  @Test("a message goes out after its time, and not earlier even when the connection returns")
  func due() async throws {
    let until = until
    let notes = try await hold("hello")
    #expect(notes.values.map(\.delivery) == [.held(until: until)])
    #expect(try await rehearsal.clock.nextTimer() == .seconds(5))
    rehearsal.time.value += 2000
    connection.send(.online)
    try await eventually { rehearsal.clock.timerCount == 1 }
    #expect(rehearsal.transport.log.isEmpty)
    rehearsal.time.value = until.milliseconds
    connection.send(.online)
    let put = try await rehearsal.transport.next(.put, "/send/")
    #expect(try await rehearsal.timeline(of: room).messages.map(\.delivery) == [.sending])
    put.reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()
    #expect(notes.isCompleted)
  }

  @Test("a message that is taken back never goes out, and the next one does")
  func takenBack() async throws {
    let notes = try await hold("oops")
    try await rehearsal.clock.nextTimer()
    let id = try #require(notes.values.first?.id)
    let taking = Notes(sender.takeBack(id, in: room))
    try await taking.ended()
    try await notes.ended()
    #expect(taking.isCompleted)
    #expect(notes.failure?.reason == .cancelled)
    #expect(try storedOutbox(rehearsal.directory).isEmpty)
    #expect(try await rehearsal.timeline(of: room).messages.isEmpty)

    let next = Notes(sender.send("better", to: room))
    let put = try await rehearsal.transport.next(.put, "/send/")
    #expect(put.body.contains("better"))
    put.reply(200, #"{"event_id":"$1"}"#)
    try await next.ended()
    let late = Notes(sender.takeBack(try #require(next.values.first?.id), in: room))
    try await late.ended()
    #expect(late.failure != nil, "it is sent")
    #expect(rehearsal.transport.log.count == 1)
  }

  @Test("a removal that can be taken back lets messages pass, and goes out after its time")
  func removalPasses() async throws {
    let target = try #require(Message.ID("$m"))
    let until = until
    let removal = try await Notes(
      sender.send(.redaction(target), to: room, after: .seconds(5))
    ).started()
    try await rehearsal.clock.nextTimer()
    let changes = try #require(rehearsal.store.current.rooms[room]).waitingChanges
    #expect(changes.map(\.effect) == [.removal(heldUntil: until)])
    let notes = Notes(sender.send("meanwhile", to: room))
    try await rehearsal.transport.next(.put, "/send/").reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()
    #expect(rehearsal.transport.log.count == 1)

    rehearsal.time.value = until.milliseconds
    connection.send(.online)
    let put = try await rehearsal.transport.next(.put, "/redact/")
    #expect(
      rehearsal.store.current.rooms[room]?.waitingChanges.map(\.effect) == [.removal()])
    put.reply(200, #"{"event_id":"$r"}"#)
    try await removal.ended()
    #expect(removal.isCompleted)
  }

  @Test("a removal that is taken back never goes out")
  func removalTakenBack() async throws {
    let target = try #require(Message.ID("$m"))
    let removal = try await Notes(
      sender.send(.redaction(target), to: room, after: .seconds(5))
    ).started()
    try await rehearsal.clock.nextTimer()
    let taking = Notes(sender.takeBack(try #require(removal.values.first?.id), in: room))
    try await taking.ended()
    #expect(taking.isCompleted)
    #expect(rehearsal.store.current.rooms[room]?.waitingChanges == [])
    #expect(try storedOutbox(rehearsal.directory).isEmpty)
    #expect(rehearsal.transport.log.isEmpty)
  }

  @Test("the end of a poll lets votes pass, ends nothing before its time, and can be taken back")
  func pollEnd() async throws {
    let poll = NewPoll(question: "Fruit?", answers: ["Apple", "Fig"])
    let made = Notes(sender.send(.poll(poll), to: room))
    try await rehearsal.transport.next(.put, "poll.start").reply(200, #"{"event_id":"$p"}"#)
    try await made.ended()
    let target = try #require(Message.ID("$p"))
    let end = try await Notes(
      sender.send(.pollEnd(target, result: "over"), to: room, after: .seconds(5))
    ).started()
    try await rehearsal.clock.nextTimer()
    let id = try #require(end.values.first?.id)
    let line = try #require(await rehearsal.timeline(of: room).messages.last)
    #expect(line.pendingChange == .heldPollEnd(event: id, until: until))
    #expect(line.votes?.isEnded == false)
    let vote = Notes(sender.send(.vote(["1"], in: target), to: room))
    try await rehearsal.transport.next(.put, "poll.response").reply(200, #"{"event_id":"$v"}"#)
    try await vote.ended()
    let taking = Notes(sender.takeBack(id, in: room))
    try await taking.ended()
    #expect(taking.isCompleted)
    #expect(try storedOutbox(rehearsal.directory).isEmpty)
    #expect(rehearsal.transport.log.count == 2)
  }

  @Test("a file that is taken back in its time leaves no copy, and is not uploaded")
  func file() async throws {
    let path = rehearsal.folder.path + "/a.txt"
    try Data("text".utf8).write(to: URL(filePath: path))
    let uploads = Notes(sender.uploads)
    let notes = try await Notes(
      sender.send(.file(path: path), to: room, after: .seconds(5))
    ).started()
    try await rehearsal.clock.nextTimer()
    #expect(notes.values.map(\.delivery) == [.held(until: until)])
    #expect(uploads.values == [[:]], "it waits, and is not being uploaded")
    let taking = Notes(sender.takeBack(try #require(notes.values.first?.id), in: room))
    try await taking.ended()
    #expect(taking.isCompleted)
    let names = try rehearsal.directory.entries().map(\.name)
    #expect(!names.contains { $0.hasPrefix("outgoing-") })
    #expect(rehearsal.transport.log.isEmpty)
  }

  @Test("at the end of the program, what can still be taken back goes out at once, in its order")
  func sentAtTheEnd() async throws {
    let target = try #require(Message.ID("$m"))
    _ = try await hold("hello")
    _ = try await Notes(
      sender.send(.redaction(target), to: room, after: .seconds(60))
    ).started()
    try await rehearsal.clock.nextTimer()
    let end = Notes(sender.sendHeld())
    try await rehearsal.transport.next(.put, "/send/").reply(200, #"{"event_id":"$1"}"#)
    let put = try await rehearsal.transport.next(.put, "/redact/")
    #expect(!end.isCompleted)
    put.reply(403, #"{"errcode":"M_FORBIDDEN"}"#)
    try await end.ended()
    #expect(end.isCompleted)

    let nothing = Notes(sender.sendHeld())
    try await nothing.ended()
    #expect(nothing.isCompleted)
  }

  @Test("what the server does not take at the end of the program goes out with the next start")
  func notSentAtTheEnd() async throws {
    _ = try await hold("hello")
    try await rehearsal.clock.nextTimer()
    let end = Notes(sender.sendHeld())
    try await rehearsal.transport.next(.put, "/send/").reply(502, "{}")
    #expect(!end.isCompleted)
    let second = try Rehearsal(folder: rehearsal.folder)
    let next = try second.sender()
    _ = try await second.joinRoom()
    _ = try await second.transport.next(.put, "/send/")
    withExtendedLifetime(next) {}
  }

  @Test("the time survives a restart: the rest is waited, and what is due goes out at once")
  func restart() async throws {
    _ = try await hold("hello")
    let second = try Rehearsal(folder: rehearsal.folder)
    second.time.value += 2000
    let waiting = try second.sender()
    _ = try await second.joinRoom()
    #expect(try await second.clock.nextTimer() == .seconds(3))
    #expect(second.transport.log.isEmpty)

    let third = try Rehearsal(folder: rehearsal.folder)
    third.time.value += 5000
    let due = try third.sender()
    _ = try await third.joinRoom()
    _ = try await third.transport.next(.put, "/send/")
    #expect(third.clock.timerCount == 0)
    withExtendedLifetime((waiting, due)) {}
  }

  @Test("a clock that was set back keeps no message")
  func clockSetBack() async throws {
    _ = try await hold("hello")
    let second = try Rehearsal(folder: rehearsal.folder)
    second.time.value -= 3_600_000
    let later = try second.sender()
    _ = try await second.joinRoom()
    _ = try await second.transport.next(.put, "/send/")
    withExtendedLifetime(later) {}
  }
}
