import Foundation
import TestServers
import Testing

@Suite("Sliding sync", .serialized)
struct SlidingSyncTests {
  /// A request with one list `all`.
  private static func list(
    _ first: Int = 0, _ last: Int = 19, limit: Int = 10, state: [[String]] = [],
    filters: [String: Any] = [:], extensions: [String] = []
  ) -> [String: Any] {
    let list: [String: Any] = [
      "ranges": [[first, last]], "timeline_limit": limit, "required_state": state,
      "filters": filters,
    ]
    return ["lists": ["all": list], "extensions": enabled(extensions)]
  }

  private static func enabled(_ names: [String]) -> [String: Any] {
    Dictionary(uniqueKeysWithValues: names.map { ($0, ["enabled": true]) })
  }

  private func shown(_ reply: Reply, _ list: String = "all") -> [String] {
    reply.list("lists", list, "ops").first?["room_ids"] as? [String] ?? []
  }

  private func keys(_ state: [[String: Any]]) -> [String] {
    state.map { "\($0["type"] ?? "")|\($0["state_key"] ?? "")" }.sorted()
  }

  @Test("the server says that it offers it", arguments: TestServer.all)
  func versions(server: TestServer) throws {
    let features = try Peer(server).get("/_matrix/client/versions").object("unstable_features")
    #expect(features["org.matrix.simplified_msc3575"] as? Bool == true)
  }

  @Test("a room is described once, then its events arrive once", arguments: TestServer.all)
  func increments(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room(["preset": "public_chat", "name": "Talk"])
    let unnamed = try ada.room()
    for id in [room, unnamed] { _ = try bob.post(bob.path(id, "join")) }
    try bob.say("one", in: room)
    let first = try ada.slide(Self.list())
    #expect(first.number("lists", "all", "count") == 2)
    // A range that covers everything need not be sorted.
    #expect(Set(shown(first)) == [room, unnamed])
    let told = first.object("rooms", room)
    #expect(told["initial"] as? Bool == true && told["name"] as? String == "Talk")
    #expect(told["joined_count"] as? Int == 2 && told["invited_count"] as? Int == 0)
    #expect(told["num_live"] as? Int == 0 && told["heroes"] == nil && told["is_dm"] == nil)
    #expect((told["bump_stamp"] as? Int ?? 0) > 0)
    let heroes = first.list("rooms", unnamed, "heroes")
    #expect(heroes.map { $0["user_id"] as? String } == [bob.user])

    try bob.say("two", in: room)
    let second = try ada.slide(Self.list(), pos: first.text("pos"))
    #expect(Set(second.object("rooms").keys) == [room])
    let news = second.object("rooms", room)
    #expect(Reply.bodies(second.list("rooms", room, "timeline")) == ["two"])
    #expect(news["initial"] == nil && news["name"] == nil && news["joined_count"] == nil)
    #expect(news["limited"] as? Bool == false && news["num_live"] as? Int == 1)
    #expect(news["bump_stamp"] as? Int ?? 0 > told["bump_stamp"] as? Int ?? 0)
    #expect(try ada.slide(Self.list(), pos: second.text("pos")).object("rooms").isEmpty)
  }

  @Test("only what somebody writes moves a room up", arguments: TestServer.all)
  func bumpStamps(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room()
    _ = try bob.post(bob.path(room, "join"))
    let message = try bob.say("one", in: room)
    let first = try ada.slide(Self.list())
    let stamp = try #require(first.number("rooms", room, "bump_stamp"))

    _ = try ada.put(ada.path(room, "state/m.room.name/"), ["name": "Renamed"])
    _ = try bob.put("profile/\(bob.user.escapedForPath)/displayname", ["displayname": "Bob B."])
    _ = try bob.put(
      bob.path(room, "send/m.reaction/1"),
      ["m.relates_to": ["rel_type": "m.annotation", "event_id": message, "key": "👍"]])
    let second = try ada.slide(Self.list(), pos: first.text("pos"))
    #expect(second.list("rooms", room, "timeline").count == 3)
    #expect(second.number("rooms", room, "bump_stamp") == nil)
    // A new client learns where the message put the room, although it sees the reaction alone.
    let new = try ada.slide(Self.list(limit: 1))
    #expect(new.list("rooms", room, "timeline").map { $0["type"] as? String } == ["m.reaction"])
    #expect(new.number("rooms", room, "bump_stamp") == stamp)
    // It also learns whether the account's own event is more than a new name.
    let state = try bob.slide(Self.list(limit: 1, state: [["m.room.member", "$ME"]]))
      .list("rooms", room, "required_state")
    let unsigned = state.first?["unsigned"] as? [String: Any]
    #expect((unsigned?["prev_content"] as? [String: Any])?["membership"] as? String == "join")

    try bob.say("two", in: room)
    let last = try ada.slide(Self.list(limit: 1), pos: new.text("pos"))
    #expect(last.number("rooms", room, "bump_stamp").map { $0 > stamp } == true)
  }

