import ModelKit
import Testing

@testable import Homeserver

@Suite("Messages")
struct MessagesTests {
  @Test("Messages come newest first, with a token for older ones")
  func backwards() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    for number in 0..<5 { try await home.say("m\(number)", in: room) }
    let path = "rooms/\(room.rawValue)/messages"
    let first = try await home.get(path, as: "ada", [("dir", "b"), ("limit", "3")])
    #expect(first.status == 200)
    #expect(first.body["chunk"]?.bodies == ["m4", "m3", "m2"])
    let end = try #require(first.body["end"]?.string)
    let second = try await home.get(path, as: "ada", [("dir", "b"), ("limit", "2"), ("from", end)])
    #expect(second.body["chunk"]?.bodies == ["m1", "m0"])
    #expect(second.body["start"]?.string == end)
    let start = try #require(first.body["start"]?.string)
    try await home.say("m5", in: room)
    let newer = try await home.get(path, as: "ada", [("dir", "f"), ("from", start)])
    #expect(newer.body["chunk"]?.bodies == ["m5"])
    #expect(newer.body["end"] == nil)
  }

  @Test("The r0 paths work too")
  func old() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    try await home.say("m", in: room)
    let told = try await home.get(
      "/_matrix/client/r0/rooms/\(room.rawValue)/messages", as: "ada", [("dir", "b")])
    #expect(told.body["chunk"]?.bodies.first == "m")
  }

  @Test("Lazy loading gives each sender once, as of the page")
  func lazyMembers() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    try await home.step(.join, "grace", room)
    try await home.say("a", in: room, by: "grace")
    try await home.say("b", in: room, by: "grace")
    try await home.say("c", in: room)
    let path = "rooms/\(room.rawValue)/messages"
    let query = [("dir", "b"), ("limit", "2"), ("filter", #"{"lazy_load_members":true}"#)]
    let told = try await home.get(path, as: "ada", query)
    let members = told.body["state"]?.array?.compactMap { $0["state_key"]?.string } ?? []
    #expect(members.sorted() == ["@ada:localhost", "@grace:localhost"])
    #expect(told.body["state"]?[0]?["type"] == "m.room.member")
    let plain = try await home.get(path, as: "ada", [("dir", "b")])
    #expect(plain.body["state"] == nil)
  }

  @Test("A filter selects by type, sender, room and url")
  func filters() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    try await home.step(.join, "grace", room)
    try await home.say("ada", in: room)
    try await home.say("grace", in: room, by: "grace")
    try await home.send(
      ["msgtype": "m.image", "body": "image", "url": "mxc://localhost/a"], to: room)
    let path = "rooms/\(room.rawValue)/messages"
    for (filter, bodies) in [
      (#"{"types":["m.room.message"]}"#, ["image", "grace", "ada"]),
      (#"{"types":["m.room.message"],"senders":["@grace:localhost"]}"#, ["grace"]),
      (#"{"types":["m.room.message"],"not_senders":["@ada:localhost"]}"#, ["grace"]),
      (#"{"contains_url":true}"#, ["image"]),
      (#"{"types":["m.room.message"],"contains_url":false}"#, ["grace", "ada"]),
      (#"{"not_types":["m.room.*"]}"#, []),
      (#"{"rooms":["!other:localhost"]}"#, []),
      (#"{"types":["m.room.message"],"not_rooms":["\#(room.rawValue)"]}"#, []),
    ] {
      let told = try await home.get(
        path, as: "ada", [("dir", "b"), ("limit", "50"), ("filter", filter)])
      #expect(told.body["chunk"]?.bodies == bodies, "\(filter)")
      #expect(told.body["end"] == nil)
    }
  }

  @Test("Only the sending device sees the transaction id")
  func transactions() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    let event = try await home.send(
      ["msgtype": "m.text", "body": "x"], to: room, transaction: "t1")
    let path = "rooms/\(room.rawValue)/event/\(event.id.rawValue)"
    let own = try await home.get(path, as: "ada|D")
    #expect(own.body["unsigned"]?["transaction_id"] == "t1")
    #expect(own.body["unsigned"]?["membership"] == "join")
    let other = try await home.get(path, as: "ada|E")
    #expect(other.body["unsigned"]?["transaction_id"] == nil)
  }

  @Test(
    "Invalid arguments are refused",
    arguments: [
      ("dir", "x", "M_INVALID_PARAM"), ("limit", "x", "M_INVALID_PARAM"),
      ("limit", "-1", "M_INVALID_PARAM"), ("limit", "99999999999999999999", "M_INVALID_PARAM"),
      ("filter", "x", "M_NOT_JSON"), ("filter", "[]", "M_BAD_JSON"),
      ("filter", #"{"types":1}"#, "M_BAD_JSON"), ("filter", #"{"senders":["ada"]}"#, "M_BAD_JSON"),
      ("filter", #"{"limit":-1}"#, "M_BAD_JSON"),
    ])
  func refusals(_ name: String, _ value: String, _ code: String) async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    let event = try await home.say("x", in: room)
    for path in ["messages", "context/\(event.id.rawValue)"] {
      if path != "messages", name == "dir" { continue }
      let told = try await home.get("rooms/\(room.rawValue)/" + path, as: "ada", [(name, value)])
      #expect(told.status == 400)
      #expect(told.code == code)
    }
  }

  @Test(
    "A missing room looks like a room that the user is not in",
    arguments: [
      "messages", "state", "state/m.room.name", "members", "joined_members",
    ])
  func strangers(_ path: String) async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    for id in [room.rawValue, "!nope:localhost", "nope"] {
      let told = try await home.get("rooms/\(id)/\(path)", as: "grace")
      #expect(told.status == 403)
      #expect(told.code == "M_FORBIDDEN")
    }
    #expect(try await home.get("rooms/\(room.rawValue)/\(path)", as: "ada").code != "M_FORBIDDEN")
  }
}
