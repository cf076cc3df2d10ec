import ModelKit
import Testing

@testable import Homeserver

@Suite("Context, relations and time")
struct ContextTests {
  @Test(
    "A context holds the events around an event",
    arguments: [
      (0, [], []), (1, [], ["m4"]), (2, ["m2"], ["m4"]), (3, ["m2"], ["m4", "m5"]),
      (10, ["m2", "m1", "m0", "m.custom", "m.custom"], ["m4", "m5", "m6", "m7"]),
    ] as [(Int, [String], [String])])
  func context(_ limit: Int, _ before: [String], _ after: [String]) async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    for _ in 0..<3 { try await home.send(["a": 1], to: room, type: "m.custom") }
    var events: [StoredEvent] = []
    for number in 0..<8 { events.append(try await home.say("m\(number)", in: room)) }
    let path = "rooms/\(room.rawValue)/context/\(events[3].id.rawValue)"
    let told = try await home.get(path, as: "ada", [("limit", String(limit))])
    #expect(told.body["event"]?["content"]?["body"] == "m3")
    #expect(told.body["events_before"]?.bodies == before)
    #expect(told.body["events_after"]?.bodies == after)
    // Its tokens continue from there.
    for (name, direction, next) in [
      ("start", "b", 3 - before.count - 1), ("end", "f", 3 + after.count + 1),
    ] {
      let token = try #require(told.body[name]?.string)
      let more = try await home.get(
        "rooms/\(room.rawValue)/messages", as: "ada",
        [("dir", direction), ("from", token), ("limit", "1")])
      let expected =
        next < 0 ? ["m.custom"] : events.indices.contains(next) ? ["m\(next)"] : []
      #expect(more.body["chunk"]?.bodies == expected)
    }
    if limit == 10 {
      #expect(try await home.get(path, as: "ada").body["events_after"]?.bodies == after)
    }
  }

  @Test("The state of a context is that of its last event, with lazy members on demand")
  func state() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    try await home.step(.join, "grace", room)
    try await home.send(["name": "then"], to: room, type: "m.room.name", stateKey: "")
    let event = try await home.say("here", in: room, by: "grace")
    try await home.send(["name": "now"], to: room, type: "m.room.name", stateKey: "")
    try await home.step(.join, "linus", room)
    let path = "rooms/\(room.rawValue)/context/\(event.id.rawValue)"
    func state(_ filter: String) async throws -> [JSONValue] {
      try await home.get(path, as: "ada", [("limit", "0"), ("filter", filter)])
        .body["state"]?.array ?? []
    }
    func members(_ state: [JSONValue]) -> [String] {
      state.filter { $0["type"] == "m.room.member" }.compactMap { $0["state_key"]?.string }
    }
    let all = try await state("{}")
    #expect(members(all) == ["@ada:localhost", "@grace:localhost"])
    #expect(all.first { $0["type"] == "m.room.name" }?["content"]?["name"] == "then")
    let lazy = try await state(#"{"lazy_load_members":true}"#)
    #expect(members(lazy) == ["@grace:localhost"])
    #expect(lazy.count == all.count - 1)
  }

  @Test("Missing events and events of other rooms are not found")
  func unknown() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    let other = try await home.makeRoom()
    let event = try await home.say("x", in: other)
    for id in ["$nope", "nope", event.id.rawValue] {
      for path in ["event/", "context/"] {
        let told = try await home.get("rooms/\(room.rawValue)/\(path)\(id)", as: "ada")
        #expect(told.status == 404)
        #expect(told.code == "M_NOT_FOUND")
      }
      let relations = try await home.get(
        "/_matrix/client/v1/rooms/\(room.rawValue)/relations/\(id)", as: "ada")
      #expect(relations.status == 404)
      #expect(relations.code == "M_NOT_FOUND")
    }
    for path in ["event/", "context/"] {
      let told = try await home.get("rooms/nope/\(path)\(event.id.rawValue)", as: "ada")
      #expect(told.status == 404)
    }
  }

  @Test("Relations come in pages, by kind and type")
  func relations() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    let parent = try await home.say("x", in: room)
    let edit = try await home.relate("m.replace", to: parent)
    var reactions: [String] = []
    for key in ["a", "b", "c"] {
      let reaction = try await home.relate(
        "m.annotation", to: parent, type: "m.reaction", key: key)
      reactions.append(reaction.id.rawValue)
    }
    let gone = try await home.relate("m.annotation", to: parent, type: "m.reaction", key: "d")
    try await home.redact(gone)
    let base = "/_matrix/client/v1/rooms/\(room.rawValue)/relations/\(parent.id.rawValue)"
    func ids(_ path: String, _ query: [(String, String)] = []) async throws -> [String] {
      let told = try await home.get(base + path, as: "ada", query)
      #expect(told.status == 200)
      return told.body["chunk"]?.array?.compactMap { $0["event_id"]?.string } ?? []
    }
    #expect(try await ids("") == reactions.reversed() + [edit.id.rawValue])
    #expect(try await ids("/m.annotation") == reactions.reversed())
    #expect(try await ids("/m.annotation/m.reaction", [("dir", "f")]) == reactions)
    #expect(try await ids("/m.annotation/m.other").isEmpty)
    #expect(try await ids("/m.replace") == [edit.id.rawValue])
    #expect(try await ids("/m.thread").isEmpty)
    let page = try await home.get(base, as: "ada", [("limit", "3")])
    let next = try #require(page.body["next_batch"]?.string)
    #expect(page.body["prev_batch"] == nil)
    let last = try await home.get(base, as: "ada", [("limit", "3"), ("from", next)])
    #expect(last.body["chunk"]?.array?.compactMap { $0["event_id"]?.string } == [edit.id.rawValue])
    #expect(last.body["next_batch"] == nil)
    #expect(last.body["prev_batch"]?.string == next)
  }

  @Test("References are bundled in their order, no more than a page has room for")
  func references() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    let parent = try await home.say("x", in: room)
    var sent: [String] = []
    for _ in 0..<501 {
      let vote = try await home.relate("m.reference", to: parent, type: "m.poll.response")
      sent.append(vote.id.rawValue)
    }
    let told = try await home.get("rooms/\(room.rawValue)/event/\(parent.id.rawValue)", as: "ada")
    let chunk = told.body["unsigned"]?["m.relations"]?["m.reference"]?["chunk"]?.array
    #expect(chunk?.compactMap { $0["event_id"]?.string } == Array(sent.prefix(500)))
  }

  @Test("Invalid relations, and relations across rooms, are refused")
  func wrongRelations() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    let event = try await home.say("x", in: room)
    let path = "/_matrix/client/v1/rooms/\(room.rawValue)/relations/\(event.id.rawValue)"
    for (name, value) in [("dir", "x"), ("limit", "x"), ("from", "x"), ("to", "x")] {
      let told = try await home.get(path, as: "ada", [(name, value)])
      #expect(told.status == 400)
      #expect(told.code == "M_INVALID_PARAM")
    }
    let stranger = try await home.get(path, as: "grace")
    #expect(stranger.status == 403)
    #expect(stranger.code == "M_FORBIDDEN")
  }

  @Test("The event nearest to a time is found in both directions")
  func time() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    let first = try await home.say("a", in: room)
    let last = try await home.say("b", in: room)
    let path = "/_matrix/client/v1/rooms/\(room.rawValue)/timestamp_to_event"
    func found(_ time: Int64, _ direction: String) async throws -> String? {
      let told = try await home.get(path, as: "ada", [("ts", String(time)), ("dir", direction)])
      #expect(told.status == (told.body["event_id"] == nil ? 404 : 200))
      #expect((told.code == "M_NOT_FOUND") == (told.body["event_id"] == nil))
      return told.body["event_id"]?.string
    }
    #expect(try await found(first.timestamp, "f") == first.id.rawValue)
    #expect(try await found(first.timestamp + 1, "f") == last.id.rawValue)
    #expect(try await found(first.timestamp, "b") == first.id.rawValue)
    #expect(try await found(last.timestamp + 9, "b") == last.id.rawValue)
    #expect(try await found(last.timestamp + 9, "f") == nil)
    #expect(try await found(1, "b") == nil)
    let when = try await home.get(path, as: "ada", [("ts", "1"), ("dir", "f")])
    #expect(when.body["origin_server_ts"] == 1_700_000_000_001)
    #expect(try await home.get(path, as: "ada").code == "M_MISSING_PARAM")
    #expect(try await home.get(path, as: "ada", [("ts", "x")]).code == "M_INVALID_PARAM")
    #expect(
      try await home.get(path, as: "ada", [("ts", "1"), ("dir", "x")]).code == "M_INVALID_PARAM")
    #expect(try await home.get(path, as: "grace", [("ts", "1")]).code == "M_FORBIDDEN")
  }
}
