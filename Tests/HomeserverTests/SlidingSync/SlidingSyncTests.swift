import ModelKit
import Testing

@testable import Homeserver

@Suite("Sliding sync")
struct SlidingSyncTests {
  @Test("The first response describes the rooms in the range, the next ones only what is new")
  func increments() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(name: "Tea", joined: ["grace"])
    let other = try await home.makeRoom(joined: ["grace"])
    try await home.say("one", in: room)
    let first = try await home.slide()
    #expect(first.count() == 2 && first.shown() == [room.rawValue, other.rawValue])
    let told = try #require(first.room(room))
    #expect(told["initial"] == true && told["name"] == "Tea" && told["heroes"] == nil)
    #expect(told["joined_count"] == 2 && told["invited_count"] == 0 && told["num_live"] == 0)
    #expect(told.spoken == ["one"] && told["notification_count"] == 1)
    #expect(first.room(other)?["heroes"]?.array?.first?["user_id"] == "@ada:localhost")

    let event = try await home.say("two", in: other)
    let second = try await home.slide(pos: first.pos)
    #expect(second.shown() == [other.rawValue, room.rawValue])
    #expect(second.rooms.map(\.key) == [other.rawValue])
    let news = try #require(second.room(other))
    #expect(news["initial"] == nil && news["heroes"] == nil && news["joined_count"] == nil)
    #expect(news.spoken == ["two"] && news["num_live"] == 1 && news["limited"] == false)
    #expect(news["bump_stamp"]?.integer == Int(event.position))
    #expect(try await home.slide(pos: second.pos).rooms.isEmpty)
  }

  @Test("A lost response comes again, with newer events if there are any")
  func lostResponse() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let first = try await home.slide()
    try await home.say("one", in: room)
    let lost = try await home.slide(pos: first.pos)
    #expect(lost.room(room)?.spoken == ["one"])
    #expect(try await home.slide(pos: first.pos).room(room)?.spoken == ["one"])
    try await home.say("two", in: room)
    let again = try await home.slide(pos: first.pos)
    #expect(again.room(room)?.spoken == ["one", "two"])
    #expect(try await home.slide(pos: again.pos).rooms.isEmpty)
    // The client has gone on, so it has no use for these.
    for pos in [first.pos, lost.pos] {
      #expect(try await home.slide(pos: pos).code == "M_UNKNOWN_POS")
    }
  }

  @Test("Another process, user, device or connection does not know a position")
  func unknownPosition() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let pos = try await home.slide().pos
    let refused = [
      try await home.slide(pos: pos, isElsewhere: true),
      try await home.slide(as: "linus", pos: pos),
      try await home.slide(as: "grace|E", pos: pos),
      try await home.slide(.all(more: ["conn_id": "b"]), pos: pos),
    ]
    for reply in refused { #expect(reply.status == 400 && reply.code == "M_UNKNOWN_POS") }
    for pos in ["9999999/0", "never", "", "1/", "/s1_1_a"] {
      #expect(try await home.slide(pos: pos).code == "M_UNKNOWN")
    }
    // The client begins again and misses nothing.
    try await home.say("meanwhile", in: room)
    let fresh = try await home.slide(isElsewhere: true)
    #expect(fresh.room(room)?["initial"] == true && fresh.room(room)?.spoken == ["meanwhile"])
  }

  @Test("The connections of a device are independent")
  func connections() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let one = try await home.slide(.all(more: ["conn_id": "1"])).pos
    let two = try await home.slide(.all(more: ["conn_id": "2"])).pos
    try await home.say("hello", in: room)
    for (name, pos) in [("1", one), ("2", two)] {
      let reply = try await home.slide(.all(more: ["conn_id": .string(name)]), pos: pos)
      #expect(reply.room(room)?.spoken == ["hello"])
    }
  }

  @Test("A gap is limited, and its token gives the missing events without repetition")
  func gap() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let first = try await home.slide()
    for number in 0..<9 { try await home.say("\(number)", in: room) }
    let reply = try await home.slide(.all(limit: 4), pos: first.pos)
    let told = try #require(reply.room(room))
    #expect(told["limited"] == true && told["num_live"] == 4)
    #expect(told.spoken == ["5", "6", "7", "8"])
    let from = try #require(told["prev_batch"]?.string)
    let page = try await home.ask(
      "GET", "rooms/\(room.rawValue)/messages", as: "grace",
      [("dir", "b"), ("from", from), ("limit", "5")])
    let older = (page.json["chunk"]?.array ?? []).compactMap { $0["content"]?["body"]?.string }
    #expect(older == ["4", "3", "2", "1", "0"])
  }

  @Test("A room that enters the range brings everything since the client had it last")
  func entering() async throws {
    let home = try await SyncHome()
    let old = try await home.makeRoom(joined: ["grace"])
    let new = try await home.makeRoom(joined: ["grace"])
    try await home.say("a", in: old)
    var reply = try await home.slide(.all(0, 0))
    #expect(reply.shown() == [old.rawValue] && reply.room(new) == nil && reply.count() == 2)
    try await home.say("b", in: new)
    reply = try await home.slide(.all(0, 0), pos: reply.pos)
    #expect(reply.room(new)?["initial"] == true)
    // Behind the range.
    try await home.say("c", in: old)
    try await home.say("d", in: new)
    reply = try await home.slide(.all(0, 0), pos: reply.pos)
    #expect(reply.rooms.map(\.key) == [new.rawValue])
    try await home.say("e", in: old)
    reply = try await home.slide(.all(0, 0), pos: reply.pos)
    let told = try #require(reply.room(old))
    #expect(told["initial"] == nil && told["limited"] == false && told["num_live"] == 1)
    #expect(told.spoken == ["c", "e"])
  }

  @Test("A larger timeline limit brings older events, marked as repeated")
  func expansion() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    for number in 0..<5 { try await home.say("\(number)", in: room) }
    let first = try await home.slide(.all(limit: 1))
    #expect(first.room(room)?.spoken == ["4"])
    let second = try await home.slide(.all(limit: 3), pos: first.pos)
    #expect(second.room(room)?["unstable_expanded_timeline"] == true)
    #expect(second.room(room)?["initial"] == nil && second.room(room)?["num_live"] == 0)
    #expect(second.room(room)?.spoken == ["2", "3", "4"])
    // A smaller limit takes nothing away, so going back brings nothing.
    let third = try await home.slide(.all(limit: 1), pos: second.pos)
    #expect(third.rooms.isEmpty)
    #expect(try await home.slide(.all(limit: 3), pos: third.pos).rooms.isEmpty)
  }

  @Test("Rooms that do not fit one response follow at once, in order, and are complete")
  func parts() async throws {
    let home = try await SyncHome(responses: ResponseLimits(page: 1 << 20, sync: 20_000))
    var rooms: [RoomID] = []
    for number in 0..<12 {
      let room = try await home.makeRoom(joined: ["grace"])
      for _ in 0..<5 { try await home.say("\(number)", in: room) }
      rooms.append(room)
    }
    var seen: [String] = []
    var reply = try await home.slide(.all(more: .extensions("receipts", "account_data")))
    var parts = 0
    while !reply.rooms.isEmpty {
      #expect(reply.shown().count == 12)
      for room in reply.rooms {
        #expect(room.value["initial"] == true && room.value.spoken.count == 5)
      }
      seen += reply.rooms.map(\.key)
      parts += 1
      reply = try await home.slide(pos: reply.pos, timeout: parts < 12 ? 0 : 1)
    }
    #expect(parts > 1 && seen == rooms.reversed().map(\.rawValue))
  }

  @Test("Reading elsewhere brings the new counts")
  func counts() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let event = try await home.say("one", in: room)
    let first = try await home.slide()
    #expect(first.room(room)?["notification_count"] == 1)
    _ = try await home.ask(
      "POST", "rooms/\(room.rawValue)/receipt/m.read/\(event.id.rawValue)", as: "grace|E",
      body: "{}")
    let second = try await home.slide(pos: first.pos)
    #expect(second.room(room)?["notification_count"] == 0 && second.room(room)?["name"] == nil)
    #expect(try await home.slide(pos: second.pos).rooms.isEmpty)
  }

  @Test("A room whose name is removed is named after its members")
  func unnamed() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(name: "Tea", joined: ["grace"])
    let first = try await home.slide()
    try await home.send(["name": ""], to: room, type: "m.room.name", stateKey: "")
    try await home.send(["url": "mxc://a/b"], to: room, type: "m.room.avatar", stateKey: "")
    let told = try await home.slide(pos: first.pos).room(room)
    #expect(told?["name"] == nil && told?["avatar"] == "mxc://a/b")
    #expect(told?["heroes"]?.array?.map { $0["user_id"] } == ["@ada:localhost"])
  }

  @Test("The messages of ignored users are left out, and so are their invitations")
  func ignored() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(by: "linus", joined: ["grace"])
    let invitation = try await home.makeRoom(.privateChat)
    try await home.step(.invite, "grace", invitation)
    try await home.store.write { context in
      try AccountDataRows.set(
        "m.ignored_user_list", of: id("grace"), room: nil,
        to: ["ignored_users": ["@ada:localhost": [:]]], in: context)
    }
    try await home.step(.join, "ada", room)
    try await home.say("hidden", in: room, by: "ada")
    try await home.say("shown", in: room, by: "linus")
    let reply = try await home.slide()
    #expect(reply.count() == 1 && reply.room(room)?.spoken == ["shown"])
    #expect(try await home.slide(.subscribe([invitation])).rooms.isEmpty)
  }
}
