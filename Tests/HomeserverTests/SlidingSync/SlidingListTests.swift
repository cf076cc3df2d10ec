import ModelKit
import Testing

@testable import Homeserver

@Suite("Lists of sliding sync")
struct SlidingListTests {
  @Test("Each filter keeps the rooms that it names")
  func filters() async throws {
    let home = try await SyncHome()
    let plain = try await home.makeRoom(joined: ["grace"])
    let secret = try await home.makeRoom(joined: ["grace"])
    try await home.send(
      ["algorithm": "m.megolm.v1.aes-sha2"], to: secret, type: "m.room.encryption", stateKey: "")
    let invitation = try await home.makeRoom(.privateChat)
    try await home.step(.invite, "grace", invitation)
    let space = try await home.store.write { [rooms = home.rooms] context in
      var creation = RoomCreation(creator: id("grace"), version: .v11)
      creation.content = ["type": "m.space"]
      return try rooms.create(creation, in: context)
    }
    let links: [(RoomID, JSONObject)] = [(plain, ["via": ["localhost"]]), (secret, [:])]
    for (child, content) in links {
      try await home.send(
        content, to: space, by: "grace", type: "m.space.child", stateKey: child.rawValue)
    }
    try await home.store.write { context in
      try AccountDataRows.set(
        "m.direct", of: id("grace"), room: nil,
        to: ["@ada:localhost": [.string(secret.rawValue), 7]], in: context)
      try AccountDataRows.set(
        "m.tag", of: id("grace"), room: plain, to: ["tags": ["m.favourite": [:]]], in: context)
    }
    let all: Set<RoomID> = [plain, secret, invitation, space]
    let rows: [(JSONValue, Set<RoomID>)] = [
      ([:], all),
      (["is_dm": true], [secret]), (["is_dm": false], all.subtracting([secret])),
      (["is_encrypted": true], [secret]), (["is_encrypted": false], all.subtracting([secret])),
      (["is_invite": true], [invitation]), (["is_invite": false], all.subtracting([invitation])),
      (["room_types": ["m.space"]], [space]), (["room_types": [nil]], all.subtracting([space])),
      (["not_room_types": ["m.space"]], all.subtracting([space])),
      (["room_types": ["m.space", nil], "not_room_types": ["m.space"]], all.subtracting([space])),
      (["tags": ["m.favourite"]], [plain]),
      (["not_tags": ["m.favourite"]], all.subtracting([plain])),
      (["spaces": [.string(space.rawValue)]], [plain]),
      (["spaces": [.string(plain.rawValue), "!unknown:localhost"]], []),
      (["is_dm": true, "is_encrypted": false], []),
    ]
    for (filters, expected) in rows {
      let reply = try await home.slide(.all(filters: filters))
      #expect(Set(reply.shown()) == Set(expected.map(\.rawValue)), "\(filters)")
      #expect(reply.count() == expected.count, "\(filters)")
    }
    let dm = try await home.slide()
    #expect(dm.room(secret)?["is_dm"] == true && dm.room(plain)?["is_dm"] == nil)
  }

  @Test("Ranges show parts of the list, overlapping or beyond its end")
  func ranges() async throws {
    let home = try await SyncHome()
    var ids: [String] = []
    for _ in 0..<5 { ids.insert(try await home.makeRoom(joined: ["grace"]).rawValue, at: 0) }
    let reply = try await home.slide([
      "lists": [
        "a": [
          "ranges": [[0, 1], [1, 2], [4, 99], [9, 10], [3, 2]], "timeline_limit": 1,
          "required_state": [],
        ],
        "b": ["timeline_limit": 1, "required_state": []],
      ]
    ])
    let ops = reply.json["lists"]?["a"]?["ops"]?.array ?? []
    let shown = ops.map { ($0["room_ids"]?.array ?? []).compactMap(\.string) }
    #expect(shown == [[ids[0], ids[1]], [ids[1], ids[2]], [ids[4]], [], []])
    #expect(ops.map { $0["range"] }.first == [0, 1] && ops.allSatisfy { $0["op"] == "SYNC" })
    #expect(Set(reply.rooms.map(\.key)) == Set(ids).subtracting([ids[3]]))
    #expect(reply.count("b") == 5 && reply.shown("b").isEmpty)
  }

