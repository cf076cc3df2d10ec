import GRDB
import ModelKit
import Testing

@testable import Homeserver

@Suite("Long polling")
struct SyncWaitingTests {
  private func waiting(
    _ home: SyncHome, _ name: String, since: String, filter: String? = nil
  ) async throws -> Task<SyncHome.Reply, any Error> {
    let task = Task {
      try await home.sync(as: name, since: since, filter: filter, timeout: 30_000)
    }
    try await home.untilWaiting(1)
    return task
  }

  @Test("A message wakes the waiting members of its room")
  func message() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let other = try await home.makeRoom()
    let token = try await home.sync(as: "grace").token
    let task = try await waiting(home, "grace", since: token)
    try await home.say("elsewhere", in: other)
    #expect(home.waiterCount == 1)
    try await home.say("here", in: room)
    let reply = try await task.value
    #expect(reply.joined(room)?.said == ["here"])
    #expect(reply.joined(other) == nil)
    #expect(try await home.sync(as: "grace", since: reply.token).roomCount == 0)
  }

  @Test("A shutdown ends waiting syncs with an empty response and the same token")
  func end() async throws {
    let home = try await SyncHome()
    _ = try await home.makeRoom(joined: ["grace"])
    let token = try await home.sync(as: "grace").token
    let task = try await waiting(home, "grace", since: token)
    task.cancel()
    let reply = try await task.value
    #expect(reply.status == 200 && reply.token == token && reply.roomCount == 0)
  }

  @Test("Invitations, account data and receipts wake a sync too")
  func otherNews() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let closed = try await home.makeRoom(.privateChat)
    let event = try await home.say("one", in: room)
    var token = try await home.sync(as: "grace").token
    var task = try await waiting(home, "grace", since: token)
    try await home.step(.invite, "grace", closed)
    var reply = try await task.value
    #expect(reply.invited(closed) != nil)
    token = reply.token
    task = try await waiting(home, "grace", since: token)
    try await home.store.write { context in
      try AccountDataRows.set(
        "m.direct", of: id("grace"), room: nil, to: ["a": 1], in: context)
    }
    reply = try await task.value
    #expect(reply.json["account_data"]?.events.map { $0["type"]?.string } == ["m.direct"])
    token = reply.token
    task = try await waiting(home, "grace", since: token)
    _ = try await home.ask(
      "POST", "rooms/\(room.rawValue)/receipt/m.read/\(event.id.rawValue)", as: "ada", body: "{}")
    reply = try await task.value
    #expect(reply.joined(room)?.ephemeral("m.receipt")?[event.id.rawValue] != nil)
  }

  @Test("Filtered events neither wake a sync nor are read again")
  func filtered() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let filter = #"{"room":{"timeline":{"types":["m.room.message"]}}}"#
    let token = try await home.sync(as: "grace", filter: filter).token
    let task = try await waiting(home, "grace", since: token, filter: filter)
    try await home.send(["x": 1], to: room, type: "org.example.noise")
    try await home.untilWaiting(1)
    try await home.say("one", in: room)
    #expect(try await task.value.joined(room)?.said == ["one"])
  }

  @Test("A sync that times out is empty, and its token works")
  func timeout() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let token = try await home.sync(as: "grace").token
    let task = try await waiting(home, "grace", since: token)
    home.time.advance(by: 30_100)
    let reply = try await task.value
    #expect(reply.status == 200)
    #expect(reply.roomCount == 0)
    try await home.say("later", in: room)
    #expect(try await home.sync(as: "grace", since: reply.token).joined(room)?.said == ["later"])
  }

  @Test("No sync waits longer than five minutes")
  func longest() async throws {
    let home = try await SyncHome()
    let token = try await home.sync(as: "grace").token
    let task = Task { try await home.sync(as: "grace", since: token, timeout: 3_600_000) }
    try await home.untilWaiting(1)
    home.time.advance(by: 299_000)
    #expect(home.waiterCount == 1)
    home.time.advance(by: 1_100)
    #expect(try await task.value.roomCount == 0)
  }

  @Test("Initial and full-state syncs do not wait")
  func immediate() async throws {
    let home = try await SyncHome()
    let first = try await home.sync(as: "grace", timeout: 30_000)
    #expect(first.roomCount == 0)
    let full = try await home.sync(
      as: "grace", since: first.token, timeout: 30_000, [("full_state", "true")])
    #expect(full.status == 200)
  }

  @Test("A waiting device learns that it was signed out")
  func signedOut() async throws {
    let home = try await SyncHome()
    let token = try await home.sync(as: "grace").token
    let task = try await waiting(home, "grace", since: token)
    let device = try Requester(test: "grace|D")
    try await home.store.write { $0.note(ended: device) }
    let reply = try await task.value
    #expect(reply.status == 401)
    #expect(reply.code == "M_UNKNOWN_TOKEN")
    #expect(reply.json["soft_logout"]?.boolean == false)
  }

  @Test("A redaction hides its target from later syncs and from the counts")
  func redaction() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    var token = try await home.sync(as: "grace").token
    try await home.say("one", in: room)
    token = try await home.sync(as: "grace", since: token).token
    let target = try await home.say("secret", in: room)
    try await home.send(
      ["redacts": .string(target.id.rawValue)], to: room, type: "m.room.redaction")
    for isElsewhere in [true, false] {
      let told = try #require(
        try await home.sync(as: "grace", since: token, isElsewhere: isElsewhere).joined(room))
      #expect(told.said.isEmpty)
      #expect(told.timelineIDs.count == 2)
      #expect(told["timeline"]?.events[0]["unsigned"]?["redacted_because"] != nil)
      #expect(told.unread == [1, 0])
    }
  }

  @Test("A hundred waiting syncs wake at once")
  func hundred() async throws {
    let names = (0..<100).map { "user\($0)" }
    let home = try await SyncHome(users: ["ada"] + names)
    let room = try await home.makeRoom(name: "Hall", joined: names)
    let replies = try await withThrowingTaskGroup(of: SyncHome.Reply.self) { group in
      // Who comes is news for those who are there.
      let hidden = [("set_presence", "offline")]
      for name in names {
        let token = try await home.sync(as: name, hidden).token
        group.addTask { try await home.sync(as: name, since: token, timeout: 30_000, hidden) }
      }
      try await home.untilWaiting(100)
      try await home.say("to all", in: room)
      var replies: [SyncHome.Reply] = []
      for try await reply in group { replies.append(reply) }
      return replies
    }
    #expect(replies.count == 100)
    #expect(replies.allSatisfy { $0.joined(room)?.said == ["to all"] })
    #expect(replies.allSatisfy { $0.joined(room)?.unread == [1, 0] })
  }

  @Test("A room without a name is named after its first members")
  func summary() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom()
    var token = try await home.sync(as: "ada").token
    try await home.step(.join, "linus", room)
    try await home.step(.invite, "grace", room)
    for isElsewhere in [true, false] {
      let reply = try await home.sync(as: "ada", since: token, isElsewhere: isElsewhere)
      let summary = reply.joined(room)?["summary"]
      #expect(summary?["m.heroes"] == ["@linus:localhost", "@grace:localhost"])
      #expect(summary?["m.joined_member_count"]?.integer == 2)
      #expect(summary?["m.invited_member_count"]?.integer == 1)
      if !isElsewhere { token = reply.token }
    }
    try await home.send(["name": "Tea"], to: room, type: "m.room.name", stateKey: "")
    try await home.step(.kick, "linus", room)
    for isElsewhere in [true, false] {
      let reply = try await home.sync(as: "ada", since: token, isElsewhere: isElsewhere)
      #expect(reply.joined(room)?["summary"]?["m.heroes"] == nil)
      #expect(reply.joined(room)?["summary"]?["m.joined_member_count"]?.integer == 1)
    }
  }
}