  @Test("a lost response comes again, and a used position does not", arguments: TestServer.all)
  func lostResponse(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room()
    _ = try bob.post(bob.path(room, "join"))
    let first = try ada.slide(Self.list())
    let other = try ada.room()
    try bob.say("one", in: room)
    let lost = try ada.slide(Self.list(), pos: first.text("pos"))
    #expect(lost.object("rooms", other)["initial"] as? Bool == true)
    try bob.say("two", in: room)
    let again = try ada.slide(Self.list(), pos: first.text("pos"))
    #expect(Reply.bodies(again.list("rooms", room, "timeline")) == ["one", "two"])
    #expect(again.object("rooms", other)["initial"] as? Bool == true)
    #expect(try ada.slide(Self.list(), pos: again.text("pos")).object("rooms").isEmpty)
    let used = try ada.slide(Self.list(), pos: first.text("pos"))
    #expect(used.outcome == "400 M_UNKNOWN_POS")
    let foreign = try bob.slide(Self.list(), pos: again.text("pos"))
    #expect(foreign.outcome == "400 M_UNKNOWN_POS")
  }

  @Test("a gap is limited, and its token gives the missing events", arguments: TestServer.all)
  func gap(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room()
    _ = try bob.post(bob.path(room, "join"))
    let first = try ada.slide(Self.list())
    for index in 0..<9 { try bob.say("m\(index)", in: room) }
    let reply = try ada.slide(Self.list(limit: 4), pos: first.text("pos"))
    let told = reply.object("rooms", room)
    #expect(told["limited"] as? Bool == true && told["num_live"] as? Int == 4)
    #expect(Reply.bodies(reply.list("rooms", room, "timeline")) == ["m5", "m6", "m7", "m8"])
    let before = try #require(told["prev_batch"] as? String).escapedForPath
    let older = try ada.get(ada.path(room, "messages?dir=b&limit=5&from=\(before)"))
    #expect(Reply.bodies(older.list("chunk")) == ["m4", "m3", "m2", "m1", "m0"])
  }

  @Test(
    "the most recently active room is first, and one that enters brings all it missed",
    arguments: TestServer.all)
  func window(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let rooms = try (0..<2).map { _ in try ada.room() }
    for id in rooms { _ = try bob.post(bob.path(id, "join")) }
    try bob.say("a", in: rooms[0])
    let body = Self.list(0, 0)
    var reply = try ada.slide(body)
    #expect(shown(reply) == [rooms[0]] && reply.number("lists", "all", "count") == 2)
    try bob.say("b", in: rooms[1])
    reply = try ada.slide(body, pos: reply.text("pos"))
    #expect(shown(reply) == [rooms[1]])
    try bob.say("c", in: rooms[0])
    // Any event moves a room, whatever its bump stamp.
    _ = try ada.put(ada.path(rooms[1], "state/m.room.topic/"), ["topic": "tea"])
    reply = try ada.slide(body, pos: reply.text("pos"))
    #expect(shown(reply) == [rooms[1]] && reply.object("rooms", rooms[0]).isEmpty)
    try bob.say("d", in: rooms[0])
    reply = try ada.slide(body, pos: reply.text("pos"))
    let told = reply.object("rooms", rooms[0])
    #expect(told["initial"] == nil && told["limited"] as? Bool == false)
    #expect(Reply.bodies(reply.list("rooms", rooms[0], "timeline")) == ["c", "d"])
    #expect(told["num_live"] as? Int == 1)
  }

