import Foundation
import GRDB
import ModelKit
import Testing

@testable import Homeserver

@Suite("State and members")
struct StateTests {
  @Test("The state can be read whole and by key")
  func current() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    try await home.send(["name": "old"], to: room, type: "m.room.name", stateKey: "")
    let event = try await home.send(
      ["name": "new"], to: room, type: "m.room.name", stateKey: "")
    try await home.send(["a": 1], to: room, type: "m.custom", stateKey: "key")
    let path = "rooms/\(room.rawValue)/state"
    let all = try await home.get(path, as: "ada").body.array ?? []
    let places = all.map { "\($0["type"]?.string ?? "")|\($0["state_key"]?.string ?? "")" }
    #expect(Set(places).count == places.count)
    #expect(places.contains("m.room.create|") && places.contains("m.custom|key"))
    #expect(all.first { $0["type"] == "m.room.name" }?["content"]?["name"] == "new")
    #expect(try await home.get(path + "/m.room.name", as: "ada").body == ["name": "new"])
    #expect(try await home.get(path + "/m.room.name/", as: "ada").body == ["name": "new"])
    #expect(try await home.get(path + "/m.custom/key", as: "ada").body == ["a": 1])
    let whole = try await home.get(path + "/m.room.name", as: "ada", [("format", "event")])
    #expect(whole.body["event_id"]?.string == event.id.rawValue)
    #expect(whole.body["room_id"]?.string == room.rawValue)
    #expect(whole.body["unsigned"]?["prev_content"] == ["name": "old"])
  }

  @Test("Missing state is not found, and unknown formats are refused")
  func missing() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    let path = "rooms/\(room.rawValue)/state/"
    for place in ["m.none", "m.room.create/other", "m.custom/key"] {
      let told = try await home.get(path + place, as: "ada")
      #expect(told.status == 404)
      #expect(told.code == "M_NOT_FOUND")
    }
    let told = try await home.get(path + "m.room.create", as: "ada", [("format", "xml")])
    #expect(told.status == 400)
    #expect(told.code == "M_INVALID_PARAM")
  }

  @Test(
    "A former member sees the state and members as of the departure",
    arguments: [HistoryHome.Step.leave, .kick, .ban])
  func departed(_ step: HistoryHome.Step) async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    try await home.step(.join, "grace", room)
    try await home.send(["name": "then"], to: room, type: "m.room.name", stateKey: "")
    try await home.step(step, "grace", room)
    try await home.send(["name": "now"], to: room, type: "m.room.name", stateKey: "")
    try await home.send(["topic": "later"], to: room, type: "m.room.topic", stateKey: "")
    try await home.step(.join, "linus", room)
    let path = "rooms/\(room.rawValue)/"
    #expect(
      try await home.get(path + "state/m.room.name", as: "grace").body == ["name": "then"])
    #expect(try await home.get(path + "state/m.room.topic", as: "grace").status == 404)
    let all = try await home.get(path + "state", as: "grace").body.array ?? []
    #expect(all.first { $0["type"] == "m.room.name" }?["content"]?["name"] == "then")
    #expect(!all.contains { $0["type"] == "m.room.topic" })
    let members = try await home.get(path + "members", as: "grace").body["chunk"]?.array ?? []
    #expect(
      members.compactMap { $0["state_key"]?.string } == ["@ada:localhost", "@grace:localhost"])
    #expect(members.last?["content"]?["membership"]?.string == (step == .ban ? "ban" : "leave"))
    let later = try await home.get(path + "members", as: "grace", [("at", "t999999")])
    #expect(later.body["chunk"]?.array?.count == 2)
    #expect(try await home.get(path + "joined_members", as: "grace").code == "M_FORBIDDEN")
    try await home.step(.forget, "grace", room)
    for part in ["state", "state/m.room.name", "members", "messages"] {
      #expect(try await home.get(path + part, as: "grace").code == "M_FORBIDDEN")
    }
  }

  @Test("Members can be requested by membership and by position")
  func members() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    let token = try await home.get("rooms/\(room.rawValue)/messages", as: "ada", [("dir", "b")])
      .body["start"]?.string
    try await home.step(.join, "grace", room)
    try await home.step(.invite, "linus", room)
    let path = "rooms/\(room.rawValue)/members"
    func members(_ query: [(String, String)]) async throws -> [String] {
      let told = try await home.get(path, as: "ada", query)
      #expect(told.status == 200)
      return (told.body["chunk"]?.array ?? []).compactMap { $0["state_key"]?.string }.sorted()
    }
    let ids = ["ada", "grace", "linus"].map { user($0).rawValue }
    #expect(try await members([]) == ids)
    #expect(try await members([("membership", "join")]) == Array(ids[..<2]))
    #expect(try await members([("not_membership", "join")]) == [ids[2]])
    #expect(try await members([("membership", "ban")]).isEmpty)
    #expect(try await members([("membership", "join"), ("not_membership", "join")]).isEmpty)
    #expect(try await members([("at", try #require(token))]) == [ids[0]])
    let wrong = try await home.get(path, as: "ada", [("at", "x")])
    #expect(wrong.status == 400)
    #expect(wrong.code == "M_INVALID_PARAM")
  }

  @Test("Joined members have a name and an avatar, or null")
  func joinedMembers() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    try await home.store.write { context in
      for (field, json) in [("displayname", #""Grace H.""#), ("avatar_url", #""mxc://a/b""#)] {
        try context.database.cachedStatement(
          sql: "INSERT INTO profiles (user, field, json) VALUES (?, ?, ?)"
        ).execute(arguments: [user("grace").rawValue, field, Data(json.utf8)])
      }
    }
    try await home.step(.join, "grace", room)
    try await home.step(.invite, "linus", room)
    let told = try await home.get("rooms/\(room.rawValue)/joined_members", as: "ada")
    #expect(
      told.body == [
        "joined": [
          "@ada:localhost": ["display_name": nil, "avatar_url": nil],
          "@grace:localhost": ["display_name": "Grace H.", "avatar_url": "mxc://a/b"],
        ]
      ])
  }

  @Test("Joined rooms are only those that the user is in")
  func joinedRooms() async throws {
    let home = try await HistoryHome()
    let joined = try await home.makeRoom()
    let left = try await home.makeRoom()
    let invited = try await home.makeRoom()
    try await home.step(.join, "grace", joined)
    try await home.step(.join, "grace", left)
    try await home.step(.leave, "grace", left)
    try await home.step(.invite, "grace", invited)
    let told = try await home.get("joined_rooms", as: "grace")
    #expect(told.body == ["joined_rooms": [.string(joined.rawValue)]])
    #expect(try await home.get("joined_rooms", as: "linus").body == ["joined_rooms": []])
  }

  @Test("Everyone sees the state of a world-readable room, but not its joined members")
  func worldReadable() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    let before = try await home.say("before", in: room)
    try await home.setVisibility("world_readable", of: room)
    let after = try await home.say("after", in: room)
    let path = "rooms/\(room.rawValue)/"
    #expect(try await home.get(path + "state/m.room.create", as: "grace").status == 200)
    #expect(try await home.get(path + "members", as: "grace").status == 200)
    #expect(try await home.get(path + "joined_members", as: "grace").code == "M_FORBIDDEN")
    let told = try await home.get(path + "messages", as: "grace", [("dir", "b")])
    #expect(told.body["chunk"]?.bodies == ["after", "m.room.history_visibility"])
    #expect(told.body["chunk"]?[0]?["unsigned"]?["membership"] == "leave")
    #expect(
      try await home.get(path + "event/" + before.id.rawValue, as: "grace").code == "M_NOT_FOUND")
    #expect(try await home.get(path + "event/" + after.id.rawValue, as: "grace").status == 200)
    try await home.setVisibility("shared", of: room)
    #expect(try await home.get(path + "messages", as: "grace").code == "M_FORBIDDEN")
    #expect(try await home.get(path + "event/" + after.id.rawValue, as: "grace").status == 200)
  }
}
