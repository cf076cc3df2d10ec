import ModelKit
import TestServers
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

extension TwoPeopleTests {
  private func say(
    _ body: String, _ more: JSONObject = [:], to room: RoomID, by bob: ContractAccount
  ) async throws {
    var content: JSONObject = ["msgtype": "m.text", "body": .string(body)]
    for member in more { content[member.key] = member.value }
    let transaction = "t\(UInt64.random(in: 0...UInt64.max))"
    try await bob.call(
      .put, .client("rooms", room.rawValue, "send", "m.room.message", transaction), content)
  }

  private func meet(
    _ name: String, _ alice: ContractAccount, _ bob: ContractAccount
  ) async throws -> RoomID {
    let room = try await value(
      of: alice.rooms.create(NewRoom(name: name, invited: [bob.userID])))
    _ = try await value(of: bob.rooms.join(room.rawValue))
    _ = try await alice.room(room) { $0.joinedCount == 2 }
    return room
  }

  /// The numbers of unread messages and mentions once a room has shown a text.
  private func counts(
    _ room: RoomID, after text: String, _ alice: ContractAccount
  ) async throws -> [Int?] {
    let row = try await alice.room(room) { $0.latestMessage?.text == text }
    return [row?.unreadCount, row?.mentionCount, row?.threadUnreadCount]
  }

  @Test(
    "what counts is what the push rules say, whoever counts", arguments: Place.all)
  func counting(place: Place) async throws {
    try await play(place) { alice, bob in
      let cake: JSONObject = [
        "pattern": "cak?", "actions": ["notify", ["set_tweak": "highlight"]],
      ]
      try await alice.call(.put, .client("pushrules", "global", "content", "cake"), cake)
      let rooms = [
        try await meet("all", alice, bob), try await meet("some", alice, bob),
        try await meet("none", alice, bob),
      ]
      try await value(of: alice.rooms.setAlerts(.mentions, rooms[1]))
      try await value(of: alice.rooms.setAlerts(.none, rooms[2]))
      #expect(try await alice.room(rooms[1]) { $0.alerts == .mentions } != nil)
      #expect(try await alice.room(rooms[2]) { $0.alerts == .none } != nil)

      let you: JSONObject = ["m.mentions": ["user_ids": [.string(alice.userID.rawValue)]]]
      let nobody: JSONObject = ["m.mentions": [:]]
      var counted: [[Int?]] = []
      for room in rooms {
        try await say("root", nobody, to: room, by: bob)
        let timeline = try await value(of: alice.timelines.timeline(of: room)) {
          $0.messages.last?.text == "root"
        }
        let root = try #require(timeline.messages.last?.eventID?.rawValue)
        let thread: JSONValue = ["rel_type": "m.thread", "event_id": .string(root)]
        try await say("you", you, to: room, by: bob)
        try await say("\(alice.userID.localpart): an old client", to: room, by: bob)
        try await say("Cake!", nobody, to: room, by: bob)
        try await say("cakes", nobody, to: room, by: bob)
        try await say(
          "a notice, \(alice.userID.localpart)", ["msgtype": "m.notice"], to: room, by: bob)
        try await say(
          "one", ["m.mentions": [:], "m.relates_to": thread], to: room, by: bob)
        var mention = you
        mention["m.relates_to"] = thread
        try await say("two", mention, to: room, by: bob)
        try await say("last", nobody, to: room, by: bob)
        counted.append(try await counts(room, after: "last", alice))
      }
      #expect(counted == [[8, 4, 2], [4, 4, 1], [0, 0, 0]])
    }
  }

  @Test(
    "what an own message of a thread has read stays read when that is redacted",
    // Where it counts itself, Synapse takes no own message for reading.
    arguments: Place.all.filter { $0.server.kind == .homeserver || $0.kind == .sliding })
  func ownRedactedInThread(place: Place) async throws {
    try await play(place) { alice, bob in
      let room = try await meet("Thread", alice, bob)
      try await say("root", to: room, by: bob)
      let timeline = try await value(of: alice.timelines.timeline(of: room)) {
        $0.messages.last?.text == "root"
      }
      let root = try #require(timeline.messages.last?.eventID?.rawValue)
      let thread: JSONObject = [
        "m.relates_to": ["rel_type": "m.thread", "event_id": .string(root)]
      ]
      try await say("theirs", thread, to: room, by: bob)
      #expect(try await alice.room(room) { $0.threadUnreadCount == 1 } != nil)
      var mine = thread
      (mine["msgtype"], mine["body"]) = ("m.text", "mine")
      let sent = try await alice.network.request(
        Endpoint<JSONValue>(
          .send, .put, path: .client("rooms", room.rawValue, "send", "m.room.message", "mine"),
          body: .object(mine)))
      let id = try #require(sent["event_id"]?.string)
      #expect(try await alice.room(room) { $0.threadUnreadCount == 0 } != nil)
      try await alice.call(.put, .client("rooms", room.rawValue, "redact", id, "remove"))
      try await say("after", to: room, by: bob)
      #expect(try await counts(room, after: "after", alice).last == 0)
    }
  }

  @Test("alerts change with few requests, and take the place of each other", arguments: Place.all)
  func alerts(place: Place) async throws {
    try await play(place) { alice, bob in
      let room = try await meet("Lounge", alice, bob)
      func rules() async throws -> [Int] {
        let rules = try await alice.network.request(
          .accountData("m.push_rules", of: alice.userID, for: .setAlerts))
        return ["override", "room"].map { kind in
          let list = rules["global"]?[kind]?.array ?? []
          return list.count { $0["rule_id"]?.string == room.rawValue }
        }
      }
      for (alerts, expected) in [
        (Room.Alerts.none, [1, 0]), (.mentions, [0, 1]), (.none, [1, 0]), (.all, [0, 0]),
        (.mentions, [0, 1]), (.all, [0, 0]),
      ] {
        try await value(of: alice.rooms.setAlerts(alerts, room))
        #expect(try await rules() == expected)
        #expect(try await alice.room(room) { $0.alerts == alerts } != nil)
      }
      // Another client has silenced the room meanwhile.
      let condition: JSONValue = [
        "kind": "event_match", "key": "room_id", "pattern": .string(room.rawValue),
      ]
      try await alice.call(
        .put, .client("pushrules", "global", "override", "elsewhere"),
        ["conditions": [condition], "actions": ["dont_notify"]])
      #expect(try await alice.room(room) { $0.alerts == .none } != nil)
      try await value(of: alice.rooms.setAlerts(.all, room))
      try await say("hello", to: room, by: bob)
      #expect(try await counts(room, after: "hello", alice).first == 1)
    }
  }
}
