import Foundation
import TestServers
import Testing

@Suite("Replacing a room", .serialized)
struct UpgradeTests {
  private func upgraded(_ room: String, _ peer: Peer, to version: String = "11") throws -> String {
    let reply = try peer.post(peer.path(room, "upgrade"), ["new_version": version])
    guard let id = reply.text("replacement_room") else {
      throw Unexpected(operation: "upgrade", outcome: reply.outcome)
    }
    return id
  }

  private func state(_ type: String, _ room: String, _ peer: Peer) throws -> Reply {
    try peer.get(peer.path(room, "state/\(type)"))
  }

  @Test(
    "the rooms refer to each other, and the new one looks like the old one",
    arguments: TestServer.all)
  func links(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let old = try ada.room([
      "preset": "public_chat", "name": "A name", "topic": "A topic", "room_version": "11",
    ])
    let new = try upgraded(old, ada)

    let tombstone = try state("m.room.tombstone?format=event", old, ada)
    #expect(tombstone.text("content", "replacement_room") == new)
    let creation = try state("m.room.create", new, ada)
    #expect(creation.text("predecessor", "room_id") == old)
    #expect(creation.text("predecessor", "event_id") == tombstone.text("event_id"))
    #expect(try state("m.room.name", new, ada).text("name") == "A name")
    #expect(try state("m.room.topic", new, ada).text("topic") == "A topic")
    #expect(try state("m.room.join_rules", new, ada).text("join_rule") == "public")
  }

  @Test("powers and bans come along, and the old room is closed to most", arguments: TestServer.all)
  func powers(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let eve = try Peer.new("eve", on: server)
    let old = try ada.room(["preset": "public_chat", "room_version": "11"])
    _ = try bob.post(ada.path(old, "join"))
    _ = try ada.post(ada.path(old, "ban"), ["user_id": eve.user])
    var levels = try state("m.room.power_levels", old, ada).json
    levels["users"] = [ada.user: 100, bob.user: 50]
    levels["users_default"] = 10
    #expect(try ada.put(ada.path(old, "state/m.room.power_levels"), levels).outcome == "200")
    let new = try upgraded(old, ada)

    let copied = try state("m.room.power_levels", new, ada)
    #expect(copied.number("users", ada.user) == 100)
    #expect(copied.number("users", bob.user) == 50)
    #expect(copied.number("users_default") == 10)
    let closed = try state("m.room.power_levels", old, ada)
    #expect(closed.number("events_default") == 50)
    #expect(closed.number("invite") == 50)
    #expect(try eve.post(ada.path(new, "join")).status == 403)
    #expect(try bob.post(ada.path(new, "join")).outcome == "200")
    #expect(try bob.post(ada.path(new, "upgrade"), ["new_version": "11"]).status == 403)
  }

  @Test("aliases and the place in the directory move", arguments: TestServer.all)
  func aliases(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let name = "move-\(UUID().uuidString.lowercased())"
    let alias = "#\(name):localhost"
    let old = try ada.room([
      "preset": "public_chat", "visibility": "public", "room_alias_name": name,
      "room_version": "11",
    ])
    let new = try upgraded(old, ada)
    #expect(
      try ada.get("directory/room/\(alias.escapedForPath)").text("room_id") == new)
    #expect(try state("m.room.canonical_alias", new, ada).text("alias") == alias)
    #expect(try state("m.room.canonical_alias", old, ada).text("alias") == nil)
    func visibility(_ room: String) throws -> String? {
      try ada.get("directory/list/room/\(room.escapedForPath)").text("visibility")
    }
    #expect(try visibility(new) == "public")
    #expect(try visibility(old) == "private")
  }

  @Test(
    "a space keeps its rooms, also in a version with stronger creators",
    arguments: TestServer.all)
  func space(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let room = try ada.room()
    let old = try ada.room([
      "preset": "public_chat", "creation_content": ["type": "m.space"], "room_version": "11",
    ])
    let child = "state/m.space.child/\(room.escapedForPath)"
    _ = try ada.put(ada.path(old, child), ["via": ["localhost"]])
    let new = try upgraded(old, ada, to: "12")
    #expect(try state("m.room.create", new, ada).text("type") == "m.space")
    #expect(try ada.get(ada.path(new, child)).json["via"] as? [String] == ["localhost"])
    #expect(try state("m.room.power_levels", new, ada).object("users").isEmpty)
    #expect(try ada.put(ada.path(new, "state/m.room.name"), ["name": "n"]).outcome == "200")
  }
}
