import ModelKit
import SeededRandom
import Testing

@testable import Homeserver

@Suite("Paging")
struct PagingTests {
  /// All pages with their start and end tokens.
  private static func pages(
    _ home: HistoryHome, _ room: RoomID, _ direction: String, as name: String,
    _ arguments: [(String, String)] = [], random: inout SeededGenerator
  ) async throws -> [[String]] {
    var from: String?
    var pages: [[String]] = []
    repeat {
      let limit = Int.random(in: 1...7, using: &random)
      var query = [("dir", direction), ("limit", String(limit))] + arguments
      if let from { query.append(("from", from)) }
      let page = try await home.get("rooms/\(room.rawValue)/messages", as: name, query)
      try #require(page.status == 200)
      let ids = page.body["chunk"]?.array?.compactMap { $0["event_id"]?.string } ?? []
      #expect(ids.count <= limit)
      if let from { #expect(page.body["start"]?.string == from) }
      from = page.body["end"]?.string
      // Only the last page may be partly filled.
      #expect(from == nil || ids.count == limit)
      pages.append(ids)
      try #require(pages.count < 500)
    } while from != nil
    return pages
  }

  /// A room with some history in which grace joins and leaves.
  private static func makeHistory(
    _ home: HistoryHome, _ random: inout SeededGenerator
  ) async throws -> RoomID {
    let room = try await home.makeRoom()
    let other = try await home.makeRoom()
    var isJoined = false
    for number in 0..<Int.random(in: 5...40, using: &random) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        try await home.step(isJoined ? .leave : .join, "grace", room)
        isJoined.toggle()
      case 1:
        let all = ["joined", "invited", "shared", "world_readable"]
        try await home.setVisibility(all.randomElement(using: &random) ?? "shared", of: room)
      case 2: try await home.say("elsewhere", in: other)
      case 3: try await home.send(["key": "x"], to: room, type: "m.custom")
      default: try await home.say("m\(number)", in: room)
      }
    }
    if !isJoined { try await home.step(.join, "grace", room) }
    return room
  }

  @Test("Pages of any size hold each visible event once, in both directions", arguments: 0..<25)
  func walks(_ seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let home = try await HistoryHome()
    let room = try await Self.makeHistory(home, &random)
    let visible = try await home.store.read { database in
      let access = try RoomAccess.read(of: user("grace"), in: room, from: database)
      return try EventRows.forwards(
        in: room, after: 0, through: .max, limit: 1000, from: database
      ).filter { access.ranges.contains($0.position) }
    }
    #expect(!visible.isEmpty)
    let ids = visible.map(\.id.rawValue)
    let forwards = try await Self.pages(home, room, "f", as: "grace", random: &random)
    #expect(forwards.flatMap { $0 } == ids)
    let backwards = try await Self.pages(home, room, "b", as: "grace", random: &random)
    #expect(backwards.flatMap { $0 } == ids.reversed())
    // The last page is never empty: it has no `end` when nothing follows.
    #expect(forwards.last?.isEmpty == false)
    #expect(backwards.last?.isEmpty == false)
    let custom = visible.filter { $0.type == "m.custom" }.map(\.id.rawValue)
    let filtered = try await Self.pages(
      home, room, "b", as: "grace", [("filter", #"{"types":["m.cust*"]}"#)], random: &random)
    #expect(filtered.flatMap { $0 } == custom.reversed())
  }

  @Test("Paging stops at 'to' and reports that more follows")
  func stop() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    for number in 0..<6 { try await home.say("m\(number)", in: room) }
    let path = "rooms/\(room.rawValue)/messages"
    let two = try await home.get(path, as: "ada", [("dir", "b"), ("limit", "2")])
    let start = try #require(two.body["start"]?.string)
    let end = try #require(two.body["end"]?.string)
    let again = try await home.get(
      path, as: "ada", [("dir", "b"), ("limit", "50"), ("from", start), ("to", end)])
    #expect(again.body["chunk"]?.bodies == ["m5", "m4"])
    #expect(again.body["end"]?.string == end)
    let nothing = try await home.get(
      path, as: "ada", [("dir", "b"), ("from", end), ("to", end)])
    #expect(nothing.body["chunk"] == [])
    #expect(nothing.body["end"] == nil)
    let forwards = try await home.get(
      path, as: "ada", [("dir", "f"), ("from", end), ("to", start)])
    #expect(forwards.body["chunk"]?.bodies == ["m4", "m5"])
    #expect(forwards.body["end"] == nil)
    let all = try await home.get(
      path, as: "ada", [("dir", "b"), ("limit", "50"), ("from", start), ("to", "t0")])
    #expect(all.body["end"] == nil)
  }

  @Test("A sync token names the same position in /messages")
  func syncToken() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    try await home.say("a", in: room)
    let event = try await home.say("b", in: room)
    try await home.say("c", in: room)
    let token = StreamToken(position: event.position, typing: 3, boot: "abc").text
    let path = "rooms/\(room.rawValue)/messages"
    let older = try await home.get(
      path, as: "ada", [("dir", "b"), ("from", token), ("limit", "2")])
    #expect(older.body["chunk"]?.bodies == ["b", "a"])
    let newer = try await home.get(path, as: "ada", [("dir", "f"), ("from", token)])
    #expect(newer.body["chunk"]?.bodies == ["c"])
  }

  @Test("A page holds 10 events by default and 1000 at most")
  func limits() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    try await home.store.write { [rooms = home.rooms] context in
      for number in 0..<1100 {
        _ = try rooms.send(
          EventDraft(
            room: room, sender: user("ada"), type: "m.room.message",
            content: ["msgtype": "m.text", "body": .string("\(number)")]), in: context)
      }
    }
    let path = "rooms/\(room.rawValue)/messages"
    for (limit, count) in [(nil, 10), ("0", 0), ("999", 999), ("1000", 1000), ("5000", 1000)] {
      let query = limit.map { [("dir", "b"), ("limit", $0)] } ?? [("dir", "b")]
      let page = try await home.get(path, as: "ada", query)
      #expect(page.body["chunk"]?.array?.count == count)
      #expect(page.body["end"] != nil)
    }
    let filter = try await home.get(path, as: "ada", [("dir", "b"), ("filter", #"{"limit":3}"#)])
    #expect(filter.body["chunk"]?.bodies == ["1099", "1098", "1097"])
  }

  @Test(
    "Page tokens round-trip",
    arguments: [
      ("t0", 0), ("t42", 42), ("s7_0_abc", 7), ("t9223372036854775807", Int64.max),
    ])
  func tokens(_ text: String, _ position: Int64) {
    #expect(PageToken.position(text) == position)
  }

  @Test(
    "Malformed tokens are refused",
    arguments: [
      "x", "t", "t-1", "t+1", "t1_2", "t 1", "t9223372036854775808", "t1x", "s", "s-1", "é1",
      "t00000000000000000001",
    ])
  func wrongTokens(_ text: String) async throws {
    #expect(PageToken.position(text) == nil)
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    for name in ["from", "to"] {
      let reply = try await home.get(
        "rooms/\(room.rawValue)/messages", as: "ada", [("dir", "b"), (name, text)])
      #expect(reply.status == 400)
      #expect(reply.code == "M_INVALID_PARAM")
    }
  }
}