  @Test(
    "a larger timeline limit brings older events, marked as repeated",
    arguments: TestServer.all)
  func expansion(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let room = try ada.room()
    for index in 0..<4 { try ada.say("m\(index)", in: room) }
    let first = try ada.slide(Self.list(limit: 1))
    let second = try ada.slide(Self.list(limit: 3), pos: first.text("pos"))
    let told = second.object("rooms", room)
    #expect(told["unstable_expanded_timeline"] as? Bool == true && told["initial"] == nil)
    #expect(Reply.bodies(second.list("rooms", room, "timeline")) == ["m1", "m2", "m3"])
  }

  @Test(
    "the required state has what is asked, and lazily the members of the timeline",
    arguments: TestServer.all)
  func state(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let eve = try Peer.new("eve", on: server)
    let room = try ada.room(["preset": "public_chat", "name": "Talk"])
    for peer in [bob, eve] { _ = try peer.post(peer.path(room, "join")) }
    try bob.say("one", in: room)
    let body = Self.list(
      limit: 1, state: [["m.room.name", ""], ["m.room.member", "$LAZY"], ["m.room.topic", ""]])
    let first = try ada.slide(body)
    #expect(
      keys(first.list("rooms", room, "required_state"))
        == ["m.room.member|\(bob.user)", "m.room.name|"])
    try eve.say("two", in: room)
    let second = try ada.slide(body, pos: first.text("pos"))
    #expect(
      keys(second.list("rooms", room, "required_state")).contains("m.room.member|\(eve.user)"))
    _ = try ada.put(ada.path(room, "state/m.room.topic/"), ["topic": "tea"])
    let third = try ada.slide(body, pos: second.text("pos"))
    #expect(keys(third.list("rooms", room, "required_state")).contains("m.room.topic|"))
    let me = try ada.slide(Self.list(limit: 0, state: [["m.room.member", "$ME"]]))
    #expect(
      keys(me.list("rooms", room, "required_state")) == ["m.room.member|\(ada.user)"])
    #expect(me.object("rooms", room)["timeline"] == nil)
    let whole = try ada.slide(Self.list(limit: 0, state: [["*", "*"]]))
    let all = try ada.get(ada.path(room, "state")).bytes
    let count = (try JSONSerialization.jsonObject(with: all) as? [Any])?.count
    #expect(whole.list("rooms", room, "required_state").count == count)
  }

  @Test(
    "an invitation has stripped state, a joined room begins anew, a leave is told once",
    arguments: TestServer.all)
  func membership(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    var reply = try bob.slide(Self.list())
    #expect(reply.number("lists", "all", "count") == 0)
    let room = try ada.room(["preset": "private_chat", "name": "Tea", "invite": [bob.user]])
    reply = try bob.slide(Self.list(), pos: reply.text("pos"))
    let invited = reply.object("rooms", room)
    #expect(invited["initial"] as? Bool == true && invited["name"] as? String == "Tea")
    #expect(invited["timeline"] == nil && invited["joined_count"] == nil)
    let stripped = reply.list("rooms", room, "invite_state")
    #expect(stripped.contains { $0["state_key"] as? String == bob.user })
    let filtered = try bob.slide(Self.list(filters: ["is_invite": true]))
    #expect(shown(filtered) == [room])
    reply = try bob.slide(Self.list())

    _ = try bob.post(bob.path(room, "join"))
    reply = try bob.slide(Self.list(), pos: reply.text("pos"))
    #expect(reply.object("rooms", room)["initial"] as? Bool == true)
    #expect(reply.object("rooms", room)["joined_count"] as? Int == 2)

    try ada.say("last", in: room)
    _ = try bob.post(bob.path(room, "leave"))
    try ada.say("after", in: room)
    reply = try bob.slide(Self.list(), pos: reply.text("pos"))
    #expect(Reply.bodies(reply.list("rooms", room, "timeline")) == ["last"])
    #expect(reply.number("lists", "all", "count") == 1)
    reply = try bob.slide(Self.list(), pos: reply.text("pos"))
    #expect(reply.object("rooms").isEmpty && reply.number("lists", "all", "count") == 0)
  }

  @Test("a kicked user keeps the room and sees nothing that follows", arguments: TestServer.all)
  func kick(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room()
    _ = try bob.post(bob.path(room, "join"))
    let first = try bob.slide(Self.list())
    _ = try ada.post(ada.path(room, "kick"), ["user_id": bob.user])
    try ada.say("after", in: room)
    let second = try bob.slide(Self.list(), pos: first.text("pos"))
    let last = second.list("rooms", room, "timeline").last
    #expect((last?["content"] as? [String: Any])?["membership"] as? String == "leave")
    #expect(second.number("lists", "all", "count") == 1)
    let subscription: [String: Any] = [
      "room_subscriptions": [room: ["timeline_limit": 20, "required_state": [["*", "*"]]]]
    ]
    let text = String(decoding: try bob.slide(subscription).bytes, as: UTF8.self)
    #expect(text.contains(room) && !text.contains("after"))
    let stranger = try Peer.new("eve", on: server)
    #expect(try stranger.slide(subscription).object("rooms").isEmpty)
  }

  @Test("a request waits for news", arguments: TestServer.all)
  func waiting(server: TestServer) async throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room()
    _ = try bob.post(bob.path(room, "join"))
    var pos = try ada.slide(Self.list()).text("pos")
    let saying = Task.detached {
      try await Task.sleep(for: .milliseconds(200))
      try bob.say("at last", in: room)
    }
    var bodies: [String] = []
    for _ in 0..<5 where bodies.isEmpty {
      let reply = try ada.slide(Self.list(), pos: pos, timeout: 20_000)
      bodies = Reply.bodies(reply.list("rooms", room, "timeline"))
      pos = reply.text("pos")
    }
    try await saying.value
    #expect(bodies == ["at last"])
  }

  @Test("account data, receipts, typing and the shapes of the others", arguments: TestServer.all)
  func extensions(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room()
    _ = try bob.post(bob.path(room, "join"))
    let event = try ada.say("one", in: room)
    let mine = "user/\(ada.user.escapedForPath)"
    _ = try ada.put("\(mine)/account_data/m.direct", [bob.user: [room]])
    _ = try ada.put("\(mine)/rooms/\(room.escapedForPath)/tags/u.work", ["order": 0.5])
    let receipt = "receipt/m.read/\(event.escapedForPath)"
    _ = try bob.post(bob.path(room, receipt))
    let body = Self.list(
      extensions: ["account_data", "receipts", "typing", "to_device", "e2ee"])
    let first = try ada.slide(body)
    #expect(first.object("rooms", room)["is_dm"] as? Bool == true)
    #expect(shown(try ada.slide(Self.list(filters: ["is_dm": true]))) == [room])
    let extensions = first.object("extensions")
    #expect(Set(extensions.keys) == ["account_data", "receipts", "typing", "to_device", "e2ee"])
    let global = first.list("extensions", "account_data", "global")
    #expect(Set(global.compactMap { $0["type"] as? String }) == ["m.direct", "m.push_rules"])
    let tags = first.list("extensions", "account_data", "rooms", room)
    #expect(tags.compactMap { $0["type"] as? String } == ["m.tag"])
    let read = first.object("extensions", "receipts", "rooms", room, "content", event, "m.read")
    #expect(read[bob.user] != nil)
    #expect(first.text("extensions", "to_device", "next_batch") != nil)
    #expect(first.object("extensions", "e2ee")["device_lists"] == nil)
    let again = try ada.slide(body)
    let typing = bob.path(room, "typing/\(bob.user.escapedForPath)")
    _ = try bob.put(typing, ["typing": true, "timeout": 20_000])
    let second = try ada.slide(body, pos: again.text("pos"), timeout: 5_000)
    let users = second.object("extensions", "typing", "rooms", room, "content")["user_ids"]
    #expect(users as? [String] == [bob.user])
    #expect(second.object("extensions", "e2ee")["device_lists"] != nil)
    #expect(second.list("extensions", "account_data", "global").isEmpty)
  }
}

extension Peer {
  /// A response of sliding sync.
  fileprivate func slide(
    _ body: [String: Any], pos: String? = nil, timeout: Int = 0
  ) throws -> Reply {
    let position = pos.map { "&pos=\($0.escapedForPath)" } ?? ""
    return try post(
      "/_matrix/client/unstable/org.matrix.simplified_msc3575/sync?timeout=\(timeout)\(position)",
      body)
  }
}
