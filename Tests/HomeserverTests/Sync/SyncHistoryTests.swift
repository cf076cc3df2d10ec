import ModelKit
import Testing

@testable import Homeserver

/// Syncs random histories in random steps.
@Suite("Sync of random histories")
struct SyncHistoryTests {
  /// A client's view of a room.
  private struct Timeline {
    var ids: [String] = []
  }

  @Test(
    "Timelines and gaps add up to the history for any tokens, each event once",
    arguments: 0..<12)
  func exactlyOnce(seed: UInt64) async throws {
    var random = SyncRandom(seed: seed)
    let home = try await SyncHome()
    var rooms: [RoomID] = []
    for _ in 0..<3 { rooms.append(try await home.makeRoom(joined: ["grace", "linus"])) }
    var told: [RoomID: Timeline] = [:]
    var reply = try await home.sync(as: "grace", filter: Self.filter(50))
    _ = try await home.sync(as: "grace", filter: Self.filter(50), isElsewhere: true)
    for room in rooms { told[room] = Timeline(ids: reply.joined(room)?.timelineIDs ?? []) }
    for _ in 0..<25 {
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        try await Self.happen(rooms, home, &random)
      }
      let filter = Self.filter(Int.random(in: 1...5, using: &random))
      let since = reply.token
      let forgetful = try await home.sync(
        as: "grace", since: since, filter: filter, isElsewhere: true)
      reply = try await home.sync(as: "grace", since: since, filter: filter)
      Self.expectSame(reply, forgetful)
      for room in rooms {
        guard let part = reply.joined(room) else { continue }
        told[room]?.ids += try await Self.gap(part, since: since, room, home)
        told[room]?.ids += part.timelineIDs
      }
    }
    for room in rooms {
      let history = try await home.store.read { database in
        try EventRows.forwards(in: room, after: -1, through: .max, limit: 10_000, from: database)
      }
      #expect(told[room]?.ids == history.map(\.id.rawValue))
    }
  }

  private static func filter(_ limit: Int) -> String {
    #"{"room":{"timeline":{"limit":\#(limit)},"state":{"lazy_load_members":\#(limit % 2 == 0)}}}"#
  }

  /// Makes a random change in a room or in a profile.
  private static func happen(
    _ rooms: [RoomID], _ home: SyncHome, _ random: inout SyncRandom
  ) async throws {
    guard let room = rooms.randomElement(using: &random) else { return }
    let name = ["ada", "grace", "linus"].randomElement(using: &random) ?? "ada"
    let number = Int.random(in: 0..<1_000_000, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      try await home.send(
        ["topic": .string("\(number)")], to: room, type: "m.room.topic", stateKey: "")
    case 1:
      try await home.send(
        ["membership": "join", "displayname": .string("\(number)")], to: room, by: "linus",
        type: "m.room.member", stateKey: id("linus").rawValue)
    case 2:
      let last = try await home.store.read { try EventRows.newest(3, in: room, from: $0) }
      guard let event = last.randomElement(using: &random) else { return }
      let reply = try await home.ask(
        "POST", "rooms/\(room.rawValue)/receipt/m.read/\(event.id.rawValue)", as: name, body: "{}")
      #expect(reply.status == 200)
    case 3:
      let event = try await home.say("wrong", in: room)
      if Bool.random(using: &random) { try await home.say("between", in: room, by: name) }
      try await home.send(
        ["redacts": .string(event.id.rawValue)], to: room, type: "m.room.redaction")
    default: try await home.say("\(number)", in: room, by: name)
    }
  }

  /// The events in the gap of a limited timeline, read as a client reads them.
  private static func gap(
    _ part: JSONValue, since: String, _ room: RoomID, _ home: SyncHome
  ) async throws -> [String] {
    guard part.isLimited == true else { return [] }
    let start = try #require(StreamToken(since)).position
    let text = try #require(part["timeline"]?["prev_batch"]?.string)
    let end = try #require(Int64(text.dropFirst()))
    return try await home.store.read { database in
      try EventRows.forwards(in: room, after: start, through: end, limit: 10_000, from: database)
        .map(\.id.rawValue)
    }
  }

  /// The snapshots in memory equal the database.
  private static func expectSame(_ reply: SyncHome.Reply, _ forgetful: SyncHome.Reply) {
    #expect(reply.json["rooms"]?["leave"] == forgetful.json["rooms"]?["leave"])
    #expect(reply.json["rooms"]?["invite"] == forgetful.json["rooms"]?["invite"])
    #expect(reply.json["account_data"] == forgetful.json["account_data"])
    let told = reply.json["rooms"]?["join"]?.object ?? [:]
    let other = forgetful.json["rooms"]?["join"]?.object ?? [:]
    #expect(Set(told.map(\.key)) == Set(other.map(\.key)))
    for room in told {
      for part in room.value.object ?? [:] {
        #expect(part.value == other[room.key]?[part.key], "\(part.key)")
      }
    }
  }

  @Test(
    "A user who leaves and returns gets every event of each stay once",
    arguments: 0..<8)
  func comingAndGoing(seed: UInt64) async throws {
    var random = SyncRandom(seed: seed)
    let home = try await SyncHome()
    let room = try await home.makeRoom(.publicChat, visibility: "joined")
    // Every member may see the events before the first visibility.
    let begin = try await home.store.read { try EventRows.newest(100, in: room, from: $0) }
    let open = Set(begin.map(\.id.rawValue))
    var reply = try await home.sync(as: "grace")
    var told: [String] = []
    var isIn = false
    var expected: [String] = []
    for _ in 0..<40 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        try await home.step(isIn ? .leave : .join, "grace", room)
        isIn.toggle()
        let last = try await home.store.read { try EventRows.newest(1, in: room, from: $0) }
        expected += last.map(\.id.rawValue)
      case 1, 2:
        let event = try await home.say("x", in: room)
        if isIn { expected.append(event.id.rawValue) }
      default:
        reply = try await home.sync(as: "grace", since: reply.token, filter: Self.filter(51))
        try await Self.take(reply, of: room, home, &told)
      }
    }
    reply = try await home.sync(as: "grace", since: reply.token, filter: Self.filter(51))
    try await Self.take(reply, of: room, home, &told)
    #expect(told.filter { !open.contains($0) } == expected)
    #expect(Set(told).count == told.count)
  }

  /// Adds the events of a sync, preceded by those of the gap.
  private static func take(
    _ reply: SyncHome.Reply, of room: RoomID, _ home: SyncHome, _ told: inout [String]
  ) async throws {
    for part in [reply.left(room), reply.joined(room)].compactMap({ $0 }) {
      if part.isLimited == true {
        let start = try #require(part["timeline"]?["prev_batch"]?.string)
        let page = try await home.ask(
          "GET", "rooms/\(room.rawValue)/messages", as: "grace",
          [("dir", "b"), ("from", start), ("limit", "100")])
        let ids = (page.json["chunk"]?.array ?? []).compactMap { $0["event_id"]?.string }
        told += ids.prefix { !told.contains($0) }.reversed()
      }
      told += part.timelineIDs
    }
  }

  @Test("Waiting syncs lose and repeat nothing while many users write")
  func concurrent() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let first = try await home.sync(as: "grace", filter: Self.filter(51))
    let writers = Task {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<4 {
          group.addTask {
            for number in 0..<25 { try await home.say("\(writer) \(number)", in: room) }
          }
        }
        try await group.waitForAll()
      }
      try await home.say("end", in: room)
    }
    var told: [String] = []
    var token = first.token
    while told.last != "end" {
      let since = token
      let reply = try await home.sync(
        as: "grace", since: since, filter: Self.filter(1001), timeout: 30_000)
      token = reply.token
      told += reply.joined(room)?.said ?? []
    }
    try await writers.value
    #expect(told.count == 101)
    #expect(Set(told).count == 101)
    let history = try await home.store.read { database in
      try EventRows.newest(101, in: room, from: database).map {
        try $0.content().value()["body"]?.string
      }
    }
    #expect(told == history)
  }
}

/// A generator that a seed makes reproducible.
struct SyncRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
