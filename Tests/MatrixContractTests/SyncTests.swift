import Foundation
import TestServers
import Testing

@Suite("Sync", .serialized)
struct SyncTests {
  @Test("each event arrives once, in order", arguments: TestServer.all)
  func increments(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room(["preset": "public_chat", "name": "Talk"])
    _ = try bob.post(ada.path(room, "join"))
    var token = try #require(ada.sync().text("next_batch"))
    var bodies: [String] = []
    for index in 0..<6 {
      try bob.say("m\(index)", in: room)
      guard index % 2 == 1 else { continue }
      let reply = try ada.sync(since: token)
      bodies += Reply.bodies(reply.list("rooms", "join", room, "timeline", "events"))
      token = try #require(reply.text("next_batch"))
    }
    #expect(bodies == (0..<6).map { "m\($0)" })
    #expect(try ada.sync(since: token).object("rooms", "join").isEmpty)
  }

  @Test("a gap is reported, and its token gives the missing events", arguments: TestServer.all)
  func gap(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room()
    _ = try bob.post(ada.path(room, "join"))
    let token = try #require(ada.sync().text("next_batch"))
    for index in 0..<12 { try bob.say("m\(index)", in: room) }
    let filter = "{\"room\":{\"timeline\":{\"limit\":3}}}"
    let reply = try ada.sync(since: token, filter: filter)
    let timeline = reply.object("rooms", "join", room, "timeline")
    #expect(timeline["limited"] as? Bool == true)
    #expect(
      Reply.bodies(reply.list("rooms", "join", room, "timeline", "events"))
        == ["m9", "m10", "m11"])
    let before = try #require(timeline["prev_batch"] as? String).escapedForPath
    let older = try ada.get(
      ada.path(room, "messages?dir=b&limit=20&from=\(before)&to=\(token.escapedForPath)"))
    #expect(Reply.bodies(older.list("chunk")) == (0..<9).reversed().map { "m\($0)" })
  }

  @Test("a poll waits for news", arguments: TestServer.all)
  func waiting(server: TestServer) async throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room()
    _ = try bob.post(ada.path(room, "join"))
    let token = try #require(ada.sync().text("next_batch"))
    let saying = Task.detached {
      try await Task.sleep(for: .milliseconds(200))
      try bob.say("at last", in: room)
    }
    var (bodies, since, polls) = ([String](), token, 0)
    while bodies.isEmpty, polls < 5 {
      let reply = try ada.sync(since: since, timeout: 20_000)
      bodies = Reply.bodies(reply.list("rooms", "join", room, "timeline", "events"))
      since = try #require(reply.text("next_batch"))
      polls += 1
    }
    try await saying.value
    #expect(bodies == ["at last"])
  }

  @Test("an invite shows what it leads to, a leave what was left", arguments: TestServer.all)
  func membership(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let token = try #require(bob.sync().text("next_batch"))
    let room = try ada.room(["preset": "private_chat", "name": "Come in", "invite": [bob.user]])
    let invited = try bob.sync(since: token)
    let state = invited.list("rooms", "invite", room, "invite_state", "events")
    #expect(state.contains { ($0["content"] as? [String: Any])?["name"] as? String == "Come in" })
    #expect(state.contains { $0["state_key"] as? String == bob.user })
    _ = try bob.post(ada.path(room, "join"))
    let joined = try bob.sync(since: invited.text("next_batch"))
    #expect(joined.object("rooms", "join", room)["summary"] != nil)
    _ = try bob.post(ada.path(room, "leave"))
    let left = try bob.sync(since: joined.text("next_batch"))
    #expect(left.object("rooms", "leave").keys.contains(room))
  }

  @Test("unread messages are counted until they are read", arguments: TestServer.all)
  func unread(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room()
    _ = try bob.post(ada.path(room, "join"))
    try bob.say("one", in: room)
    let mention = try bob.put(
      bob.path(room, "send/m.room.message/m"),
      ["msgtype": "m.text", "body": "two", "m.mentions": ["user_ids": [ada.user]]])
    let id = try #require(mention.text("event_id"))
    let before = try ada.sync()
    func count(_ reply: Reply, _ name: String) -> Int? {
      reply.number("rooms", "join", room, "unread_notifications", name)
    }
    #expect(count(before, "notification_count") == 2)
    #expect(count(before, "highlight_count") == 1)
    let read = try ada.post(
      ada.path(room, "read_markers"), ["m.fully_read": id, "m.read": id])
    #expect(read.outcome == "200")
    let after = try ada.sync(since: before.text("next_batch"))
    #expect(count(after, "notification_count") == 0)
    let marker = after.list("rooms", "join", room, "account_data", "events")
    #expect(marker.contains { $0["type"] as? String == "m.fully_read" })
    let receipts = try bob.sync().list("rooms", "join", room, "ephemeral", "events")
    let users = receipts.compactMap { event in
      ((event["content"] as? [String: Any])?[id] as? [String: Any])?["m.read"] as? [String: Any]
    }
    #expect(users.contains { $0[ada.user] != nil })
  }

  @Test("typing notices arrive", arguments: TestServer.all)
  func typing(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room()
    _ = try bob.post(ada.path(room, "join"))
    let token = try #require(ada.sync().text("next_batch"))
    let path = bob.path(room, "typing/\(bob.user.escapedForPath)")
    #expect(try bob.put(path, ["typing": true, "timeout": 20_000]).outcome == "200")
    let events = try ada.sync(since: token, timeout: 5000)
      .list("rooms", "join", room, "ephemeral", "events")
    let typing = events.first { $0["type"] as? String == "m.typing" }
    #expect((typing?["content"] as? [String: Any])?["user_ids"] as? [String] == [bob.user])
  }
}
