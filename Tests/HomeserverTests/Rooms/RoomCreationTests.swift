import ModelKit
import Testing

@testable import Homeserver

@Suite("RoomCreation")
struct RoomCreationTests {
  @Test("A plain room has the events of a private chat in their order")
  func plain() async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    #expect(room.hasPrefix("!") && room.hasSuffix(":localhost"))
    let events = try await home.events(room)
    #expect(
      events.map(\.type) == [
        "m.room.create", "m.room.member", "m.room.power_levels", "m.room.join_rules",
        "m.room.history_visibility", "m.room.guest_access",
      ])
    #expect(events.allSatisfy { $0.sender.rawValue == "@ada:localhost" })
    #expect(
      events[0].tree == ["room_version": "11", "creator": "@ada:localhost"])
    #expect(events[1].stateKey == "@ada:localhost")
    #expect(events[1].tree == ["membership": "join"])
    #expect(events[3].tree == ["join_rule": "invite"])
    #expect(events[4].tree == ["history_visibility": "shared"])
    #expect(events[5].tree == ["guest_access": "can_join"])
    let levels = try #require(events[2].tree)
    #expect(levels["users"] == ["@ada:localhost": 100])
    #expect(levels["events"]?["m.room.power_levels"] == 100)
    #expect(levels["events"]?["m.room.tombstone"] == 100)
    #expect(levels["state_default"] == 50)
    #expect(levels["invite"] == 0)
  }

  @Test("The state of a request appears in the order of the specification")
  func full() async throws {
    let home = try RoomsHome()
    let room = try await home.room([
      "room_alias_name": "tea", "name": "Tea", "topic": "Cups", "is_direct": true,
      "invite": ["@bob:localhost", "@bob:localhost"], "visibility": "public",
      "initial_state": [
        ["type": "org.x", "state_key": "k", "content": ["a": 1]],
        ["type": "m.room.name", "content": ["name": "hidden"]],
        ["type": "m.room.guest_access", "content": ["guest_access": "can_join"]],
      ],
      "creation_content": ["type": "m.space", "creator": "@eve:localhost", "room_version": "1"],
      "power_level_content_override": ["invite": 7, "users": ["@ada:localhost": 101]],
    ])
    let events = try await home.events(room)
    #expect(
      events.map(\.type) == [
        "m.room.create", "m.room.member", "m.room.power_levels", "m.room.canonical_alias",
        "m.room.join_rules", "m.room.history_visibility", "org.x", "m.room.guest_access",
        "m.room.name", "m.room.topic", "m.room.member",
      ])
    #expect(
      events[0].tree
        == ["type": "m.space", "creator": "@ada:localhost", "room_version": "11"])
    #expect(events[2].tree?["invite"] == 7)
    #expect(events[2].tree?["users"] == ["@ada:localhost": 101])
    #expect(events[2].tree?["events"]?["m.call.invite"] == 50)
    #expect(events[3].tree == ["alias": "#tea:localhost"])
    #expect(events[4].tree == ["join_rule": "public"])
    #expect(events[6].stateKey == "k")
    #expect(events[7].tree == ["guest_access": "can_join"])
    #expect(events[8].tree == ["name": "Tea"])
    #expect(events[9].tree?["topic"] == "Cups")
    #expect(events[9].tree?["m.topic"]?["m.text"]?[0]?["body"] == "Cups")
    #expect(events[10].tree == ["membership": "invite", "is_direct": true])
    #expect(events[10].stateKey == "@bob:localhost")
    let listing = await home.call("GET", "directory/list/room/\(room)", as: nil)
    #expect(listing.body == ["visibility": "public"])
  }

  @Test(
    "Each preset has its state",
    arguments: [
      ("private_chat", "invite", "can_join", 0),
      ("trusted_private_chat", "invite", "can_join", 100),
      ("public_chat", "public", "forbidden", 0),
    ])
  func presets(name: String, rule: String, guests: String, level: Int) async throws {
    let home = try RoomsHome()
    let room = try await home.room([
      "preset": .string(name), "invite": ["@bob:localhost"],
    ])
    #expect(try await home.content(room, "m.room.join_rules") == ["join_rule": .string(rule)])
    #expect(
      try await home.content(room, "m.room.guest_access") == ["guest_access": .string(guests)])
    let powers = try RoomPowers(of: try await home.snapshot(room))
    #expect(powers.level(of: RoomModel.user("bob")) == level)
  }

  @Test("Levels in the initial state override the server's")
  func initialLevels() async throws {
    let home = try RoomsHome()
    let room = try await home.room([
      "initial_state": [
        ["type": "m.room.power_levels", "content": ["users": ["@ada:localhost": 60]]]
      ]
    ])
    #expect(
      try await home.content(room, "m.room.power_levels") == ["users": ["@ada:localhost": 60]])
  }

  @Test("A version 12 room takes its id from its creation event, and its creator has no level")
  func version12() async throws {
    let home = try RoomsHome(mintsVersion12: true)
    let room = try await home.room([
      "preset": "trusted_private_chat", "invite": ["@bob:localhost"],
    ])
    let events = try await home.events(room)
    #expect(!room.contains(":"))
    #expect("$" + room.dropFirst() == events[0].id.rawValue)
    #expect(
      events[0].tree == ["room_version": "12", "additional_creators": ["@bob:localhost"]])
    #expect(events[2].tree?["users"] == [:])
    #expect(events[2].tree?["events"]?["m.room.tombstone"] == 150)
    let named = await home.call(
      "PUT", "rooms/\(room)/state/m.room.power_levels",
      ["users": ["@ada:localhost": 100]])
    #expect(named.isError(403, "M_FORBIDDEN"))
    let reopened = try home.reopened()
    let powers = try RoomPowers(of: try await reopened.snapshot(room))
    #expect(powers.level(of: RoomModel.user("bob")) == .max)
  }

  @Test("A request may name either version")
  func versions() async throws {
    let home = try RoomsHome()
    let room = try await home.room(["room_version": "12"])
    #expect(!room.contains(":"))
    let new = try RoomsHome(mintsVersion12: true)
    let old = try await new.room(["room_version": "11"])
    #expect(old.hasSuffix(":localhost"))
  }

  static let refusals: [(body: JSONValue, status: Int, code: String)] = [
    (["room_version": "99"], 400, "M_UNSUPPORTED_ROOM_VERSION"),
    (["room_version": 5], 400, "M_BAD_JSON"),
    (["preset": "odd"], 400, "M_BAD_JSON"),
    (["visibility": "odd"], 400, "M_BAD_JSON"),
    (["name": 5], 400, "M_BAD_JSON"),
    (["initial_state": [["content": [:]]]], 400, "M_BAD_JSON"),
    (["initial_state": [["type": "a", "content": 5]]], 400, "M_BAD_JSON"),
    ([], 400, "M_BAD_JSON"),
    (["room_alias_name": "a b"], 400, "M_INVALID_PARAM"),
    (["room_alias_name": "a:b"], 400, "M_INVALID_PARAM"),
    (["room_alias_name": ""], 400, "M_INVALID_PARAM"),
    (["invite": ["bob"]], 400, "M_INVALID_PARAM"),
    (["invite": ["@bob:elsewhere.org"]], 403, "M_FORBIDDEN"),
    (["invite": ["@nobody:localhost"], "is_direct": true], 404, "M_NOT_FOUND"),
    (["invite": ["@ada:localhost"]], 403, "M_FORBIDDEN"),
    (["invite_3pid": [["medium": "email"]]], 403, "M_THREEPID_DENIED"),
    (["power_level_content_override": ["users": [:]]], 400, "M_INVALID_ROOM_STATE"),
    (
      ["initial_state": [["type": "m.room.create", "content": [:]]]], 400, "M_INVALID_ROOM_STATE"
    ),
    (["power_level_content_override": ["ban": "x"]], 400, "M_BAD_JSON"),
    (
      ["room_version": "12", "creation_content": ["additional_creators": ["bob"]]], 400,
      "M_INVALID_PARAM"
    ),
    (["name": .string(String(repeating: "x", count: 70_000))], 413, "M_TOO_LARGE"),
    (
      ["invite": .array((0...256).map { .string("@u\($0):localhost") })], 400, "M_INVALID_PARAM"
    ),
  ]

  @Test("A refused creation leaves nothing behind", arguments: refusals)
  func refusal(body: JSONValue, status: Int, code: String) async throws {
    let home = try RoomsHome()
    let reply = await home.call("POST", "createRoom", body)
    #expect(reply.isError(status, code), "\(reply)")
    #expect(try await home.texts("SELECT id FROM rooms") == [])
    #expect(try await home.texts("SELECT id FROM events") == [])
  }

  @Test("An alias points to one room")
  func aliasInUse() async throws {
    let home = try RoomsHome()
    _ = try await home.room(["room_alias_name": "tea"])
    let reply = await home.call("POST", "createRoom", ["room_alias_name": "tea"])
    #expect(reply.isError(400, "M_ROOM_IN_USE"))
  }

  @Test("Creating a room requires an access token")
  func unauthorised() async throws {
    let home = try RoomsHome()
    #expect(await home.call("POST", "createRoom", as: nil, [:]).isError(401, "M_MISSING_TOKEN"))
  }

  @Test("A room is the same after a restart")
  func restart() async throws {
    let home = try RoomsHome()
    let room = try await home.room(with: ["@bob:localhost", "@carl:localhost"], ["name": "Tea"])
    _ = await home.call("POST", "rooms/\(room)/leave", as: "@carl:localhost")
    let old = try await home.snapshot(room)
    let new = try await home.reopened().snapshot(room)
    #expect(new.version == old.version)
    #expect(new.creator == old.creator)
    #expect(new.members == old.members)
    #expect(new.members.count == 3)
    #expect(new.joinedCount == 2)
    #expect(Set(new.state.keys) == Set(old.state.keys))
    for (key, entry) in old.state {
      let other = try #require(new.state[key])
      #expect(other.event == entry.event)
      #expect(other.sender == entry.sender)
      #expect(try other.content.value() == entry.content.value())
    }
  }
}
