import GRDB
import MatrixPush
import ModelKit
import Testing

@testable import Homeserver

@Suite("Unread counts by push rules")
struct PushCountTests {
  private let home: SyncHome
  private let room: RoomID
  private let grace = id("grace")

  init() async throws {
    home = try await SyncHome()
    room = try await home.makeRoom(joined: ["grace", "linus"])
  }

  /// Adds a rule to those of Grace.
  private func set(
    _ kind: String, _ id: String, _ more: JSONObject = [:], actions: [JSONValue] = []
  ) async throws {
    try await home.store.write { [grace] context in
      var rules = PushRuleList(
        try PushRules.content(of: grace, in: context.database))
      var rule = more
      rule["actions"] = .array(actions)
      let kind = try #require(PushKind(rawValue: kind))
      try rules.put(rule, id: id, kind, at: .first)
      try PushRules.set(rules.content, of: grace, in: context)
    }
  }

  private func muteRoom() async throws {
    let condition: JSONValue = [
      "kind": "event_match", "key": "room_id", "pattern": .string(room.rawValue),
    ]
    try await set("override", room.rawValue, ["conditions": [condition]])
  }

  private func count(of user: String = "grace") async throws -> UnreadCount {
    try await home.store.read { [room] database in
      try UnreadCount(of: id(user), in: room, ignoring: .none, from: database)
    }
  }

  private func counts(of user: String = "grace") async throws -> [Int] {
    let count = try await count(of: user)
    return [count.notifications, count.highlights]
  }

  private func say(_ body: String, _ more: JSONObject = [:], by user: String = "ada") async throws {
    var content: JSONObject = ["msgtype": "m.text", "body": .string(body), "m.mentions": [:]]
    for member in more { content[member.key] = member.value }
    try await home.send(content, to: room, by: user)
  }

  private let toGrace: JSONObject = ["m.mentions": ["user_ids": ["@grace:localhost"]]]

  private func inThread(_ root: EventID, _ more: JSONObject = [:]) -> JSONObject {
    var content = more
    content["m.relates_to"] = ["rel_type": "m.thread", "event_id": .string(root.rawValue)]
    return content
  }

  @Test("A muted room counts nothing, for the account that muted it alone")
  func muted() async throws {
    try await say("before")
    try await muteRoom()
    try await say("hello")
    try await say("grace!", toGrace)
    #expect(try await counts() == [1, 0])
    #expect(try await counts(of: "linus") == [3, 0])
  }

  @Test("Where only mentions are wanted, they alone count, also in threads")
  func mentionsOnly() async throws {
    try await set("room", room.rawValue)
    let root = try await home.say("root", in: room)
    try await say("grace!", toGrace)
    try await say("one", inThread(root.id))
    try await say("two", inThread(root.id, toGrace))
    let count = try await count()
    #expect([count.notifications, count.highlights] == [1, 1])
    #expect(count.threads.mapValues { [$0.notifications, $0.highlights] } == [root.id: [1, 1]])
  }

  @Test("Words and senders of one's own count as the rules say, also in notices and threads")
  func others() async throws {
    try await set(
      "content", "cake", ["pattern": "cake"], actions: ["notify", ["set_tweak": "highlight"]])
    try await set("sender", "@linus:localhost")
    let root = try await home.say("root", in: room)
    try await say("cake?")
    try await say("no", by: "linus")
    try await say("cake!", by: "linus")
    try await say("cake", inThread(root.id))
    let count = try await count()
    #expect([count.notifications, count.highlights] == [3, 2])
    #expect(count.threads.mapValues { [$0.notifications, $0.highlights] } == [root.id: [1, 1]])

    let notices: JSONValue = [
      "kind": "event_match", "key": "content.msgtype", "pattern": "m.notice",
    ]
    try await set("override", "bots", ["conditions": [notices]], actions: ["notify"])
    try await say("cake", ["msgtype": "m.notice"])
    try await say("cake", inThread(root.id, ["msgtype": "m.notice"]))
    #expect(try await counts() == [4, 2])
    #expect(try await self.count().threads[root.id]?.notifications == 2)
  }

  @Test("By the predefined rules, names count in messages that do not say whom they mention")
  func names() async throws {
    func legacy(_ body: String) async throws {
      try await home.send(["msgtype": "m.text", "body": .string(body)], to: room)
    }
    try await legacy("Grace: hello")
    try await legacy("gracefully")
    try await legacy("@room hello")
    try await say("grace")
    #expect(try await counts() == [4, 2])
  }

