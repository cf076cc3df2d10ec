import GRDB
import ModelKit
import Testing

@testable import Homeserver

@Suite("Sync")
struct SyncEndpointTests {
  @Test("An initial sync without rooms has every member that old clients need")
  func empty() async throws {
    let home = try await SyncHome()
    let reply = try await home.sync(as: "ada")
    #expect(reply.status == 200)
    #expect(StreamToken(reply.token) != nil)
    #expect(reply.json["device_one_time_keys_count"] == ["signed_curve25519": 0])
    #expect(reply.json["device_lists"] == ["changed": [], "left": []])
    #expect(reply.json["to_device"]?.events.isEmpty == true)
    #expect(reply.json["presence"]?.events.count == 1, "one's own alone")
    #expect(reply.json["device_unused_fallback_key_types"] == [])
    for kind in ["join", "invite", "leave"] { #expect(reply.json["rooms"]?[kind] == [:]) }
    #expect(reply.json["account_data"]?.events.first?["type"]?.string == "m.push_rules")
  }

  @Test("A joined room has all its members, even empty ones")
  func parts() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(name: "Tea")
    let told = try #require(try await home.sync(as: "ada").joined(room))
    for part in ["timeline", "state", "account_data", "ephemeral"] {
      #expect(told[part]?["events"]?.array != nil, "\(part)")
    }
    #expect(told["timeline"]?["limited"]?.boolean != nil)
    #expect(told["timeline"]?["prev_batch"]?.string?.hasPrefix("t") == true)
    #expect(told.unread == [0, 0])
    #expect(told["summary"]?["m.joined_member_count"]?.integer == 1)
    #expect(told["summary"]?["m.invited_member_count"]?.integer == 0)
    #expect(told["timeline"]?.events.allSatisfy { $0["room_id"] == nil } == true)
  }

