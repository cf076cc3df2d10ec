import ModelKit
import Testing

@testable import Homeserver

@Suite("Long polling of sliding sync")
struct SlidingWaitingTests {
  private func waiting(
    _ home: SyncHome, _ pos: String, _ body: JSONValue = .all()
  ) async throws -> Task<SyncHome.Slide, any Error> {
    let task = Task { try await home.slide(body, pos: pos, timeout: 30_000) }
    try await home.untilWaiting(1)
    return task
  }

  @Test("A message in a shown room wakes a request; another one does not")
  func message() async throws {
    let home = try await SyncHome()
    let shown = try await home.makeRoom(joined: ["grace"])
    let other = try await home.makeRoom(joined: ["grace"])
    let body = JSONValue.subscribe([shown])
    let first = try await home.slide(body)
    let task = try await waiting(home, first.pos, body)
    try await home.say("elsewhere", in: other)
    try await home.untilWaiting(1)
    try await home.say("here", in: shown)
    let reply = try await task.value
    #expect(reply.room(shown)?.spoken == ["here"] && reply.room(other) == nil)
  }

  @Test("Invitations, account data, receipts and typing wake a request")
  func otherNews() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let closed = try await home.makeRoom(.privateChat)
    let event = try await home.say("one", in: room)
    let body = JSONValue.all(more: .extensions("account_data", "receipts", "typing"))
    var reply = try await home.slide(body)
    var task = try await waiting(home, reply.pos, body)
    try await home.step(.invite, "grace", closed)
    reply = try await task.value
    #expect(reply.room(closed) != nil)
    task = try await waiting(home, reply.pos, body)
    try await home.store.write { context in
      try AccountDataRows.set("m.a", of: id("grace"), room: nil, to: ["a": 1], in: context)
    }
    reply = try await task.value
    #expect(reply.json["extensions"]?["account_data"]?["global"]?.array?.count == 1)
    task = try await waiting(home, reply.pos, body)
    _ = try await home.ask(
      "POST", "rooms/\(room.rawValue)/receipt/m.read/\(event.id.rawValue)", as: "ada", body: "{}")
    reply = try await task.value
    #expect(reply.has("receipts", room) != nil)
    task = try await waiting(home, reply.pos, body)
    _ = try await home.ask(
      "PUT", "rooms/\(room.rawValue)/typing/@ada:localhost", as: "ada", body: #"{"typing":true}"#)
    reply = try await task.value
    #expect(reply.has("typing", room) != nil)
  }

  @Test("A request that times out is empty, and its position works")
  func timeout() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let first = try await home.slide()
    let task = try await waiting(home, first.pos)
    home.time.advance(by: 30_100)
    let reply = try await task.value
    #expect(reply.status == 200 && reply.rooms.isEmpty && reply.shown() == [room.rawValue])
    try await home.say("later", in: room)
    #expect(try await home.slide(pos: reply.pos).room(room)?.spoken == ["later"])
  }

  @Test("A request without a position, or with a new range, does not wait")
  func immediate() async throws {
    let home = try await SyncHome()
    _ = try await home.makeRoom(joined: ["grace"])
    let room = try await home.makeRoom(joined: ["grace"])
    let first = try await home.slide(.all(1, 1), timeout: 30_000)
    let second = try await home.slide(.all(0, 1), pos: first.pos, timeout: 30_000)
    #expect(second.rooms.map(\.key) == [room.rawValue])
  }

  @Test("A waiting device learns that it was signed out")
  func signedOut() async throws {
    let home = try await SyncHome()
    let first = try await home.slide()
    let task = try await waiting(home, first.pos)
    let device = try Requester(test: "grace|D")
    try await home.store.write { $0.note(ended: device) }
    #expect(try await task.value.code == "M_UNKNOWN_TOKEN")
  }

  @Test("A request that the client gave up does not disturb the one that follows")
  func abandoned() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let first = try await home.slide()
    let abandoned = try await waiting(home, first.pos)
    let second = try await home.slide(pos: first.pos)
    try await home.say("one", in: room)
    #expect(try await abandoned.value.room(room)?.spoken == ["one"])
    let third = try await home.slide(pos: second.pos)
    #expect(third.room(room)?.spoken == ["one"])
    #expect(try await home.slide(pos: third.pos).status == 200)
  }
}
