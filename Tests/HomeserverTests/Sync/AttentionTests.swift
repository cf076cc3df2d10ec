import ModelKit
import Testing

@testable import Homeserver

@Suite("Receipts and typing")
struct AttentionTests {
  private func receipt(
    _ home: SyncHome, _ room: RoomID, _ type: String, _ event: String, as name: String = "grace",
    body: String = "{}"
  ) async throws -> SyncHome.Reply {
    try await home.ask(
      "POST", "rooms/\(room.rawValue)/receipt/\(type)/\(event)", as: name, body: body)
  }

  @Test("Every member sees a receipt, but only its user sees a private one")
  func told() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let event = try await home.say("one", in: room).id.rawValue
    let tokens = try await [
      "ada": home.sync(as: "ada").token, "grace": home.sync(as: "grace").token,
    ]
    #expect(try await receipt(home, room, "m.read", event).status == 200)
    for name in ["ada", "grace"] {
      for isElsewhere in [false, true] {
        let reply = try await home.sync(as: name, since: tokens[name], isElsewhere: isElsewhere)
        let user = reply.joined(room)?.ephemeral("m.receipt")?[event]?["m.read"]?[
          "@grace:localhost"]
        #expect(user?["ts"]?.integer != nil)
        #expect(user?["thread_id"] == nil)
      }
    }
    let second = try await home.say("two", in: room).id.rawValue
    let ada = try await home.sync(as: "ada").token
    let grace = try await home.sync(as: "grace").token
    #expect(try await receipt(home, room, "m.read.private", second).status == 200)
    for isElsewhere in [false, true] {
      let seen = try await home.sync(as: "ada", since: ada, isElsewhere: isElsewhere)
      #expect(seen.roomCount == 0)
      let own = try await home.sync(as: "grace", since: grace, isElsewhere: isElsewhere)
      #expect(
        own.joined(room)?.ephemeral("m.receipt")?[second]?["m.read.private"]?["@grace:localhost"]
          != nil)
    }
  }

  @Test("A receipt never moves backwards")
  func forwards() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let first = try await home.say("one", in: room).id.rawValue
    let second = try await home.say("two", in: room).id.rawValue
    _ = try await receipt(home, room, "m.read", second)
    let token = try await home.sync(as: "ada").token
    #expect(try await receipt(home, room, "m.read", first).status == 200)
    #expect(try await receipt(home, room, "m.read", second).status == 200)
    #expect(try await home.sync(as: "ada", since: token).roomCount == 0)
    let told = try await home.sync(as: "ada").joined(room)?.ephemeral("m.receipt")
    #expect(told?[second]?["m.read"]?["@grace:localhost"] != nil)
    #expect(told?[first] == nil)
  }

  @Test("The fully-read marker is account data and never moves backwards")
  func fullyRead() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let first = try await home.say("one", in: room).id.rawValue
    let second = try await home.say("two", in: room).id.rawValue
    let token = try await home.sync(as: "grace").token
    _ = try await home.ask(
      "POST", "rooms/\(room.rawValue)/read_markers", as: "grace",
      body: #"{"m.fully_read":"\#(second)","m.read":"\#(first)","m.read.private":null}"#)
    _ = try await receipt(home, room, "m.fully_read", first)
    let told = try #require(try await home.sync(as: "grace", since: token).joined(room))
    #expect(told["account_data"]?.events.first?["type"]?.string == "m.fully_read")
    #expect(told["account_data"]?.events.first?["content"]?["event_id"]?.string == second)
    #expect(told.ephemeral("m.receipt")?[first]?["m.read"] != nil)
    #expect(
      try await home.sync(as: "ada", since: token).joined(room)?["account_data"]?.events == [])
  }

  @Test("A receipt of a thread names the thread")
  func threads() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let root = try await home.say("root", in: room).id.rawValue
    let reply = try await home.send(
      [
        "msgtype": "m.text", "body": "reply",
        "m.relates_to": ["rel_type": "m.thread", "event_id": .string(root)],
      ], to: room
    ).id.rawValue
    let token = try await home.sync(as: "ada").token
    let body = #"{"thread_id":"\#(root)"}"#
    #expect(try await receipt(home, room, "m.read", reply, body: body).status == 200)
    #expect(
      try await receipt(home, room, "m.read", root, body: #"{"thread_id":"main"}"#).status == 200)
    let told = try await home.sync(as: "ada", since: token).joined(room)?.ephemeral("m.receipt")
    #expect(told?[reply]?["m.read"]?["@grace:localhost"]?["thread_id"]?.string == root)
    #expect(told?[root]?["m.read"]?["@grace:localhost"]?["thread_id"]?.string == "main")
    for (event, thread) in [(reply, "main"), (reply, "$other"), (root, "$other")] {
      let refused = try await receipt(
        home, room, "m.read", event, body: #"{"thread_id":"\#(thread)"}"#)
      #expect(refused.status == 400)
      #expect(refused.code == "M_INVALID_PARAM")
    }
  }

  @Test(
    "Invalid receipts are refused",
    arguments: [
      ("m.read", "nothing", "{}", 400, "M_INVALID_PARAM"),
      ("m.other", "EVENT", "{}", 400, "M_INVALID_PARAM"),
      ("m.read", "EVENT", "{x", 400, "M_NOT_JSON"),
      ("m.read", "EVENT", "[]", 400, "M_BAD_JSON"),
      ("m.read", "EVENT", #"{"thread_id":3}"#, 400, "M_INVALID_PARAM"),
      ("m.read", "EVENT", #"{"thread_id":""}"#, 400, "M_INVALID_PARAM"),
      ("m.fully_read", "EVENT", #"{"thread_id":"main"}"#, 400, "M_INVALID_PARAM"),
      ("m.fully_read", "$unknown", "{}", 404, "M_UNKNOWN"),
      ("m.fully_read", "FOREIGN", "{}", 404, "M_UNKNOWN"),
    ])
  func refused(type: String, event: String, body: String, status: Int, code: String) async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let known = try await home.say("one", in: room).id.rawValue
    let foreign = try await home.say("x", in: try await home.makeRoom()).id.rawValue
    let name = ["EVENT": known, "FOREIGN": foreign][event] ?? event
    let reply = try await receipt(home, room, type, name, body: body)
    #expect(reply.status == status)
    #expect(reply.code == code)
  }

  @Test("Receipts for events that are unknown or in other rooms move nothing")
  func unknownEvent() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let foreign = try await home.say("x", in: try await home.makeRoom()).id.rawValue
    let token = try await home.sync(as: "grace").token
    #expect(try await receipt(home, room, "m.read", "$unknown").status == 200)
    #expect(try await receipt(home, room, "m.read", foreign).status == 200)
    #expect(try await home.sync(as: "grace", since: token).roomCount == 0)
  }

  @Test("Read markers that are not event ids are refused")
  func markers() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let path = "rooms/\(room.rawValue)/read_markers"
    let cases = [
      (#"{"m.read":3}"#, 400, "M_BAD_JSON"), (#"{"m.fully_read":3}"#, 400, "M_BAD_JSON"),
      (#"{"m.read":"nothing"}"#, 400, "M_INVALID_PARAM"), ("{", 400, "M_NOT_JSON"),
      (#"{"m.fully_read":"$unknown"}"#, 404, "M_UNKNOWN"),
    ]
    for (body, status, code) in cases {
      let reply = try await home.ask("POST", path, as: "grace", body: body)
      #expect(reply.status == status, "\(body)")
      #expect(reply.code == code, "\(body)")
    }
    #expect(try await home.ask("POST", path, as: "grace", body: "{}").status == 200)
  }

  @Test("Only members can send receipts and typing notices")
  func membersOnly() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom()
    let event = try await home.say("one", in: room).id.rawValue
    for room in [room.rawValue, "!nowhere:localhost"] {
      for (method, path, body) in [
        ("POST", "rooms/\(room)/receipt/m.read/\(event)", "{}"),
        ("POST", "rooms/\(room)/receipt/m.fully_read/\(event)", "{}"),
        ("POST", "rooms/\(room)/read_markers", #"{"m.read":"\#(event)"}"#),
        ("PUT", "rooms/\(room)/typing/@linus:localhost", #"{"typing":true}"#),
      ] {
        let reply = try await home.ask(method, path, as: "linus", body: body)
        #expect(reply.status == 403, "\(path)")
        #expect(reply.code == "M_FORBIDDEN", "\(path)")
      }
    }
  }

  @Test("Typing is reported once and ends by itself")
  func typing() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let path = "rooms/\(room.rawValue)/typing/@grace:localhost"
    let first = try await home.sync(as: "ada")
    let body = #"{"typing":true,"timeout":5000}"#
    #expect(try await home.ask("PUT", path, as: "grace", body: body).status == 200)
    let second = try await home.sync(as: "ada", since: first.token)
    let told = try #require(second.joined(room))
    #expect(told.ephemeral("m.typing")?["user_ids"] == ["@grace:localhost"])
    #expect(told.timelineIDs.isEmpty)
    _ = try await home.ask("PUT", path, as: "grace", body: body)
    #expect(try await home.sync(as: "ada", since: second.token).roomCount == 0)
    try await home.time.untilSleeping(1)
    home.time.advance(by: 4_900)
    #expect(try await home.sync(as: "ada", since: second.token).roomCount == 0)
    home.time.advance(by: 200)
    var third = second
    try await becomes("the end of typing") {
      third = try await home.sync(as: "ada", since: second.token)
      return third.joined(room)?.ephemeral("m.typing")?["user_ids"] == []
    }
    #expect(try await home.sync(as: "ada", since: third.token).roomCount == 0)
  }

  @Test("Typing ends on request and on leaving")
  func stopsTyping() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let path = "rooms/\(room.rawValue)/typing/@grace:localhost"
    _ = try await home.ask("PUT", path, as: "grace", body: #"{"typing":true}"#)
    var last = try await home.sync(as: "ada")
    #expect(last.joined(room)?.ephemeral("m.typing")?["user_ids"] == ["@grace:localhost"])
    _ = try await home.ask("PUT", path, as: "grace", body: #"{"typing":false}"#)
    last = try await home.sync(as: "ada", since: last.token)
    #expect(last.joined(room)?.ephemeral("m.typing")?["user_ids"] == [])
    _ = try await home.ask("PUT", path, as: "grace", body: #"{"typing":true}"#)
    last = try await home.sync(as: "ada", since: last.token)
    try await home.step(.leave, "grace", room)
    last = try await home.sync(as: "ada", since: last.token)
    #expect(last.joined(room)?.ephemeral("m.typing")?["user_ids"] == [])
  }

  @Test("Invalid typing notices are refused")
  func refusedTyping() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let own = "rooms/\(room.rawValue)/typing/@grace:localhost"
    let cases = [
      (own, #"{"timeout":5}"#, 400, "M_BAD_JSON"),
      (own, #"{"typing":"yes"}"#, 400, "M_BAD_JSON"),
      (own, #"{"typing":true,"timeout":"x"}"#, 400, "M_BAD_JSON"), (own, "{", 400, "M_NOT_JSON"),
      ("rooms/\(room.rawValue)/typing/grace", #"{"typing":true}"#, 400, "M_INVALID_PARAM"),
      ("rooms/\(room.rawValue)/typing/@ada:localhost", #"{"typing":true}"#, 403, "M_FORBIDDEN"),
    ]
    for (path, body, status, code) in cases {
      let reply = try await home.ask("PUT", path, as: "grace", body: body)
      #expect(reply.status == status, "\(path) \(body)")
      #expect(reply.code == code, "\(path) \(body)")
    }
    #expect(try await home.sync(as: "ada").joined(room)?.ephemeral("m.typing") == nil)
  }

  @Test("A restart clears the typing users that a client still shows")
  func typingAfterRestart() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom()
    let position = try await home.store.position()
    let told = try await home.sync(as: "ada", since: "s\(position)_3_before")
    #expect(told.joined(room)?.ephemeral("m.typing")?["user_ids"] == [])
    #expect(try await home.sync(as: "ada", since: "s\(position)_0_before").roomCount == 0)
  }

  @Test("Unread counts start at the user's receipt or last message")
  func unread() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    var token = try await home.sync(as: "grace").token
    func counts() async throws -> [Int?] {
      let forgetful = try await home.sync(as: "grace", since: token, isElsewhere: true)
      let reply = try await home.sync(as: "grace", since: token)
      token = reply.token
      #expect(forgetful.joined(room)?.unread == reply.joined(room)?.unread)
      return reply.joined(room)?.unread ?? []
    }
    let first = try await home.say("one", in: room)
    #expect(try await counts() == [1, 0])
    try await home.send(
      [
        "msgtype": "m.text", "body": "grace!",
        "m.mentions": ["user_ids": ["@grace:localhost"]],
      ], to: room)
    #expect(try await counts() == [2, 1])
    try await home.send(
      ["msgtype": "m.text", "body": "all!", "m.mentions": ["room": true]], to: room)
    #expect(try await counts() == [3, 2])
    try await home.send(["msgtype": "m.notice", "body": "beep"], to: room)
    #expect(try await counts() == [3, 2])
    _ = try await receipt(home, room, "m.read", first.id.rawValue)
    #expect(try await counts() == [2, 2])
    let mine = try await home.say("mine", in: room, by: "grace")
    #expect(try await counts() == [0, 0])
    let next = try await home.say("next", in: room)
    #expect(try await counts() == [1, 0])
    _ = try await receipt(home, room, "m.read.private", next.id.rawValue)
    #expect(try await counts() == [0, 0])
    _ = mine
  }

  @Test("What was read by an own message stays read when that message is redacted")
  func ownRedacted() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let token = try await home.sync(as: "grace").token
    try await home.say("one", in: room)
    let mine = try await home.say("mine", in: room, by: "grace")
    let theirs = try await home.say("two", in: room)
    #expect(try await home.sync(as: "grace", since: token).joined(room)?.unread == [1, 0])
    for (message, sender) in [(mine, "grace"), (theirs, "ada")] {
      try await home.send(
        ["redacts": .string(message.id.rawValue)], to: room, by: sender, type: "m.room.redaction")
    }
    #expect(try await home.sync(as: "grace", since: token).joined(room)?.unread == [0, 0])
  }
}
