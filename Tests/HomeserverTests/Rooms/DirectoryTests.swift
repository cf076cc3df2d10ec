import GRDB
import ModelKit
import Testing

@testable import Homeserver

@Suite("Directory")
struct DirectoryTests {
  private let bob = "@bob:localhost"
  private let tea = "directory/room/#tea:localhost"

  @Test("An alias points to its room until its removal")
  func alias() async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    #expect(await home.call("GET", tea, as: nil).isError(404, "M_NOT_FOUND"))
    #expect(await home.call("PUT", tea, ["room_id": .string(room)]).body == [:])
    #expect(
      await home.call("GET", tea, as: nil).body
        == ["room_id": .string(room), "servers": ["localhost"]])
    #expect(
      await home.call("GET", "rooms/\(room)/aliases").body == ["aliases": ["#tea:localhost"]])
    #expect(await home.call("PUT", tea, ["room_id": .string(room)]).isError(409, "M_UNKNOWN"))
    #expect(await home.call("DELETE", tea).body == [:])
    #expect(await home.call("GET", tea, as: nil).isError(404, "M_NOT_FOUND"))
    #expect(await home.call("DELETE", tea).isError(404, "M_NOT_FOUND"))
  }

  @Test("Only members give a room an alias of this server")
  func refusals() async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    #expect(
      await home.call("PUT", tea, as: bob, ["room_id": .string(room)])
        .isError(403, "M_FORBIDDEN"))
    #expect(await home.call("PUT", tea, [:]).isError(400, "M_MISSING_PARAM"))
    #expect(await home.call("PUT", tea, ["room_id": 5]).isError(400, "M_BAD_JSON"))
    #expect(
      await home.call("PUT", tea, ["room_id": "!no:localhost"]).isError(400, "M_INVALID_PARAM"))
    let foreign = "directory/room/#tea:elsewhere.org"
    #expect(
      await home.call("PUT", foreign, ["room_id": .string(room)])
        .isError(400, "M_INVALID_PARAM"))
    #expect(await home.call("GET", foreign).isError(404, "M_NOT_FOUND"))
    #expect(await home.call("GET", "directory/room/tea").isError(400, "M_INVALID_PARAM"))
    #expect(
      await home.call("PUT", tea, as: nil, ["room_id": .string(room)])
        .isError(401, "M_MISSING_TOKEN"))
  }

  @Test("An alias is removable by its creator and by users who may set aliases")
  func removal() async throws {
    let home = try RoomsHome()
    let room = try await home.room(with: [bob, "@carl:localhost"])
    let give: JSONValue = ["room_id": .string(room)]
    _ = await home.call("PUT", tea, as: bob, give)
    #expect(await home.call("DELETE", tea, as: "@carl:localhost").isError(403, "M_FORBIDDEN"))
    #expect(await home.call("DELETE", tea, as: bob).status == 200)
    _ = await home.call("PUT", tea, as: bob, give)
    #expect(await home.call("DELETE", tea).status == 200)
  }

  @Test("Removing an alias removes it from the canonical aliases")
  func canonicalRemoval() async throws {
    let home = try RoomsHome()
    let room = try await home.room(["room_alias_name": "tea"])
    _ = await home.call(
      "PUT", "directory/room/#cup:localhost", ["room_id": .string(room)])
    _ = await home.call(
      "PUT", "rooms/\(room)/state/m.room.canonical_alias",
      ["alias": "#tea:localhost", "alt_aliases": ["#cup:localhost"]])
    _ = await home.call("DELETE", tea)
    #expect(
      try await home.content(room, "m.room.canonical_alias")
        == ["alt_aliases": ["#cup:localhost"]])
    _ = await home.call("DELETE", "directory/room/#cup:localhost")
    #expect(try await home.content(room, "m.room.canonical_alias") == [:])
  }

  @Test("A canonical alias must point to its room")
  func canonical() async throws {
    let home = try RoomsHome()
    let room = try await home.room(["room_alias_name": "tea"])
    _ = try await home.room(["room_alias_name": "other"])
    let path = "rooms/\(room)/state/m.room.canonical_alias"
    func set(_ body: JSONValue) async -> Reply { await home.call("PUT", path, body) }
    #expect(await set(["alias": "#other:localhost"]).isError(400, "M_BAD_ALIAS"))
    #expect(await set(["alias": "#no:localhost"]).isError(400, "M_BAD_ALIAS"))
    #expect(await set(["alt_aliases": ["#no:localhost"]]).isError(400, "M_BAD_ALIAS"))
    #expect(await set(["alias": "no"]).isError(400, "M_INVALID_PARAM"))
    #expect(await set(["alt_aliases": ["no"]]).isError(400, "M_INVALID_PARAM"))
    #expect(await set(["alias": 5]).isError(400, "M_BAD_JSON"))
    #expect(await set(["alt_aliases": "x"]).isError(400, "M_BAD_JSON"))
    #expect(await set(["alias": nil, "alt_aliases": ["#tea:localhost"]]).status == 200)
    // Existing aliases stay allowed, for clients that change only other members.
    try await home.store.write { context in
      try context.database.execute(sql: "DELETE FROM aliases WHERE alias = '#tea:localhost'")
    }
    #expect(await set(["alias": "", "alt_aliases": ["#tea:localhost"]]).status == 200)
  }

  @Test("Members see the aliases of a room, and everyone does in a world-readable room")
  func aliases() async throws {
    let home = try RoomsHome()
    let room = try await home.room(["room_alias_name": "tea"])
    let path = "rooms/\(room)/aliases"
    #expect(await home.call("GET", path, as: bob).isError(403, "M_FORBIDDEN"))
    #expect(await home.call("GET", "rooms/!no:localhost/aliases").isError(403, "M_FORBIDDEN"))
    _ = await home.call(
      "PUT", "rooms/\(room)/state/m.room.history_visibility",
      ["history_visibility": "world_readable"])
    #expect(await home.call("GET", path, as: bob).body == ["aliases": ["#tea:localhost"]])
  }

  @Test("Users who may set aliases can list the room")
  func listing() async throws {
    let home = try RoomsHome()
    let room = try await home.room(with: [bob])
    let path = "directory/list/room/\(room)"
    #expect(await home.call("GET", path, as: nil).body == ["visibility": "private"])
    #expect(
      await home.call("PUT", path, as: bob, ["visibility": "public"]).isError(403, "M_FORBIDDEN"))
    #expect(await home.call("PUT", path, ["visibility": "odd"]).isError(400, "M_BAD_JSON"))
    #expect(await home.call("PUT", path, ["visibility": "public"]).body == [:])
    #expect(await home.call("GET", path, as: nil).body == ["visibility": "public"])
    #expect(await home.call("PUT", path, ["visibility": "private"]).body == [:])
    #expect(await home.call("GET", path, as: nil).body == ["visibility": "private"])
    let none = "directory/list/room/!no:localhost"
    #expect(await home.call("GET", none).isError(404, "M_NOT_FOUND"))
    #expect(await home.call("PUT", none, ["visibility": "public"]).isError(404, "M_NOT_FOUND"))
  }

  @Test("The directory shows the largest rooms first")
  func publicRooms() async throws {
    let home = try RoomsHome()
    let small = try await home.room(["visibility": "public"])
    let large = try await home.room([
      "visibility": "public", "room_alias_name": "tea", "name": "Tea", "topic": "Cups",
      "creation_content": ["type": "m.space"],
      "initial_state": [
        ["type": "m.room.avatar", "content": ["url": "mxc://localhost/a"]],
        [
          "type": "m.room.history_visibility", "content": ["history_visibility": "world_readable"],
        ],
        ["type": "m.room.guest_access", "content": ["guest_access": "can_join"]],
      ],
    ])
    _ = await home.call("POST", "join/\(large)", as: bob)
    _ = try await home.room()
    let empty = try await home.room(["visibility": "public"])
    _ = await home.call("POST", "rooms/\(empty)/leave")
    #expect(
      await home.call("GET", "publicRooms", as: nil).body == [
        "chunk": [
          [
            "room_id": .string(large), "num_joined_members": 2, "name": "Tea", "topic": "Cups",
            "avatar_url": "mxc://localhost/a", "canonical_alias": "#tea:localhost",
            "room_type": "m.space", "join_rule": "public", "world_readable": true,
            "guest_can_join": true,
          ],
          [
            "room_id": .string(small), "num_joined_members": 1, "join_rule": "public",
            "world_readable": false, "guest_can_join": false,
          ],
        ],
        "total_room_count_estimate": 2,
      ])
  }

  @Test("The list is searched by name, topic and alias, and by type")
  func search() async throws {
    let home = try RoomsHome()
    for (alias, name, topic) in [("one", "Äpfel", "a"), ("two", "b", "Äpfel"), ("ÄPFEL", "c", "d")]
    {
      _ = try await home.room([
        "visibility": "public", "room_alias_name": .string(alias), "name": .string(name),
        "topic": .string(topic),
      ])
    }
    let space = try await home.room([
      "visibility": "public", "creation_content": ["type": "m.space"],
    ])
    func find(_ filter: JSONValue) async -> (count: Int?, ids: [String?]) {
      let reply = await home.call("POST", "publicRooms", ["filter": filter])
      return (
        reply.body["total_room_count_estimate"]?.integer,
        (reply.body["chunk"]?.array ?? []).map { $0["room_id"]?.string }
      )
    }
    #expect(await find(["generic_search_term": "äPFel"]).count == 3)
    #expect(await find(["generic_search_term": "äPFel"]).ids.count == 3)
    #expect(await find(["generic_search_term": "zzz"]).count == 0)
    #expect(await find(["room_types": ["m.space"]]).ids == [space])
    #expect(await find(["room_types": [nil]]).count == 3)
    #expect(await find(["room_types": [nil, "m.space"]]).count == 4)
    #expect(await find(["room_types": nil, "generic_search_term": nil]).count == 4)
  }

  @Test("The pages of the directory neither skip nor repeat rooms")
  func pages() async throws {
    let home = try RoomsHome()
    var rooms: Set<String> = []
    for _ in 0..<5 { rooms.insert(try await home.room(["visibility": "public"])) }
    var seen: [String] = []
    var token: String?
    var back: [String?] = []
    repeat {
      let query = [("limit", "2")] + (token.map { [("since", $0)] } ?? [])
      let reply = await home.call("GET", "publicRooms", query: query)
      seen += (reply.body["chunk"]?.array ?? []).compactMap { $0["room_id"]?.string }
      token = reply.body["next_batch"]?.string
      back.append(reply.body["prev_batch"]?.string)
    } while token != nil && seen.count <= 5
    #expect(seen.count == 5)
    #expect(Set(seen) == rooms)
    #expect(back.map { $0 == nil } == [true, false, false])
    let first = await home.call(
      "POST", "publicRooms", ["limit": 2, "since": back[1].map { .string($0) } ?? .null])
    #expect(
      (first.body["chunk"]?.array ?? []).compactMap { $0["room_id"]?.string }
        == Array(seen.prefix(2)))
  }

  @Test("Malformed arguments of the room directory are refused")
  func badArguments() async throws {
    let home = try RoomsHome()
    func get(_ name: String, _ value: String) async -> Reply {
      await home.call("GET", "publicRooms", query: [(name, value)])
    }
    #expect(await get("limit", "x").isError(400, "M_INVALID_PARAM"))
    #expect(await get("limit", "-1").isError(400, "M_INVALID_PARAM"))
    #expect(await get("since", "zzz").isError(400, "M_INVALID_PARAM"))
    #expect(await get("since", "p-1").isError(400, "M_INVALID_PARAM"))
    #expect(await get("server", "elsewhere.org").isError(403, "M_FORBIDDEN"))
    #expect(await get("server", "localhost").status == 200)
    #expect(
      await home.call("POST", "publicRooms", ["limit": "x"]).isError(400, "M_BAD_JSON"))
    #expect(await home.call("POST", "publicRooms", as: nil, [:]).isError(401, "M_MISSING_TOKEN"))
  }
}
