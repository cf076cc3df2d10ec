import ModelKit
import Testing

@testable import Homeserver

/// Reads random histories through sliding sync in random steps.
@Suite("Sliding sync of random histories")
struct SlidingHistoryTests {
  /// A client's view of a room: the ids of its events without holes.
  private typealias Timelines = [String: [String]]

  @Test(
    "Timelines and gaps add up to the history, each event once and in order", arguments: 0..<12)
  func exactlyOnce(seed: UInt64) async throws {
    var random = SyncRandom(seed: seed)
    let home = try await SyncHome(
      responses: ResponseLimits(page: 1 << 20, timeline: 6_000, sync: 9_000))
    var rooms: [RoomID] = []
    for _ in 0..<4 { rooms.append(try await home.makeRoom(joined: ["grace", "linus"])) }
    var timelines: Timelines = [:]
    var pos: String?
    for _ in 0..<40 {
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        try await Self.happen(rooms, home, &random)
      }
      // Lost responses: the client asks again from the same position.
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        _ = try await home.slide(Self.body(rooms, &random), pos: pos)
        if Bool.random(using: &random) { try await Self.happen(rooms, home, &random) }
      }
      if Int.random(in: 0..<15, using: &random) == 0 { pos = nil }
      let reply = try await home.slide(Self.body(rooms, &random), pos: pos)
      #expect(reply.status == 200)
      pos = reply.pos
      for room in reply.rooms { try await Self.take(room.key, room.value, home, &timelines) }
    }
    // The end: all rooms in the range until nothing is new.
    while true {
      let reply = try await home.slide(.all(0, 9, limit: 3), pos: pos)
      pos = reply.pos
      for room in reply.rooms { try await Self.take(room.key, room.value, home, &timelines) }
      if reply.rooms.isEmpty { break }
    }
    for room in rooms {
      let history = try await home.store.read { database in
        try EventRows.forwards(in: room, after: -1, through: .max, limit: 10_000, from: database)
      }
      let all = history.map(\.id.rawValue)
      let told = timelines[room.rawValue] ?? []
      #expect(!told.isEmpty && told == Array(all.suffix(told.count)))
    }
  }

  /// A random window, with a subscription now and then; the timeline is never left out.
  private static func body(_ rooms: [RoomID], _ random: inout SyncRandom) -> JSONValue {
    let first = Int.random(in: 0...2, using: &random)
    let last = first + Int.random(in: 0...2, using: &random)
    let limit = Int.random(in: 1...6, using: &random)
    var body = JSONValue.all(first, last, limit: limit, more: .extensions("receipts")).object ?? [:]
    if Int.random(in: 0..<3, using: &random) == 0, let room = rooms.randomElement(using: &random) {
      let wide = JSONValue.subscribe([room], limit: Int.random(in: 1...8, using: &random))
      body["room_subscriptions"] = wide["room_subscriptions"]
    }
    return .object(body)
  }

  private static func happen(
    _ rooms: [RoomID], _ home: SyncHome, _ random: inout SyncRandom
  ) async throws {
    guard let room = rooms.randomElement(using: &random) else { return }
    let name = ["ada", "grace", "linus"].randomElement(using: &random) ?? "ada"
    let number = Int.random(in: 0..<1_000_000, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      try await home.send(
        ["topic": .string("\(number)")], to: room, type: "m.room.topic", stateKey: "")
    case 1:
      try await home.send(
        ["membership": "join", "displayname": .string("\(number)")], to: room, by: name,
        type: "m.room.member", stateKey: id(name).rawValue)
    case 2:
      let last = try await home.store.read { try EventRows.newest(1, in: room, from: $0) }
      guard let event = last.first else { return }
      _ = try await home.ask(
        "POST", "rooms/\(room.rawValue)/receipt/m.read/\(event.id.rawValue)", as: name, body: "{}")
    default: try await home.say("\(number)", in: room, by: name)
    }
  }

  /// Adds the news of a room as a client does.
  private static func take(
    _ room: String, _ news: JSONValue, _ home: SyncHome, _ timelines: inout Timelines
  ) async throws {
    let ids = news.eventIDs
    if news["initial"] == true {
      timelines[room] = ids
    } else if news["unstable_expanded_timeline"] == true {
      // It repeats known events, or begins behind a gap.
      let known = timelines[room] ?? []
      if let first = ids.first, let index = known.firstIndex(of: first) {
        timelines[room] = known[..<index] + ids
      } else if let last = known.first, let index = ids.firstIndex(of: last) {
        #expect(Array(ids[index...].prefix(known.count)) == known)
        timelines[room] = ids
      } else {
        timelines[room] = try await known + gap(room, news, home, known) + ids
      }
    } else {
      let known = timelines[room] ?? []
      let missing = news["limited"] == true ? try await gap(room, news, home, known) : []
      timelines[room] = known + missing + ids
    }
    let told = timelines[room] ?? []
    #expect(Set(told).count == told.count)
  }

  /// The events between the known ones and the timeline, read backwards.
  private static func gap(
    _ room: String, _ news: JSONValue, _ home: SyncHome, _ known: [String]
  ) async throws -> [String] {
    var from = try #require(news["prev_batch"]?.string)
    var missing: [String] = []
    while true {
      let page = try await home.ask(
        "GET", "rooms/\(room)/messages", as: "grace",
        [("dir", "b"), ("from", from), ("limit", "5")])
      for id in (page.json["chunk"]?.array ?? []).compactMap({ $0["event_id"]?.string }) {
        if id == known.last { return missing }
        missing.insert(id, at: 0)
      }
      guard let end = page.json["end"]?.string else { return missing }
      from = end
    }
  }
}
