import Foundation
import TestServers
import Testing

@Suite("Rooms", .serialized)
struct RoomTests {
  @Test("a room is created with the requested settings", arguments: TestServer.all)
  func creation(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let alias = "room-\(UUID().uuidString.lowercased())"
    let room = try ada.room([
      "preset": "private_chat", "name": "A name", "topic": "A topic", "invite": [bob.user],
      "room_alias_name": alias, "is_direct": true,
      "initial_state": [
        ["type": "m.room.guest_access", "state_key": "", "content": ["guest_access": "forbidden"]]
      ],
    ])
    func state(_ type: String, _ key: String) throws -> String? {
      try ada.get(ada.path(room, "state/\(type)")).text(key)
    }
    #expect(try state("m.room.name", "name") == "A name")
    #expect(try state("m.room.topic", "topic") == "A topic")
    #expect(try state("m.room.join_rules", "join_rule") == "invite")
    #expect(try state("m.room.history_visibility", "history_visibility") == "shared")
    #expect(try state("m.room.guest_access", "guest_access") == "forbidden")
    #expect(try state("m.room.canonical_alias", "alias") == "#\(alias):localhost")
    let found = try ada.get("directory/room/\("#\(alias):localhost".escapedForPath)")
    #expect(found.text("room_id") == room)
    let member = try ada.get(ada.path(room, "state/m.room.member/\(bob.user.escapedForPath)"))
    #expect(member.text("membership") == "invite")
    #expect(member.json["is_direct"] as? Bool == true)
    #expect(try ada.post("createRoom", ["room_alias_name": alias]).outcome == "400 M_ROOM_IN_USE")
    #expect(
      try ada.post("createRoom", ["room_version": "999"]).outcome
        == "400 M_UNSUPPORTED_ROOM_VERSION")
  }

