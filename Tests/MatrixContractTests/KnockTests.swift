import Foundation
import TestServers
import Testing

@Suite("Asking to join", .serialized)
struct KnockTests {
  private func room(_ ada: Peer) throws -> String {
    try ada.room([
      "preset": "private_chat", "name": "A club",
      "initial_state": [["type": "m.room.join_rules", "content": ["join_rule": "knock"]]],
    ])
  }

  @Test("a request reaches the members with its reason", arguments: TestServer.all)
  func request(server: TestServer) throws {
    let (ada, eve) = (try Peer.new("ada", on: server), try Peer.new("eve", on: server))
    let room = try room(ada)
    let before = try #require(try ada.sync().text("next_batch"))
    #expect(
      try eve.post("knock/\(room.escapedForPath)", ["reason": "I like chess"]).text("room_id")
        == room)

    let events = try ada.sync(since: before).list("rooms", "join", room, "timeline", "events")
    let content = try #require(events.last?["content"] as? [String: Any])
    #expect(content["membership"] as? String == "knock")
    #expect(content["reason"] as? String == "I like chess")
    #expect(content["displayname"] is String)
    #expect(try eve.get(ada.path(room, "messages?dir=b")).outcome == "403 M_FORBIDDEN")
  }

  @Test("a sync shows what the room tells of itself", arguments: TestServer.all)
  func sync(server: TestServer) throws {
    let (ada, eve) = (try Peer.new("ada", on: server), try Peer.new("eve", on: server))
    let room = try room(ada)
    let before = try #require(try eve.sync().text("next_batch"))
    _ = try eve.post("knock/\(room.escapedForPath)")

    let news = try eve.sync(since: before)
    let state = news.list("rooms", "knock", room, "knock_state", "events")
    let name = try #require(state.first { $0["type"] as? String == "m.room.name" })
    #expect((name["content"] as? [String: Any])?["name"] as? String == "A club")
    let own = try #require(state.last { $0["state_key"] as? String == eve.user })
    #expect((own["content"] as? [String: Any])?["membership"] as? String == "knock")
    #expect(try !eve.sync().list("rooms", "knock", room, "knock_state", "events").isEmpty)
  }

  @Test(
    "an invite answers a request, and it can be withdrawn or refused", arguments: TestServer.all)
  func answers(server: TestServer) throws {
    let (ada, eve) = (try Peer.new("ada", on: server), try Peer.new("eve", on: server))
    let room = try room(ada)
    let (knock, leave) = ("knock/\(room.escapedForPath)", ada.path(room, "leave"))
    _ = try eve.post(knock)
    #expect(try eve.post(ada.path(room, "join")).outcome == "403 M_FORBIDDEN")
    #expect(try eve.post(leave).outcome == "200")
    _ = try eve.post(knock)
    let before = try #require(try eve.sync().text("next_batch"))
    #expect(try ada.post(ada.path(room, "kick"), ["user_id": eve.user]).outcome == "200")
    let left = try eve.sync(since: before).object("rooms", "leave")
    #expect(Array(left.keys) == [room])
    _ = try eve.post(knock)
    #expect(try ada.post(ada.path(room, "invite"), ["user_id": eve.user]).outcome == "200")
    #expect(try eve.post(knock).outcome == "403 M_FORBIDDEN")
    #expect(try eve.post(ada.path(room, "join")).outcome == "200")
  }

  @Test("sliding sync tells of a request like of an invite", arguments: TestServer.all)
  func slidingSync(server: TestServer) throws {
    let (ada, eve) = (try Peer.new("ada", on: server), try Peer.new("eve", on: server))
    let room = try room(ada)
    _ = try eve.post("knock/\(room.escapedForPath)")
    let reply = try eve.post(
      "/_matrix/client/unstable/org.matrix.simplified_msc3575/sync",
      [
        "lists": [
          "all": ["ranges": [[0, 9]], "timeline_limit": 1, "required_state": [[String]]()]
        ]
      ])
    let state = reply.list("rooms", room, "invite_state")
    let own = state.last { $0["state_key"] as? String == eve.user }
    #expect((own?["content"] as? [String: Any])?["membership"] as? String == "knock", "\(reply)")
  }
}