  @Test("A room in several lists has the largest timeline and the state of all of them")
  func union() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(name: "Tea", joined: ["grace"])
    for number in 0..<5 { try await home.say("\(number)", in: room) }
    let reply = try await home.slide([
      "lists": [
        "a": ["ranges": [[0, 9]], "timeline_limit": 1, "required_state": [["m.room.name", ""]]],
        "b": ["ranges": [[0, 9]], "timeline_limit": 3, "required_state": []],
      ],
      "room_subscriptions": [
        room.rawValue: ["timeline_limit": 2, "required_state": [["m.room.create", "*"]]]
      ],
    ])
    #expect(reply.room(room)?.spoken == ["2", "3", "4"])
    #expect(reply.room(room)?.required == ["m.room.create|", "m.room.name|"])
  }

  @Test("The order is that of the last events of any kind")
  func order() async throws {
    let home = try await SyncHome()
    let one = try await home.makeRoom(joined: ["grace"])
    let two = try await home.makeRoom(joined: ["grace"])
    let three = try await home.makeRoom(.privateChat)
    let message = try await home.say("hello", in: two)
    try await home.step(.invite, "grace", three)
    try await home.send(["topic": "tea"], to: one, type: "m.room.topic", stateKey: "")
    let reply = try await home.slide(.all(0, 9))
    #expect(reply.shown() == [one, three, two].map(\.rawValue))
    #expect(reply.room(two)?["bump_stamp"]?.integer == Int(message.position))
    let stamp = try #require(reply.room(one)?["bump_stamp"]?.integer)
    #expect(stamp < Int(message.position))
    // What the user may not see does not move a room.
    try await home.say("to myself", in: three)
    #expect(try await home.slide(.all(0, 9)).shown() == [one, three, two].map(\.rawValue))
  }

  @Test(
    "Invalid values are refused with their paths",
    arguments: [
      (#"{"lists":{"a":{"required_state":[]}}}"#, "M_MISSING_PARAM", "$.lists.a.timeline_limit"),
      (#"{"lists":{"a":{"timeline_limit":1}}}"#, "M_MISSING_PARAM", "$.lists.a.required_state"),
      (#"{"lists":{"a":{"timeline_limit":"1"}}}"#, "M_BAD_JSON", "$.lists.a.timeline_limit"),
      (
        #"{"lists":{"a":{"timeline_limit":1001,"required_state":[]}}}"#, "M_BAD_JSON",
        "$.lists.a.timeline_limit"
      ),
      (
        #"{"lists":{"a":{"timeline_limit":-1,"required_state":[]}}}"#, "M_BAD_JSON",
        "$.lists.a.timeline_limit"
      ),
      (
        #"{"lists":{"a":{"timeline_limit":1,"required_state":[["a","b"],["a"]]}}}"#, "M_BAD_JSON",
        "$.lists.a.required_state[1]"
      ),
      (
        #"{"lists":{"a":{"timeline_limit":1,"required_state":[],"ranges":[[0,1],[2]]}}}"#,
        "M_BAD_JSON", "$.lists.a.ranges[1]"
      ),
      (
        #"{"lists":{"a":{"timeline_limit":1,"required_state":[],"ranges":[[-1,2]]}}}"#,
        "M_BAD_JSON", "$.lists.a.ranges[0]"
      ),
      (
        #"{"lists":{"a":{"timeline_limit":1,"required_state":[],"filters":{"is_dm":1}}}}"#,
        "M_BAD_JSON", "$.lists.a.filters.is_dm"
      ),
      (
        #"{"room_subscriptions":{"!r:s":{"timeline_limit":1}}}"#, "M_MISSING_PARAM",
        "$.room_subscriptions.!r:s.required_state"
      ),
      (#"{"conn_id":1}"#, "M_BAD_JSON", "$.conn_id"),
      (
        #"{"extensions":{"to_device":{"enabled":true,"since":"soon"}}}"#, "M_INVALID_PARAM",
        "$.extensions.to_device.since"
      ),
      (#"{"extensions":{"typing":{"enabled":1}}}"#, "M_BAD_JSON", "$.extensions.typing.enabled"),
    ])
  func invalid(body: String, code: String, path: String) async throws {
    let home = try await SyncHome()
    let reply = try await home.slide(try JSONValue(Array(body.utf8)))
    #expect(reply.status == 400 && reply.code == code)
    #expect(reply.message.contains(path), "\(reply.message)")
  }

  @Test("Too much of anything is refused")
  func limits() async throws {
    let home = try await SyncHome()
    for _ in 0..<3 { _ = try await home.makeRoom(joined: ["grace"]) }
    let list: JSONValue = ["timeline_limit": 1, "required_state": []]
    func lists(_ count: Int, _ list: JSONValue) -> JSONValue {
      ["lists": .object(JSONObject((0..<count).map { .init(key: "\($0)", value: list) }))]
    }
    func ranges(_ count: Int) -> JSONValue {
      .object([
        "timeline_limit": 1, "required_state": [],
        "ranges": .array(Array(repeating: [0, 9], count: count)),
      ])
    }
    let pairs = JSONValue.array(Array(repeating: ["a", "b"], count: 2501))
    let state: JSONValue = .object(["timeline_limit": 1, "required_state": pairs])
    let long = JSONObject([.init(key: String(repeating: "x", count: 65), value: list)])
    for (body, status) in [
      (lists(100, list), 200), (lists(101, list), 400), (["lists": .object(long)], 400),
      (lists(1, ranges(100)), 200), (lists(1, ranges(101)), 400), (lists(70, ranges(100)), 413),
      (lists(1, state), 200), (lists(2, state), 400),
      (["conn_id": .string(String(repeating: "x", count: 256))], 400),
    ] as [(JSONValue, Int)] {
      #expect(try await home.slide(body).status == status)
    }
  }
}
