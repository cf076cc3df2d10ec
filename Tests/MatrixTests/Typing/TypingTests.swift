import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Typing", .timeLimit(.minutes(5)))
struct TypingTests {
  private let rehearsal: Rehearsal
  private let rooms: MatrixRoomsController
  private let room: RoomID

  init() async throws {
    rehearsal = try Rehearsal()
    rooms = MatrixRoomsController(network: rehearsal.network, store: rehearsal.store)
    room = try await rehearsal.joinRoom()
  }

  /// A response of `/sync` that says who is writing.
  private func typing(_ users: String) -> String {
    #"{"next_batch":"n","rooms":{"join":{"!room":{"ephemeral":{"events":["#
      + #"{"type":"m.receipt","content":{}},"#
      + #"{"type":"m.typing","content":{"user_ids":[\#(users)]}}]}}}}}"#
  }

  private func names(_ notes: Notes<[User], Never>) -> [[String]] {
    notes.values.map { $0.map { $0.displayName ?? $0.id.rawValue } }
  }

  @Test("the others who are writing, by the names that are known, until the server says otherwise")
  func shown() async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"state":{"events":["#
        + #"{"type":"m.room.member","event_id":"$1","sender":"@bob:x","state_key":"@bob:x","#
        + #""content":{"membership":"join","displayname":"Bob"}}]}}}}}"#)
    let notes = Notes(rooms.typing(in: room))
    #expect(names(notes) == [[]])
    try await rehearsal.apply(typing(#""@bob:x","\#(Rehearsal.me)","@new:x","nobody",7"#))
    await settle { notes.values.count == 2 }
    try await rehearsal.apply(typing(""))
    #expect(names(notes) == [[], ["Bob", "@new:x"], []])

    try await rehearsal.apply(typing(#""@bob:x""#))
    await settle { notes.values.count == 4 }
    rehearsal.store.typing.clear()
    #expect(names(notes).suffix(2) == [["Bob"], []])
  }

  @Test("a hostile response costs a bounded number of names")
  func flood() async throws {
    let users = (0..<5_000).map { #""@u\#($0):x""# }.joined(separator: ",")
    let notes = Notes(rooms.typing(in: room))
    try await rehearsal.apply(typing(users))
    await settle { notes.values.count == 2 }
    #expect(notes.values.last?.count == 50)
  }

  @Test("sliding sync asks for notices; without a connection nobody is shown as writing")
  func sliding() async throws {
    let sync = MatrixSyncController(
      network: rehearsal.network, store: rehearsal.store, scheduler: rehearsal.clock,
      backoff: Backoff { 1 })
    let notes = Notes(rooms.typing(in: room))
    sync.start()
    try await rehearsal.offer(sliding: true)
    let poll = try await rehearsal.transport.next(.post, "simplified_msc3575/sync")
    #expect(poll.body.contains(#""typing":{"enabled":true}"#))
    poll.reply(
      200,
      #"{"pos":"p","lists":{},"rooms":{},"extensions":{"typing":{"rooms":{"!room":"#
        + #"{"type":"m.typing","content":{"user_ids":["@bob:x"]}}}}}}"#)
    let next = try await rehearsal.transport.next(.post, "simplified_msc3575/sync")
    await settle { notes.values.count == 2 }
    #expect(names(notes) == [[], ["@bob:x"]])
    next.fail(.unreachable("gone"))
    await settle { notes.values.count == 3 }
    #expect(names(notes).last == [])
    sync.stop()
  }

  @Test("notices go out one after the other, and a failure has no effect")
  func sent() async throws {
    rooms.setTyping(true, in: room)
    rooms.setTyping(false, in: room)
    let first = try await rehearsal.transport.next(.put, "/rooms/%21room/typing/")
    #expect(first.body == #"{"typing":true,"timeout":20000}"#)
    first.reply(403, #"{"errcode":"M_FORBIDDEN"}"#)
    let second = try await rehearsal.transport.next(.put, "/rooms/%21room/typing/")
    #expect(second.body == #"{"typing":false}"#)
    second.reply(200, "{}")
  }
}
