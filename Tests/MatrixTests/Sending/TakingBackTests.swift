import GRDB
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models
@testable import Signals

@Suite("Taking an unsent message back", .timeLimit(.minutes(5)))
struct TakingBackTests {
  private let rehearsal: Rehearsal
  private let places: MatrixPlacesController
  private let sender: MatrixMessageSender

  init() throws {
    rehearsal = try Rehearsal()
    places = try MatrixPlacesController(in: rehearsal.directory, scheduler: rehearsal.clock)
    sender = try rehearsal.sender(places: places)
  }

  /// A message that the server refused.
  private func refused(_ text: String, in room: RoomID) async throws -> Message {
    let notes = Notes(sender.send(text, to: room))
    try await rehearsal.transport.next(.put, "/send/").reply(403, #"{"errcode":"M_FORBIDDEN"}"#)
    try await notes.ended()
    return try #require(await rehearsal.timeline(of: room).messages.last)
  }

  /// The drafts and the unsent messages that a program finds that starts now.
  private func left() throws -> (drafts: [RoomID: Draft], unsent: Int) {
    let fresh = try AccountDirectory(path: rehearsal.folder.path)
    let vault = try fresh.vault()
    return (try KeptPlaces(vault).drafts, try vault.outbox().count)
  }

  @Test("the draft and the removal of the message go to the disk together")
  func together() async throws {
    let room = try await rehearsal.joinRoom()
    let message = try await refused("hello", in: room)
    // The first change of a draft waits half a second; the manual clock never lets it pass.
    places.keep(Draft(text: "hello\nmore", cursor: 10), in: room)
    #expect(try left().drafts == [:])
    let notes = Notes(sender.takeBack(message.id, in: room))
    try await notes.ended()

    #expect(notes.isCompleted)
    let left = try left()
    #expect(left.drafts == [room: Draft(text: "hello\nmore", cursor: 10)])
    #expect(left.unsent == 0)
    #expect(try await rehearsal.timeline(of: room).messages.isEmpty)
    #expect(try await value(of: sender.unsentCount) == UnsentCount())
  }

  @Test("when the disk is full the message stays, and the draft is written later")
  func fullDisk() async throws {
    let room = try await rehearsal.joinRoom()
    let message = try await refused("hello", in: room)
    let vault = try rehearsal.directory.vault()
    try vault.read { try $0.execute(sql: "PRAGMA query_only = OFF; PRAGMA max_page_count = 1") }
    let text = String(repeating: "x", count: 50_000)
    places.keep(Draft(text: text, cursor: 0), in: room)
    let notes = Notes(sender.takeBack(message.id, in: room))
    try await notes.ended()

    #expect(notes.failure?.reason == .storage("no space left on the disk: \(vault.path)"))
    #expect(try left() == ([:], 1))
    #expect(try await rehearsal.timeline(of: room).messages.map(\.id) == [message.id])
    #expect(try await value(of: sender.unsentCount) == UnsentCount(failed: 1))
    try vault.read { try $0.execute(sql: "PRAGMA max_page_count = 100000") }
    let again = Notes(sender.takeBack(message.id, in: room))
    try await again.ended()
    #expect(again.isCompleted)
    #expect(try left() == ([room: Draft(text: text, cursor: 0)], 0))
  }

  @Test("a message that is on its way, sent, discarded or unknown is not taken back")
  func notFailed() async throws {
    let room = try await rehearsal.joinRoom()
    let message = try await refused("gone", in: room)
    sender.discard(message.id, in: room)
    let sending = Notes(sender.send("hello", to: room))
    let put = try await rehearsal.transport.next(.put, "/send/")
    let id = try #require(sending.values.first?.id)
    for id in [id, message.id, try #require(Message.ID("unknown"))] {
      let notes = Notes(sender.takeBack(id, in: room))
      try await notes.ended()
      #expect(notes.failure?.reason == .invalidInput(id.rawValue))
    }
    put.reply(200, #"{"event_id":"$1"}"#)
    try await sending.ended()
    #expect(sending.isCompleted)
  }
}