  @Test(
    "What is no message counts when it mentions somebody; a new version of the room always does")
  func otherEvents() async throws {
    try await home.send(toGrace, to: room, type: "m.sticker")
    try await home.send(["body": "x"], to: room, type: "m.sticker")
    let event = try await home.say("x", in: room)
    var edit = toGrace
    edit["m.relates_to"] = ["rel_type": "m.replace", "event_id": .string(event.id.rawValue)]
    edit["m.new_content"] = ["msgtype": "m.text", "body": "y"]
    try await say("* y", edit)
    #expect(try await counts() == [3, 2])
    #expect(try await counts(of: "linus") == [1, 0])
    try await home.send(["m.mentions": ["room": true]], to: room, type: "m.sticker")
    #expect(try await counts(of: "linus") == [2, 1])
    try await home.send(
      ["body": "x", "replacement_room": "!new:localhost"], to: room, type: "m.room.tombstone",
      stateKey: "")
    #expect(try await counts(of: "linus") == [3, 2])
  }

  @Test("Marks go with what has been read, and with what is redacted")
  func removal() async throws {
    func marks() async throws -> Int? {
      try await home.store.read { try Int.one($0, "SELECT COUNT(*) FROM push_marks") }
    }
    try await muteRoom()
    let root = try await home.say("root", in: room)
    try await say("one", inThread(root.id))
    let last = try await home.say("two", in: room)
    #expect(try await marks() == 3)
    try await home.send(["redacts": .string(last.id.rawValue)], to: room, type: "m.room.redaction")
    #expect(try await marks() == 2)
    let receipt = "rooms/\(room.rawValue)/receipt/m.read/\(root.id.rawValue)"
    _ = try await home.ask("POST", receipt, as: "grace", body: #"{"thread_id":"main"}"#)
    #expect(try await marks() == 1)
    let newest = try await home.say("three", in: room)
    _ = try await home.ask(
      "POST", "rooms/\(room.rawValue)/receipt/m.read/\(newest.id.rawValue)", as: "grace", body: "{}"
    )
    #expect(try await marks() == 0)
  }

  @Test("What was read in a thread by an own message stays read when that message is redacted")
  func ownRedactedInThread() async throws {
    let root = try await home.say("root", in: room)
    let other = try await home.say("other root", in: room)
    func threads() async throws -> [EventID: Int] {
      try await count().threads.mapValues(\.notifications)
    }
    func remove(_ message: EventID, by user: String) async throws {
      try await home.send(
        ["redacts": .string(message.rawValue)], to: room, by: user, type: "m.room.redaction")
    }
    func send(_ root: EventID, by user: String) async throws -> EventID {
      let text: JSONObject = ["msgtype": "m.text", "body": "in thread", "m.mentions": [:]]
      return try await home.send(inThread(root, text), to: room, by: user).id
    }
    _ = try await send(root.id, by: "ada")
    _ = try await send(other.id, by: "ada")
    let mine = try await send(root.id, by: "grace")
    #expect(try await threads() == [other.id: 1])
    try await remove(mine, by: "grace")
    #expect(try await threads() == [other.id: 1])
    let theirs = try await send(root.id, by: "ada")
    #expect(try await threads() == [root.id: 1, other.id: 1])
    try await remove(theirs, by: "ada")
    #expect(try await threads() == [other.id: 1])
    // Nobody else is told of which thread it was.
    let path = "/_matrix/client/v1/rooms/\(room.rawValue)/relations/\(root.id.rawValue)"
    let told = try await home.ask("GET", path, as: "ada")
    #expect(told.json["chunk"]?.array?.count == 1)
  }

  @Test("Changed rules come with the syncs of both kinds, and hold after a restart")
  func syncs() async throws {
    let token = try await home.sync(as: "grace").token
    try await muteRoom()
    let reply = try await home.sync(as: "grace", since: token)
    let told = reply.json["account_data"]?["events"]?.array ?? []
    #expect(told.compactMap { $0["type"]?.string } == ["m.push_rules"])
    let own = told.first?["content"]?["global"]?["override"]?[1]?["rule_id"]
    #expect(own == .string(room.rawValue))
    let whole = try await home.sync(as: "grace").json["account_data"]?["events"]?.array ?? []
    #expect(whole.compactMap { $0["type"]?.string } == ["m.push_rules"])
    let book = try await home.store.read { try PushRuleBook($0) }
    #expect(book.rules.keys.map(\.rawValue) == ["@grace:localhost"])
  }
}