  @Test("An initial sync has the newest events and the state before them")
  func firstSync() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(name: "Tea")
    for number in 0..<12 { try await home.say("\(number)", in: room) }
    let told = try #require(try await home.sync(as: "ada").joined(room))
    #expect(told.said == (2..<12).map(String.init))
    #expect(told.isLimited == true)
    #expect(told.stateKeys.contains("m.room.create|"))
    #expect(told.stateKeys.contains("m.room.name|"))
    #expect(told.stateKeys.contains("m.room.member|@ada:localhost"))
    #expect(Set(told.stateKeys).count == told.stateKeys.count)
  }

  @Test("The state before a timeline excludes the changes in it")
  func stateBeforeTimeline() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(name: "Old")
    try await home.send(["name": "New"], to: room, type: "m.room.name", stateKey: "")
    let filter = #"{"room":{"timeline":{"limit":1}}}"#
    let told = try #require(try await home.sync(as: "ada", filter: filter).joined(room))
    #expect(told["timeline"]?.events.first?["content"]?["name"] == "New")
    #expect(told["timeline"]?.events.first?["unsigned"]?["prev_content"]?["name"] == "Old")
    let names = told["state"]?.events.filter { $0["type"]?.string == "m.room.name" }
    #expect(names?.map { $0["content"]?["name"]?.string } == ["Old"])
  }

  @Test("An incremental sync holds each new event once")
  func incremental() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let first = try await home.sync(as: "grace")
    try await home.say("one", in: room)
    try await home.say("two", in: room)
    let second = try await home.sync(as: "grace", since: first.token)
    #expect(second.joined(room)?.said == ["one", "two"])
    #expect(second.joined(room)?.isLimited == false)
    #expect(second.joined(room)?.stateKeys == [])
    #expect(second.joined(room)?["summary"] == [:])
    let third = try await home.sync(as: "grace", since: second.token)
    #expect(third.roomCount == 0)
    #expect(third.json["account_data"]?.events.isEmpty == true)
    let again = try await home.sync(as: "grace", since: first.token)
    #expect(again.joined(room)?.said == ["one", "two"])
  }

  @Test("A limited timeline has the newest events, the changed state and a token")
  func gap() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let filter = #"{"room":{"timeline":{"limit":3}}}"#
    for isElsewhere in [false, true] {
      let first = try await home.sync(as: "grace", filter: filter)
      try await home.send(
        ["topic": .string("tea \(isElsewhere)")], to: room, type: "m.room.topic", stateKey: "")
      var events: [StoredEvent] = []
      for number in 0..<5 { events.append(try await home.say("\(number)", in: room)) }
      let told = try #require(
        try await home.sync(
          as: "grace", since: first.token, filter: filter, isElsewhere: isElsewhere
        ).joined(room))
      #expect(told.said == ["2", "3", "4"])
      #expect(told.isLimited == true)
      #expect(told["timeline"]?["prev_batch"]?.string == "t\(events[2].position - 1)")
      #expect(told.stateKeys == ["m.room.topic|"])
    }
  }

  @Test("Only the sending device sees the transaction id")
  func transaction() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let tokens = try await [
      home.sync(as: "ada|D").token, home.sync(as: "ada|E").token, home.sync(as: "grace").token,
    ]
    try await home.send(
      ["msgtype": "m.text", "body": "x"], to: room, transaction: "txn1")
    var told: [String?] = []
    for (name, token) in zip(["ada|D", "ada|E", "grace|D"], tokens) {
      let reply = try await home.sync(as: name, since: token)
      let event = try #require(reply.joined(room)?["timeline"]?.events.last)
      told.append(event["unsigned"]?["transaction_id"]?.string)
    }
    #expect(told == ["txn1", nil, nil])
  }

  @Test("A room joined since the last sync comes with all its state")
  func newlyJoined() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(name: "Tea")
    let first = try await home.sync(as: "grace")
    #expect(first.roomCount == 0)
    for number in 0..<12 { try await home.say("\(number)", in: room) }
    try await home.step(.join, "grace", room)
    let reply = try await home.sync(as: "grace", since: first.token)
    let told = try #require(reply.joined(room))
    #expect(told.isLimited == true)
    #expect(told.stateKeys.contains("m.room.create|"))
    #expect(told["summary"]?["m.joined_member_count"]?.integer == 2)
    #expect(told.unread == [0, 0])
    #expect(try await home.sync(as: "grace", since: reply.token).roomCount == 0)
  }

  @Test("Joining a room with visibility 'joined' shows no history")
  func hiddenPast() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(visibility: "joined")
    try await home.say("secret", in: room)
    let first = try await home.sync(as: "grace")
    try await home.step(.join, "grace", room)
    try await home.say("hello", in: room)
    for since in [nil, first.token] {
      let told = try #require(try await home.sync(as: "grace", since: since).joined(room))
      #expect(told.said == ["hello"])
    }
  }

  @Test("A room that was left appears once, up to the leave")
  func left() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace", "linus"])
    for (name, step, membership) in [
      ("grace", SyncHome.Step.leave, "leave"), ("linus", .ban, "ban"),
    ] {
      let first = try await home.sync(as: name)
      try await home.say("before", in: room)
      try await home.step(step, name, room)
      try await home.say("after", in: room)
      let reply = try await home.sync(as: name, since: first.token)
      #expect(reply.joined(room) == nil)
      let told = try #require(reply.left(room))
      #expect(told.said == ["before"])
      let last = try #require(told["timeline"]?.events.last)
      #expect(last["content"]?["membership"]?.string == membership)
      #expect(try await home.sync(as: name, since: reply.token).roomCount == 0)
      #expect(try await home.sync(as: name).roomCount == 0)
      let filter = #"{"room":{"include_leave":true}}"#
      let asked = try await home.sync(as: name, filter: filter)
      #expect(asked.left(room)?.said.last == "before")
      #expect(asked.left(room)?["ephemeral"] == nil)
    }
  }

  @Test("A room that was left and rejoined continues where it stopped")
  func rejoined() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let first = try await home.sync(as: "grace")
    try await home.say("one", in: room)
    try await home.step(.leave, "grace", room)
    let second = try await home.sync(as: "grace", since: first.token)
    try await home.say("two", in: room)
    try await home.step(.join, "grace", room)
    let third = try await home.sync(as: "grace", since: second.token)
    #expect(second.left(room)?.said == ["one"])
    #expect(third.joined(room)?.said == ["two"])
    #expect(third.joined(room)?.stateKeys.contains("m.room.create|") == true)
    let both = try await home.sync(as: "grace", since: first.token)
    #expect(both.joined(room)?.said == ["one", "two"])
    #expect(both.left(room) == nil)
  }

  @Test("An invitation has the stripped state and its inviter")
  func invited() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(.privateChat, name: "Tea")
    try await home.send(["topic": "leaves"], to: room, type: "m.room.topic", stateKey: "")
    let first = try await home.sync(as: "grace")
    try await home.step(.invite, "grace", room)
    for since in [nil, first.token] {
      let reply = try await home.sync(as: "grace", since: since)
      let state = try #require(reply.invited(room)?["invite_state"]?.events)
      let keys = state.map { ($0["type"]?.string ?? "") + "|" + ($0["state_key"]?.string ?? "?") }
      #expect(
        keys == [
          "m.room.create|", "m.room.join_rules|", "m.room.name|", "m.room.topic|",
          "m.room.member|@ada:localhost", "m.room.member|@grace:localhost",
        ])
      #expect(state.allSatisfy { $0["event_id"] == nil && $0["content"]?.isObject == true })
      #expect(reply.joined(room) == nil)
      #expect(try await home.sync(as: "grace", since: reply.token).roomCount == 0)
    }
  }

  @Test("A declined invitation appears as a left room without history")
  func rejected() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(.privateChat)
    let first = try await home.sync(as: "grace")
    try await home.step(.invite, "grace", room)
    let second = try await home.sync(as: "grace", since: first.token)
    try await home.say("secret", in: room)
    try await home.step(.leave, "grace", room)
    let told = try #require(try await home.sync(as: "grace", since: second.token).left(room))
    #expect(told["timeline"]?.events.count == 1)
    #expect(told["timeline"]?.events[0]["content"]?["membership"]?.string == "leave")
    #expect(told.stateKeys.isEmpty)
  }

  @Test("A user who is kicked and invited again gets both")
  func leftAndInvited() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(.privateChat)
    try await home.step(.invite, "grace", room)
    try await home.step(.join, "grace", room)
    let first = try await home.sync(as: "grace")
    try await home.say("before", in: room)
    try await home.step(.kick, "grace", room)
    try await home.step(.invite, "grace", room)
    let reply = try await home.sync(as: "grace", since: first.token)
    #expect(reply.left(room)?.said == ["before"])
    #expect(reply.invited(room) != nil)
  }

  @Test("full_state returns all rooms with all their state")
  func fullState() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let first = try await home.sync(as: "grace")
    let reply = try await home.sync(
      as: "grace", since: first.token, timeout: 30_000, [("full_state", "true")])
    let told = try #require(reply.joined(room))
    #expect(told.timelineIDs.isEmpty)
    #expect(told.stateKeys.contains("m.room.create|"))
    #expect(told.stateKeys.contains("m.room.member|@grace:localhost"))
  }

  @Test(
    "Malformed arguments are refused",
    arguments: [
      ("since", "x", "M_UNKNOWN"), ("since", "", "M_UNKNOWN"), ("since", "t5", "M_UNKNOWN"),
      ("timeout", "x", "M_INVALID_PARAM"), ("timeout", "-1", "M_INVALID_PARAM"),
      ("filter", "{x", "M_NOT_JSON"), ("filter", "[]", "M_INVALID_PARAM"),
      ("filter", "99", "M_INVALID_PARAM"), ("filter", "", "M_INVALID_PARAM"),
      ("filter", "99999999999999999999", "M_INVALID_PARAM"),
      ("filter", #"{"room":3}"#, "M_BAD_JSON"), ("full_state", "x", "M_INVALID_PARAM"),
      ("set_presence", "x", "M_INVALID_PARAM"),
    ])
  func refused(name: String, value: String, code: String) async throws {
    let home = try await SyncHome()
    let reply = try await home.sync(as: "ada", [(name, value)])
    #expect(reply.status == 400)
    #expect(reply.code == code)
  }

  @Test("A token from the future gets a full sync, and later events follow")
  func future() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom()
    let reply = try await home.sync(as: "ada", since: "s9999999_0_other")
    #expect(reply.status == 200)
    #expect(reply.roomCount == 1)
    try await home.say("later", in: room)
    #expect(try await home.sync(as: "ada", since: reply.token).joined(room)?.said == ["later"])
  }

  @Test("Only the owner can use a stored filter by its number")
  func storedFilter() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    for number in 0..<5 { try await home.say("\(number)", in: room) }
    try await home.store.write { context in
      try context.database.execute(
        sql: "INSERT INTO filters (user, id, json) VALUES (?, 0, ?)",
        arguments: [id("ada").rawValue, #"{"room":{"timeline":{"limit":2}}}"#])
    }
    let reply = try await home.sync(as: "ada", filter: "0")
    #expect(reply.joined(room)?.said == ["3", "4"])
    #expect(try await home.sync(as: "grace", filter: "0").code == "M_INVALID_PARAM")
  }
}
