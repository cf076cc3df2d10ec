import Foundation
import TestServers
import Testing

@Suite("Reading", .serialized)
struct ReadingTests {
  private func receipts(
    _ reply: Reply, in room: String, at event: String, _ kind: String
  ) -> [String: Any] {
    let events = reply.list("rooms", "join", room, "ephemeral", "events")
    let content = events.first { $0["type"] as? String == "m.receipt" }?["content"]
    let kinds = (content as? [String: Any])?[event] as? [String: Any]
    return kinds?[kind] as? [String: Any] ?? [:]
  }

  @Test(
    "receipts reach the others with their thread; private ones reach own devices alone",
    arguments: TestServer.all)
  func receipts(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room()
    _ = try bob.post(ada.path(room, "join"))
    let (one, two) = (try ada.say("one", in: room), try ada.say("two", in: room))
    let (mine, theirs) = (try ada.sync(), try bob.sync())
    func read(_ event: String, _ kind: String) throws -> String {
      try bob.post(
        bob.path(room, "receipt/\(kind)/\(event.escapedForPath)"), ["thread_id": "main"]
      ).outcome
    }
    #expect(try read(one, "m.read") == "200")
    #expect(try read(two, "m.read.private") == "200")
    let seen = try ada.sync(since: mine.text("next_batch"))
    let public_ = receipts(seen, in: room, at: one, "m.read")[bob.user] as? [String: Any]
    #expect(public_?["thread_id"] as? String == "main")
    #expect(public_?["ts"] is Int)
    #expect(receipts(seen, in: room, at: two, "m.read.private").isEmpty)
    let own = try bob.sync(since: theirs.text("next_batch"))
    #expect(receipts(own, in: room, at: two, "m.read.private")[bob.user] != nil)
    #expect(
      try bob.post(bob.path(room, "read_markers"), ["m.fully_read": two, "m.read.private": two])
        .outcome == "200")
  }

  @Test(
    "a mark as unread reaches the account's other devices, by either protocol",
    arguments: TestServer.all)
  func marks(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let other = try ada.another()
    let room = try ada.room()
    let since = try other.sync()
    let path = "user/\(ada.user.escapedForPath)/rooms/\(room.escapedForPath)/account_data/"
    for name in ["m.marked_unread", "com.famedly.marked_unread"] {
      #expect(try ada.put(path + name, ["unread": true]).outcome == "200")
    }
    let told = try other.sync(since: since.text("next_batch"))
    let data = told.list("rooms", "join", room, "account_data", "events")
    let marks = data.filter { ($0["content"] as? [String: Any])?["unread"] as? Bool == true }
    #expect(
      Set(marks.compactMap { $0["type"] as? String })
        == ["m.marked_unread", "com.famedly.marked_unread"])
    let body: [String: Any] = [
      "lists": ["a": ["ranges": [[0, 9]], "timeline_limit": 1, "required_state": []]],
      "extensions": ["account_data": ["enabled": true]],
    ]
    let sliding = try other.post(
      "/_matrix/client/unstable/org.matrix.simplified_msc3575/sync", body)
    let types = sliding.list("extensions", "account_data", "rooms", room).filter {
      ($0["content"] as? [String: Any])?["unread"] as? Bool == true
    }
    #expect(
      Set(types.compactMap { $0["type"] as? String })
        == ["m.marked_unread", "com.famedly.marked_unread"])
  }

  @Test("an event can be found by its time, from either side", arguments: TestServer.all)
  func times(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let room = try ada.room()
    let ids = try (0..<3).map { number in
      usleep(20_000)
      return try ada.say("m\(number)", in: room)
    }
    let event = try ada.get(ada.path(room, "event/\(ids[1].escapedForPath)"))
    let time = try #require(event.number("origin_server_ts"))
    func find(_ time: Int, _ direction: String) throws -> Reply {
      try ada.get(
        "/_matrix/client/v1/" + ada.path(room, "timestamp_to_event?ts=\(time)&dir=\(direction)"))
    }
    #expect(try find(time, "f").text("event_id") == ids[1])
    #expect(try find(time + 1, "f").text("event_id") == ids[2])
    #expect(try find(time - 1, "b").text("event_id") == ids[0])
    #expect(try find(time + 3_600_000, "f").outcome == "404 M_NOT_FOUND")
    #expect(try find(time + 3_600_000, "b").text("event_id") == ids[2])
    #expect(try find(0, "b").outcome == "404 M_NOT_FOUND")
  }
}
