import ModelKit
import Testing

@testable import Homeserver

@Suite("Sync in parts")
struct SyncPartsTests {
  private static func tiny(_ size: Int) -> ResponseLimits {
    var limits = ResponseLimits()
    limits.sync = size
    limits.timeline = size / 4
    return limits
  }

  /// All parts of a sync.
  private static func parts(
    _ home: SyncHome, since: String? = nil, filter: String? = nil, _ more: [(String, String)] = []
  ) async throws -> [SyncHome.Reply] {
    var parts = [try await home.sync(as: "grace", since: since, filter: filter, more)]
    while let token = parts.last?.token, StreamToken(token)?.rest != nil {
      parts.append(try await home.sync(as: "grace", since: token, filter: filter))
      try #require(parts.count < 200)
    }
    return parts
  }

  private static func rooms(_ reply: SyncHome.Reply, _ kind: String) -> [String: JSONValue] {
    Dictionary(
      (reply.json["rooms"]?[kind]?.object ?? [:]).map { ($0.key, $0.value) }
    ) { _, last in last }
  }

  /// Joined rooms, one left room and one invitation.
  private static func makeRooms(_ home: SyncHome) async throws -> [RoomID] {
    var rooms: [RoomID] = []
    for number in 0..<8 {
      let room = try await home.makeRoom(name: "room \(number)", joined: ["grace"])
      rooms.append(room)
      for text in 0..<5 { try await home.say("\(text)", in: room) }
    }
    try await home.step(.leave, "grace", rooms[3])
    let other = try await home.makeRoom(name: "other")
    try await home.step(.invite, "grace", other)
    return rooms + [other]
  }

  @Test(
    "The parts of a sync add up to the unbounded response, with each room once",
    arguments: [1, 8_000, 20_000], [nil, #"{"room":{"include_leave":true}}"#])
  func isWhole(size: Int, filter: String?) async throws {
    var limits = Self.tiny(size)
    limits.timeline = 1 << 20
    let home = try await SyncHome(responses: limits)
    _ = try await Self.makeRooms(home)
    let whole = try await home.sync(as: "grace", filter: filter, isElsewhere: true)
    let parts = try await Self.parts(home, filter: filter)
    #expect(parts.count > 1)
    for kind in ["join", "invite", "leave"] {
      let told = parts.flatMap { Self.rooms($0, kind).map { $0 } }
      #expect(Set(told.map(\.key)).count == told.count)
      #expect(Dictionary(told.map { ($0.key, $0.value) }) { $1 } == Self.rooms(whole, kind))
    }
    let last = try #require(parts.last)
    #expect(last.json["account_data"]?.events.isEmpty == true)
    #expect(StreamToken(last.token)?.position == StreamToken(whole.token)?.position)
    let next = try await home.sync(as: "grace", since: last.token)
    #expect(next.roomCount == 0)
  }

  @Test("Full-state and incremental syncs come in parts too")
  func goesOn() async throws {
    let home = try await SyncHome(responses: Self.tiny(4_000))
    let rooms = try await Self.makeRooms(home)
    let start = try await #require(Self.parts(home).last).token
    for room in rooms { try await home.say("news", in: room) }
    let news = try await Self.parts(home, since: start)
    #expect(news.count > 1)
    let told = news.flatMap { Self.rooms($0, "join").values.map(\.said) }
    #expect(told == Array(repeating: ["news"], count: 7))
    let full = try await Self.parts(home, since: start, [("full_state", "true")])
    let whole = full.flatMap { Array(Self.rooms($0, "join").values) }
    #expect(whole.count == 7)
    #expect(whole.allSatisfy { $0.said == ["news"] && $0.stateKeys.contains("m.room.create|") })
  }

  @Test("Parts do not wait; a sync after the last part does")
  func waits() async throws {
    let home = try await SyncHome(responses: Self.tiny(1))
    let rooms = try await Self.makeRooms(home)
    var reply = try await home.sync(as: "grace", timeout: 30_000)
    while StreamToken(reply.token)?.rest != nil {
      reply = try await home.sync(as: "grace", since: reply.token, timeout: 30_000)
      #expect(reply.roomCount <= 1)
    }
    let token = reply.token
    async let waiting = home.sync(as: "grace", since: token, timeout: 30_000)
    try await home.untilWaiting(1)
    try await home.say("now", in: rooms[0])
    #expect(try await waiting.joined(rooms[0])?.said == ["now"])
  }

  @Test("A user removed between two parts sees nothing later")
  func endsWithMembership() async throws {
    let home = try await SyncHome(responses: Self.tiny(1))
    let rooms = try await Self.makeRooms(home)
    let first = try await home.sync(as: "grace")
    let told = try #require(StreamToken(first.token)?.rest?.room)
    let room = try #require(
      rooms.prefix(8).first { $0.rawValue > told.rawValue && $0 != rooms[3] })
    let before = try #require(
      try await home.store.read { try EventRows.newest(1, in: room, from: $0) }.first)
    try await home.step(.kick, "grace", room)
    try await home.send(
      [
        "msgtype": "m.text", "body": "secret",
        "m.new_content": ["msgtype": "m.text", "body": "secret"],
        "m.relates_to": ["rel_type": "m.replace", "event_id": .string(before.id.rawValue)],
      ], to: room)
    try await home.send(["name": "secret"], to: room, type: "m.room.name", stateKey: "")
    _ = try await home.ask(
      "POST", "rooms/\(room.rawValue)/receipt/m.read/\(before.id.rawValue)", as: "ada", body: "{}")
    var parts: [SyncHome.Reply] = []
    var token = first.token
    while parts.last?.left(room) == nil {
      parts.append(try await home.sync(as: "grace", since: token))
      token = parts[parts.count - 1].token
      try #require(parts.count < 50)
    }
    let joined = try #require(parts.compactMap { $0.joined(room) }.first)
    #expect(joined.said.suffix(1) == ["4"])
    #expect(joined.ephemeral("m.receipt") == nil)
    let leave = try #require(parts.last?.left(room))
    #expect(leave["timeline"]?.events.map { $0["type"] } == ["m.room.member"])
    #expect(parts.allSatisfy { !$0.json.text.contains("secret") })
  }

