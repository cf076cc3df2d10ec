import Foundation
import TestServers
import Testing

@Suite("Presence", .serialized)
struct PresenceTests {
  /// What a sync says of a person's presence.
  private func news(
    of user: String, since token: String? = nil, for peer: Peer
  ) throws -> [[String: Any]] {
    try peer.sync(since: token).list("presence", "events")
      .filter { $0["sender"] as? String == user }
      .compactMap { $0["content"] as? [String: Any] }
  }

  @Test(
    "a state and a status reach those who share a room, and nobody else", arguments: TestServer.all)
  func reach(server: TestServer) throws {
    let (ada, eve) = (try Peer.new("ada", on: server), try Peer.new("eve", on: server))
    let stranger = try Peer.new("sam", on: server)
    let room = try ada.room(["preset": "public_chat"])
    _ = try eve.post("join/\(room.escapedForPath)")
    let path = "presence/\(ada.user.escapedForPath)/status"
    #expect(
      try ada.put(path, ["presence": "unavailable", "status_msg": "at lunch"]).outcome == "200")

    let reply = try eve.get(path)
    #expect(reply.text("presence") == "unavailable" && reply.text("status_msg") == "at lunch")
    let told = try news(of: ada.user, for: eve)
    #expect(told.last?["presence"] as? String == "unavailable")
    #expect(told.last?["status_msg"] as? String == "at lunch")
    #expect(try stranger.get(path).outcome == "403 M_FORBIDDEN")
    #expect(try news(of: ada.user, for: stranger).isEmpty)
  }

  @Test("a filter leaves presence out", arguments: TestServer.all)
  func filter(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let path = "presence/\(ada.user.escapedForPath)/status"
    _ = try ada.put(path, ["presence": "online", "status_msg": "here"])
    let reply = try ada.sync(filter: #"{"presence":{"types":[]}}"#)
    #expect(reply.list("presence", "events").isEmpty)
  }

  @Test("a sync shows its user as there unless it says otherwise", arguments: TestServer.all)
  func syncs(server: TestServer) throws {
    let (ada, eve) = (try Peer.new("ada", on: server), try Peer.new("eve", on: server))
    let room = try ada.room(["preset": "public_chat"])
    _ = try eve.post("join/\(room.escapedForPath)")
    let path = "presence/\(ada.user.escapedForPath)/status"
    #expect(try ada.get("sync?set_presence=offline").outcome == "200")
    #expect(try eve.get(path).text("presence") == "offline")
    #expect(try ada.get("sync?set_presence=unavailable").outcome == "200")
    #expect(try eve.get(path).text("presence") == "unavailable")
    #expect(try ada.get("sync").outcome == "200")
    #expect(try eve.get(path).text("presence") == "online")
  }
}
