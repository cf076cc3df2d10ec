import ModelKit
import Synchronization
import Testing

@testable import Homeserver

@Suite("Sending")
struct SendingTests {
  private let bob = "@bob:localhost"

  private func relation(_ kind: String, _ parent: String, key: String? = nil) -> JSONObject {
    var relation: JSONObject = ["rel_type": .string(kind), "event_id": .string(parent)]
    if let key { relation["key"] = .string(key) }
    return ["m.relates_to": .object(relation)]
  }

  @Test("A message is stored as sent, with the server's additions")
  func message() async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    let content: JSONValue = ["msgtype": "m.text", "body": "né \u{1F407} \u{0}\"", "x": [1, nil]]
    let reply = await home.call("PUT", "rooms/\(room)/send/m.room.message/t1", content)
    let id = try #require(reply.body["event_id"]?.string)
    let event = try await home.event(id)
    let whole = try JSONValue(event.head + [UInt8(ascii: "}")])
    let time = JSONNumber(home.clock.value.withLock { $0 })
    #expect(
      whole == [
        "event_id": .string(id), "type": "m.room.message", "sender": "@ada:localhost",
        "origin_server_ts": .number(time), "content": content,
      ])
    #expect(event.transaction?.id == "t1")
    #expect(event.transaction?.device.rawValue == "D")
    #expect(id.hasPrefix("$") && id.utf8.count == 44)
  }

  @Test("A sender in the body changes nothing")
  func forgedSender() async throws {
    let home = try RoomsHome()
    let room = try await home.room(with: [bob])
    let id = try await home.say(
      "x", in: room, as: bob, ["sender": "@ada:localhost", "user_id": "@ada:localhost"])
    #expect(try await home.event(id).sender.rawValue == bob)
  }

  @Test("One transaction of a device is one event")
  func transactions() async throws {
    let home = try RoomsHome()
    let room = try await home.room(with: [bob])
    let other = try await home.room()
    func send(
      _ text: String, as user: String = "@ada:localhost", device: String = "D", room: String,
      type: String = "org.x"
    ) async -> String? {
      await home.call(
        "PUT", "rooms/\(room)/send/\(type)/t", as: user, device: device, ["a": .string(text)]
      ).body["event_id"]?.string
    }
    let first = try #require(await send("1", room: room))
    let count = try await home.events(room).count
    #expect(await send("2", room: room) == first)
    #expect(try await home.events(room).count == count)
    #expect(try await home.event(first).tree == ["a": "1"])
    var ids: Set<String?> = [first]
    ids.insert(await send("1", device: "E", room: room))
    ids.insert(await send("1", as: bob, room: room))
    ids.insert(await send("1", room: other))
    ids.insert(await send("1", room: room, type: "org.y"))
    #expect(ids.count == 5 && !ids.contains(nil))
    let restarted = try home.reopened()
    let again = await restarted.call("PUT", "rooms/\(room)/send/org.x/t", [:])
    #expect(again.body["event_id"]?.string == first)
  }

  @Test("A refused transaction can be retried")
  func retried() async throws {
    let home = try RoomsHome()
    let room = try await home.room(["preset": "public_chat"])
    let path = "rooms/\(room)/send/org.x/t"
    #expect(await home.call("PUT", path, as: bob, [:]).isError(403, "M_FORBIDDEN"))
    _ = await home.call("POST", "join/\(room)", as: bob)
    #expect(await home.call("PUT", path, as: bob, [:]).status == 200)
  }

  static let refusals: [(path: String, body: String, status: Int, code: String)] = [
    ("send/org.x/t", "{", 400, "M_NOT_JSON"), ("send/org.x/t", "[]", 400, "M_BAD_JSON"),
    ("send/org.x/t", #"{"a":1.5}"#, 400, "M_BAD_JSON"),
    ("send/m.room.message/t", "{}", 400, "M_BAD_JSON"),
    ("send/m.room.member/t", #"{"membership":"join"}"#, 400, "M_BAD_JSON"),
    ("send/\(String(repeating: "a", count: 256))/t", "{}", 413, "M_TOO_LARGE"),
    ("send/org.x/\(String(repeating: "a", count: 256))", "{}", 400, "M_INVALID_PARAM"),
    ("send/m.room.redaction/t", "{}", 400, "M_BAD_JSON"),
    ("state/org.x/\(String(repeating: "a", count: 256))", "{}", 413, "M_TOO_LARGE"),
    ("state/m.room.create", "{}", 403, "M_FORBIDDEN"),
    ("state/m.room.power_levels", #"{"users":{"@ada:localhost":"1"}}"#, 400, "M_BAD_JSON"),
    ("state/org.x/@bob:localhost", "{}", 403, "M_FORBIDDEN"),
    ("state/m.room.third_party_invite/t", "{}", 403, "M_FORBIDDEN"),
    ("redact/$no/t", "{}", 404, "M_NOT_FOUND"), ("redact/no/t", "{}", 404, "M_NOT_FOUND"),
  ]

  @Test("Invalid events get the specified errors", arguments: refusals)
  func refusal(path: String, body: String, status: Int, code: String) async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    let count = try await home.events(room).count
    let reply = await home.call(
      "PUT", "v3", "rooms/\(room)/\(path)", "@ada:localhost", "D", [], Array(body.utf8))
    #expect(reply.isError(status, code), "\(reply)")
    #expect(try await home.events(room).count == count)
  }

  @Test("Only members can send events, and only to existing rooms")
  func strangers() async throws {
    let home = try RoomsHome()
    let room = try await home.room(["preset": "public_chat"])
    for path in ["send/org.x/t", "state/org.x"] {
      #expect(
        await home.call("PUT", "rooms/\(room)/\(path)", as: bob, [:]).isError(403, "M_FORBIDDEN"))
      #expect(
        await home.call("PUT", "rooms/!no:localhost/\(path)", [:]).isError(403, "M_FORBIDDEN"))
      #expect(
        await home.call("PUT", "rooms/no/\(path)", [:]).isError(400, "M_INVALID_PARAM"))
      #expect(
        await home.call("PUT", "rooms/\(room)/\(path)", as: nil, [:])
          .isError(401, "M_MISSING_TOKEN"))
    }
  }

  @Test("An event of 65536 bytes is accepted; one byte more is too large")
  func size() async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    func send(_ count: Int) async -> Reply {
      await home.call(
        "PUT", "rooms/\(room)/send/org.x/\(count)",
        ["a": .string(String(repeating: "x", count: count))])
    }
    let small = try #require(await send(1).body["event_id"]?.string)
    let event = try await home.event(small)
    let rest = 65_536 - EventHead.size(of: event.head, in: event.room) + 1
    #expect(await send(rest).status == 200)
    #expect(await send(rest + 1).isError(413, "M_TOO_LARGE"))
  }

  @Test("State is set with and without a key")
  func state() async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    let first = await home.call("PUT", "rooms/\(room)/state/m.room.name", ["name": "A"])
    #expect(try await home.content(room, "m.room.name") == ["name": "A"])
    _ = await home.call("PUT", "rooms/\(room)/state/m.room.name/", ["name": "B"])
    #expect(try await home.content(room, "m.room.name") == ["name": "B"])
    _ = await home.call("PUT", "rooms/\(room)/state/org.x/k", ["a": 1])
    #expect(try await home.content(room, "org.x", "k") == ["a": 1])
    #expect(try await home.content(room, "org.x") == nil)
    let id = try #require(first.body["event_id"]?.string)
    #expect(try await home.event(id).tree == ["name": "A"])
    #expect(
      try await home.texts(
        """
        SELECT events.head FROM state JOIN events ON events.position = state.position
        WHERE state.room = ? AND state.type = 'm.room.name'
        """, [room]
      ).map { $0.contains(#""name":"B""#) } == [true])
  }

  @Test("Repeating a state event creates no new event")
  func sameState() async throws {
    let home = try RoomsHome()
    let room = try await home.room(
      with: [bob],
      [
        "power_level_content_override": [
          "users": ["@ada:localhost": 100, "@bob:localhost": 50]
        ]
      ])
    let path = "rooms/\(room)/state/org.x"
    let first = await home.call("PUT", path, ["a": 1, "b": 2])
    #expect(await home.call("PUT", path, ["b": 2, "a": 1]).body == first.body)
    let other = await home.call("PUT", path, as: bob, ["a": 1, "b": 2])
    #expect(other.status == 200 && other.body != first.body)
    #expect(await home.call("PUT", path, ["a": 1, "b": 3]).body != first.body)
  }

  @Test("State as deep as a body may be is read again after a restart")
  func depth() async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    func nest(_ depth: Int) -> String {
      String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    }
    func send(_ depth: Int) async -> Reply {
      await home.call(
        "PUT", "v3", "rooms/\(room)/state/org.x", "@ada:localhost", "D", [],
        Array(nest(depth).utf8))
    }
    #expect(await send(Limits.depth).status == 200)
    #expect(await send(Limits.depth + 1).status == 400)
    let content = try #require(try await home.reopened().content(room, "org.x"))
    #expect(JSONValue.object(content).text == nest(Limits.depth))
  }

  @Test("New levels apply from the event that changes them")
  func levels() async throws {
    let home = try RoomsHome()
    let room = try await home.room(with: [bob])
    let path = "rooms/\(room)/state/m.room.name"
    #expect(await home.call("PUT", path, as: bob, ["name": "x"]).isError(403, "M_FORBIDDEN"))
    var levels = try #require(try await home.content(room, "m.room.power_levels"))
    levels["users"] = ["@ada:localhost": 100, "@bob:localhost": 50]
    #expect(
      await home.call("PUT", "rooms/\(room)/state/m.room.power_levels", .object(levels)).status
        == 200)
    #expect(await home.call("PUT", path, as: bob, ["name": "x"]).status == 200)
  }

  @Test("The same reaction twice is refused; another key, event or user is not")
  func reactions() async throws {
    let home = try RoomsHome()
    let room = try await home.room(with: [bob])
    let parent = try await home.say("x", in: room)
    func react(_ key: String, _ parent: String, as user: String = "@ada:localhost") async -> Reply {
      await home.call(
        "PUT", "rooms/\(room)/send/m.reaction/\(Int.random(in: 0...Int.max))",
        as: user, .object(relation("m.annotation", parent, key: key)))
    }
    let first = await react("a", parent)
    #expect(first.status == 200)
    #expect(await react("a", parent).isError(400, "M_DUPLICATE_ANNOTATION"))
    #expect(await react("b", parent).status == 200)
    #expect(await react("a", parent, as: bob).status == 200)
    #expect(await react(String(repeating: "x", count: 501), parent).isError(400, "M_UNKNOWN"))
    #expect(await react("a", "$no").isError(400, "M_UNKNOWN"))
    let keyless = await home.call(
      "PUT", "rooms/\(room)/send/m.reaction/t", .object(relation("m.annotation", parent)))
    #expect(keyless.isError(400, "M_UNKNOWN"))
    // A redacted reaction can be sent again.
    let id = try #require(first.body["event_id"]?.string)
    _ = await home.call("PUT", "rooms/\(room)/redact/\(id)/t", [:])
    #expect(await react("a", parent).status == 200)
  }

  @Test("Relations stay in their room, and threads start at events without a relation")
  func relations() async throws {
    let home = try RoomsHome()
    let (room, other) = (try await home.room(), try await home.room())
    let (parent, foreign) = (try await home.say("x", in: room), try await home.say("x", in: other))
    let edit = try await home.say("y", in: room, relation("m.replace", parent))
    let thread = try await home.say("z", in: room, relation("m.thread", parent))
    _ = try await home.say(
      "r", in: room, ["m.relates_to": ["m.in_reply_to": ["event_id": .string(parent)]]])
    func refused(_ relation: JSONObject) async -> Bool {
      await home.call("PUT", "rooms/\(room)/send/org.x/\(relation)", .object(relation))
        .isError(400, "M_UNKNOWN")
    }
    #expect(await refused(relation("m.replace", foreign)))
    #expect(await refused(relation("m.thread", edit)))
    #expect(await refused(relation("m.thread", thread)))
    #expect(
      try await home.texts(
        """
        SELECT kind || ' ' || events.id FROM relations
        JOIN events ON events.position = child WHERE parent = ? ORDER BY kind
        """, [parent]) == ["m.replace \(edit)", "m.thread \(thread)"])
  }

  static let kinds: [(type: String, content: JSONObject, notifies: Bool)] = [
    ("m.room.message", ["msgtype": "m.text", "body": "x"], true),
    ("m.room.message", ["msgtype": "m.image", "body": "x"], true),
    ("m.room.message", ["msgtype": "m.notice", "body": "x"], false),
    ("m.room.encrypted", [:], true), ("m.sticker", [:], false), ("m.reaction", [:], false),
    ("org.x", [:], false),
  ]

  @Test("Messages and encrypted events count as unread", arguments: kinds)
  func notifies(type: String, content: JSONObject, notifies: Bool) async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    _ = home.newCommits()
    _ = await home.call("PUT", "rooms/\(room)/send/\(type)/t", .object(content))
    #expect(home.newCommits().last?.events.last?.notifies == notifies)
    #expect(
      try await home.texts("SELECT type FROM events WHERE notifies") == (notifies ? [type] : []))
  }

  @Test("State and edits do not count as unread")
  func quiet() async throws {
    let home = try RoomsHome()
    let room = try await home.room(["invite": [.string(bob)]])
    let parent = try await home.say("x", in: room)
    try await home.say("y", in: room, relation("m.replace", parent))
    #expect(try await home.texts("SELECT id FROM events WHERE notifies") == [parent])
  }

  @Test("Mentions reach members, and everyone when the sender has the power")
  func mentions() async throws {
    let home = try RoomsHome()
    let room = try await home.room(with: [bob])
    let all: JSONObject = [
      "m.mentions": [
        "user_ids": ["@bob:localhost", "@eve:localhost", "@ada:localhost", "@bob:localhost", "x"],
        "room": true,
      ]
    ]
    func rows() async throws -> [String] {
      try await home.texts("SELECT user FROM mentions WHERE room = ? ORDER BY user", [room])
    }
    try await home.say("x", in: room, as: bob, all)
    #expect(try await rows() == ["@ada:localhost"])
    let id = try await home.say("x", in: room, all)
    #expect(try await rows() == ["", "@ada:localhost", "@bob:localhost"])
    _ = await home.call("PUT", "rooms/\(room)/redact/\(id)/t", [:])
    #expect(try await rows() == ["@ada:localhost"])
    let notice = try await home.say(
      "x", in: room, ["msgtype": "m.notice", "m.mentions": all["m.mentions"] ?? .null])
    #expect(!notice.isEmpty)
    #expect(try await rows() == ["@ada:localhost"])
  }
}
