import ModelKit
import Testing

@testable import Homeserver

@Suite("State in sliding sync")
struct SlidingStateTests {
  @Test("Types, keys, stars and the user themselves select the state")
  func selection() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(name: "Tea", joined: ["grace", "linus"])
    for (state, expected) in [
      ([], []),
      ([["m.room.name", ""], ["m.room.topic", ""]], ["m.room.name|"]),
      ([["m.room.name", "other"]], []),
      ([["m.room.member", "$ME"]], ["m.room.member|@grace:localhost"]),
      (
        [["m.room.member", "*"]],
        ["ada", "grace", "linus"].map { "m.room.member|@\($0):localhost" }
      ),
      ([["*", "@linus:localhost"]], ["m.room.member|@linus:localhost"]),
    ] as [([[String]], [String])] {
      let reply = try await home.slide(.all(limit: 0, state: state))
      #expect(reply.room(room)?.required.sorted() == expected.sorted(), "\(state)")
    }
    let all = try await home.slide(.all(limit: 0, state: [["*", "*"]])).room(room)?.required
    #expect(all?.count == (try await home.store.room(room))?.state.count)
  }

  @Test("Lazy members are those of the timeline")
  func lazyMembers() async throws {
    let home = try await SyncHome(users: ["ada", "grace", "linus", "eve", "mallory"])
    let room = try await home.makeRoom(joined: ["grace", "linus", "eve", "mallory"])
    try await home.say("one", in: room, by: "linus")
    let state = [["m.room.member", "$LAZY"], ["m.room.member", "$ME"]]
    let first = try await home.slide(.all(limit: 1, state: state))
    #expect(
      first.room(room)?.required.sorted() == [
        "m.room.member|@grace:localhost", "m.room.member|@linus:localhost",
      ])
    try await home.say("two", in: room, by: "eve")
    try await home.step(.kick, "mallory", room)
    let second = try await home.slide(.all(limit: 5, state: state), pos: first.pos)
    let told = second.room(room)?.required ?? []
    let expected = ["ada", "eve", "mallory"].map { "m.room.member|@\($0):localhost" }
    #expect(expected.allSatisfy(told.contains), "\(told)")
    // In a gap, changes of others stay out.
    try await home.step(.leave, "linus", room)
    try await home.say("three", in: room)
    let third = try await home.slide(.all(limit: 1, state: state), pos: second.pos)
    #expect(third.room(room)?.required == ["m.room.member|@ada:localhost"])
    #expect(third.room(room)?["joined_count"] == 3)
  }

  @Test("Changes come once, whether the timeline holds them or not")
  func changes() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let state = [["m.room.topic", ""]]
    let first = try await home.slide(.all(limit: 1, state: state))
    try await home.send(["topic": "tea"], to: room, type: "m.room.topic", stateKey: "")
    try await home.send(["join_rule": "invite"], to: room, type: "m.room.join_rules", stateKey: "")
    try await home.say("one", in: room)
    let second = try await home.slide(.all(limit: 1, state: state), pos: first.pos)
    #expect(second.room(room)?.required == ["m.room.topic|"])
    try await home.say("two", in: room)
    let third = try await home.slide(.all(limit: 1, state: state), pos: second.pos)
    #expect(third.room(room)?.required == [])
  }

  @Test("A subscription adds the state that the client lacks, without the rest")
  func widening() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(name: "Tea", joined: ["grace"])
    let first = try await home.slide(.all(state: [["m.room.name", ""]]))
    var body = JSONValue.all(state: [["m.room.name", ""]]).object ?? [:]
    body["room_subscriptions"] =
      JSONValue.subscribe(
        [room], limit: 10, state: [["m.room.create", ""], ["m.room.name", ""]])[
        "room_subscriptions"]
    let second = try await home.slide(.object(body), pos: first.pos)
    #expect(second.room(room)?.required == ["m.room.create|"])
    #expect(second.room(room)?["initial"] == nil && second.room(room)?.eventIDs == [])
    #expect(try await home.slide(.object(body), pos: second.pos).rooms.isEmpty)
  }
}