  @Test("an invite can be accepted or declined, and is required", arguments: TestServer.all)
  func invites(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room(["preset": "private_chat"])
    let join = ada.path(room, "join")
    #expect(try bob.post(join).outcome == "403 M_FORBIDDEN")
    #expect(try ada.post(ada.path(room, "invite"), ["user_id": bob.user]).outcome == "200")
    #expect(try bob.post(ada.path(room, "leave")).outcome == "200")
    #expect(try bob.post(join).outcome == "403 M_FORBIDDEN")
    #expect(try ada.post(ada.path(room, "invite"), ["user_id": bob.user]).outcome == "200")
    #expect(try bob.post("join/\(room.escapedForPath)").text("room_id") == room)
    #expect(try bob.post(join).outcome == "200")
    #expect(
      try ada.post(ada.path(room, "invite"), ["user_id": bob.user]).outcome
        == "403 M_FORBIDDEN")
    #expect(try bob.get("joined_rooms").json["joined_rooms"] as? [String] == [room])
  }

  @Test("a member with enough power kicks, bans and unbans", arguments: TestServer.all)
  func moderation(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room()
    _ = try bob.post(ada.path(room, "join"))
    #expect(
      try bob.post(ada.path(room, "kick"), ["user_id": ada.user]).outcome
        == "403 M_FORBIDDEN")
    #expect(
      try ada.post(ada.path(room, "kick"), ["user_id": bob.user, "reason": "r"]).outcome
        == "200")
    #expect(try bob.post(ada.path(room, "join")).outcome == "200")
    #expect(try ada.post(ada.path(room, "ban"), ["user_id": bob.user]).outcome == "200")
    let banned = try bob.post(ada.path(room, "join"))
    #expect(banned.isRefused("403 M_FORBIDDEN", synapse: "403 M_BAD_STATE"))
    #expect(try ada.post(ada.path(room, "unban"), ["user_id": bob.user]).outcome == "200")
    #expect(try bob.post(ada.path(room, "join")).outcome == "200")
  }

  @Test("non-members see and change nothing", arguments: TestServer.all)
  func strangers(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room(["preset": "private_chat"])
    let event = try ada.say("secret", in: room)
    let id = event.escapedForPath
    let gets = ["state", "state/m.room.name", "members", "joined_members", "messages?dir=b"]
    for path in gets {
      #expect(try bob.get(ada.path(room, path)).outcome == "403 M_FORBIDDEN", "\(path)")
    }
    #expect(try bob.get(ada.path(room, "event/\(id)")).status >= 403)
    #expect(try bob.get(ada.path(room, "context/\(id)")).status >= 403)
    let puts = [
      "send/m.room.message/1", "state/m.room.name", "redact/\(id)/1",
      "typing/\(bob.user.escapedForPath)",
    ]
    for path in puts {
      let reply = try bob.put(
        ada.path(room, path), ["msgtype": "m.text", "body": "b", "typing": true, "name": "n"])
      #expect(reply.outcome == "403 M_FORBIDDEN", "\(path)")
    }
    #expect(
      try bob.get(ada.path(room, "messages?dir=b")).bytes.range(of: Data("secret".utf8)) == nil)
  }

  @Test("missing things are not found", arguments: TestServer.all)
  func missing(server: TestServer) throws {
    let ada = try Peer.new("ada", on: server)
    let room = try ada.room()
    #expect(try ada.get(ada.path(room, "state/m.room.topic")).outcome == "404 M_NOT_FOUND")
    #expect(try ada.get(ada.path(room, "event/%24nothing")).outcome == "404 M_NOT_FOUND")
    let alias = "#none-\(UUID()):localhost".escapedForPath
    #expect(try ada.get("directory/room/\(alias)").outcome == "404 M_NOT_FOUND")
    #expect(try ada.post("join/\(alias)").outcome == "404 M_NOT_FOUND")
  }

  @Test("a room that was left and forgotten is gone", arguments: TestServer.all)
  func forgetting(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room()
    _ = try bob.post(ada.path(room, "join"))
    #expect(try bob.post(ada.path(room, "forget")).status == 400)
    #expect(try bob.post(ada.path(room, "leave")).outcome == "200")
    #expect(try bob.get(ada.path(room, "messages?dir=b")).outcome == "200")
    #expect(try bob.post(ada.path(room, "forget")).outcome == "200")
    #expect(try bob.get(ada.path(room, "messages?dir=b")).outcome == "403 M_FORBIDDEN")
  }

  @Test(
    "changing the state needs power, which nobody can raise above their own",
    arguments: TestServer.all)
  func power(server: TestServer) throws {
    let (ada, bob) = (try Peer.new("ada", on: server), try Peer.new("bob", on: server))
    let room = try ada.room(["preset": "public_chat", "room_version": "11"])
    _ = try bob.post(ada.path(room, "join"))
    let name = ada.path(room, "state/m.room.name")
    let levels = ada.path(room, "state/m.room.power_levels")
    #expect(try bob.put(name, ["name": "mine"]).outcome == "403 M_FORBIDDEN")
    var content = try ada.get(levels).json
    content["users"] = [ada.user: 100, bob.user: 50]
    #expect(try ada.put(levels, content).outcome == "200")
    #expect(try bob.put(name, ["name": "ours"]).outcome == "200")
    content["users"] = [ada.user: 100, bob.user: 100]
    #expect(try bob.put(levels, content).outcome == "403 M_FORBIDDEN")
    content["users"] = [ada.user: 100, bob.user: "many"]
    #expect(try ada.put(levels, content).status == 400)
  }

  @Test("public rooms are listed on request", arguments: TestServer.all)
  func directory(server: TestServer) async throws {
    let ada = try Peer.new("ada", on: server)
    let name = "listed \(UUID())"
    let room = try ada.room(["preset": "public_chat", "visibility": "public", "name": name])
    let filter = ["filter": ["generic_search_term": name]]
    var found = try ada.post("publicRooms", filter)
    // Synapse lists rooms some time after their creation.
    for _ in 0..<50 where found.list("chunk").isEmpty {
      try await Task.sleep(for: .milliseconds(100))
      found = try ada.post("publicRooms", filter)
    }
    #expect(found.list("chunk").map { $0["room_id"] as? String } == [room])
    #expect(found.list("chunk").first?["num_joined_members"] as? Int == 1)
  }
}