  @Test("A timeline that is too large is limited, and its token leads to the rest")
  func limitsTimeline() async throws {
    let home = try await SyncHome(responses: Self.tiny(12_000))
    let room = try await home.makeRoom(joined: ["grace"])
    let start = try await home.sync(as: "grace").token
    for number in 0..<40 {
      try await home.say("\(number) " + String(repeating: "x", count: 500), in: room)
    }
    let filter = #"{"room":{"timeline":{"limit":1000}}}"#
    for isFirst in [true, false] {
      let reply = try await home.sync(as: "grace", since: isFirst ? nil : start, filter: filter)
      let part = try #require(reply.joined(room))
      #expect(part.isLimited == true)
      #expect((2...6).contains(part.timelineIDs.count))
      var ids = part.timelineIDs
      var from = part["timeline"]?["prev_batch"]?.string
      while let token = from {
        let page = try await home.ask(
          "GET", "rooms/\(room.rawValue)/messages", as: "grace",
          [("dir", "b"), ("from", token), ("limit", "7")])
        let older = page.json["chunk"]?.array?.compactMap { $0["event_id"]?.string } ?? []
        ids = older.reversed() + ids
        from = page.json["end"]?.string
      }
      let history = try await home.store.read {
        try EventRows.newest(1000, in: room, from: $0).map(\.id.rawValue)
      }
      #expect(ids == history)
    }
    // A timeline holds at least one event of any size.
    try await home.say(String(repeating: "y", count: 20_000), in: room)
    let reply = try await home.sync(as: "grace", filter: filter)
    #expect(reply.joined(room)?.timelineIDs.count == 1)
    #expect(reply.joined(room)?.isLimited == true)
  }

  @Test(
    "Each event arrives once or lies in a gap, whatever happens between the parts",
    arguments: 0..<10)
  func losesNothing(seed: UInt64) async throws {
    var random = SyncRandom(seed: seed)
    let home = try await SyncHome(responses: Self.tiny(Int.random(in: 1...12_000, using: &random)))
    var rooms: [RoomID] = []
    for _ in 0..<6 { rooms.append(try await home.makeRoom(joined: ["grace", "linus"])) }
    var told: [RoomID: [String]] = [:]
    var token: String?
    var calm = 0
    for round in 0..<200 where calm < 2 {
      let filter = #"{"room":{"timeline":{"limit":\#(Int.random(in: 1...9, using: &random))}}}"#
      let reply = try await home.sync(as: "grace", since: token, filter: filter)
      for room in rooms {
        guard let part = reply.joined(room) else { continue }
        told[room, default: []] += try await Self.gap(part, behind: told[room]?.last, room, home)
        told[room, default: []] += part.timelineIDs
      }
      token = reply.token
      guard round < 30 else {
        calm = StreamToken(reply.token)?.rest == nil && reply.roomCount == 0 ? calm + 1 : 0
        continue
      }
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let room = rooms[Int.random(in: 0..<6, using: &random)]
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
          try await home.send(
            ["topic": .string("\(round)")], to: room, type: "m.room.topic", stateKey: "")
        case 1:
          try await home.send(
            ["membership": "join", "displayname": .string("\(round)")], to: room, by: "grace",
            type: "m.room.member", stateKey: id("grace").rawValue)
        default: try await home.say("\(round)", in: room, by: "linus")
        }
      }
    }
    #expect(calm == 2)
    for room in rooms {
      let history = try await home.store.read {
        try EventRows.newest(10_000, in: room, from: $0).map(\.id.rawValue)
      }
      #expect(told[room] == history)
    }
  }

  /// The events in the gap of a limited timeline, after the last known one.
  private static func gap(
    _ part: JSONValue, behind last: String?, _ room: RoomID, _ home: SyncHome
  ) async throws -> [String] {
    guard part.isLimited == true else { return [] }
    let text = try #require(part["timeline"]?["prev_batch"]?.string)
    let end = try #require(Int64(text.dropFirst()))
    return try await home.store.read { database in
      let start = try last.flatMap { EventID($0) }.flatMap {
        try EventRows.position(of: $0, room: room, in: database)
      }
      return try EventRows.forwards(
        in: room, after: start ?? -1, through: end, limit: 10_000, from: database
      ).map(\.id.rawValue)
    }
  }
}
