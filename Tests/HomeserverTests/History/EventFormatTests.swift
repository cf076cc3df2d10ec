import ModelKit
import Testing

@testable import Homeserver

@Suite("Event format")
struct EventFormatTests {
  private static let ada = user("ada")
  private static let now: Int64 = 5_000

  private static func device(_ name: String) throws -> DeviceID {
    try #require(DeviceID(name))
  }

  private static func event(
    _ position: Int64, _ type: String = "m.room.message", stateKey: String? = nil,
    sender: UserID = ada, content: JSONObject = ["body": "hé \"there\""],
    transaction: StoredEvent.Transaction? = nil, redactedBy: EventID? = nil
  ) throws -> StoredEvent {
    let id = try #require(EventID("$e\(position)"))
    return StoredEvent(
      position: position, id: id, room: try #require(RoomID("!r:localhost")), sender: sender,
      type: type, stateKey: stateKey, timestamp: 1_000 * position,
      head: EventHead.encode(
        id: id, type: type, sender: sender, timestamp: 1_000 * position, stateKey: stateKey,
        content: content),
      transaction: transaction, redactedBy: redactedBy)
  }

  private static func written(
    _ event: StoredEvent, _ extras: EventExtras = .none, device: String = "PHONE",
    includesRoom: Bool = true
  ) throws -> JSONValue {
    let format = EventFormat(
      requester: Requester(user: ada, device: try Self.device(device)), now: now,
      includesRoom: includesRoom)
    var writer = JSONWriter()
    format.write(event, extras, to: &writer)
    return try JSONValue(writer.finish())
  }

  @Test("A message has its room and age")
  func message() throws {
    #expect(
      try Self.written(Self.event(2)) == [
        "event_id": "$e2", "type": "m.room.message", "sender": "@ada:localhost",
        "origin_server_ts": 2_000, "content": ["body": "hé \"there\""],
        "room_id": "!r:localhost", "unsigned": ["age": 3_000],
      ])
  }

  @Test("The room id can be left out")
  func withoutRoom() throws {
    let event = try Self.written(Self.event(2), includesRoom: false)
    #expect(event["room_id"] == nil)
    #expect(event["event_id"] == "$e2")
  }

  @Test("An event from the future has no negative age")
  func future() throws {
    #expect(try Self.written(Self.event(9))["unsigned"]?["age"] == 0)
  }

  @Test("Only the sending device sees the transaction id")
  func transaction() throws {
    let phone = StoredEvent.Transaction(
      user: Self.ada, device: try Self.device("PHONE"), id: "t\"1")
    let sent = try Self.event(1, transaction: phone)
    #expect(try Self.written(sent)["unsigned"]?["transaction_id"] == "t\"1")
    #expect(try Self.written(sent, device: "TABLET")["unsigned"]?["transaction_id"] == nil)
    let other = StoredEvent.Transaction(
      user: user("grace"), device: try Self.device("PHONE"), id: "t1")
    let foreign = try Self.event(1, sender: user("grace"), transaction: other)
    #expect(try Self.written(foreign)["unsigned"]?["transaction_id"] == nil)
  }

  @Test("An array of events is one JSON text")
  func array() throws {
    let format = EventFormat(
      requester: Requester(user: Self.ada, device: try Self.device("PHONE")), now: Self.now)
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("chunk")
    format.write([try Self.event(1), try Self.event(2)], to: &writer)
    writer.key("end")
    writer.string("t2")
    writer.endObject()
    let text = try JSONValue(writer.finish())
    #expect(text["chunk"]?.array?.compactMap { $0["event_id"]?.string } == ["$e1", "$e2"])
    #expect(text["end"] == "t2")
  }

  @Test("The membership is that at the time of the event")
  func membership() throws {
    let room = try Self.event(1).room
    var extras = EventExtras.none
    extras.memberships[room] = MembershipHistory(changes: [
      .init(position: 2, membership: .invite), .init(position: 4, membership: .join),
    ])
    let told = try (1...5).map {
      try Self.written(Self.event($0), extras)["unsigned"]?["membership"]?.string
    }
    #expect(told == ["leave", "invite", "invite", "join", "join"])
  }
}

@Suite("Bundled events")
struct BundledEventsTests {
  @Test("A state event has the content that it replaced")
  func previousState() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    let old = try await home.send(["name": "old"], to: room, type: "m.room.name", stateKey: "")
    let new = try await home.send(["name": "new"], to: room, type: "m.room.name", stateKey: "")
    let path = "rooms/\(room.rawValue)/event/"
    let told = try await home.get(path + new.id.rawValue, as: "ada")
    #expect(told.body["unsigned"]?["prev_content"] == ["name": "old"])
    #expect(told.body["unsigned"]?["replaces_state"]?.string == old.id.rawValue)
    #expect(told.body["unsigned"]?["prev_sender"] == "@ada:localhost")
    let first = try await home.get(path + old.id.rawValue, as: "ada")
    #expect(first.body["unsigned"]?["prev_content"] == nil)
  }

  @Test("A redacted event has its redaction but no content")
  func redaction() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    let event = try await home.say("oops", in: room)
    let redaction = try await home.redact(event)
    let told = try await home.get("rooms/\(room.rawValue)/event/\(event.id.rawValue)", as: "ada")
    #expect(told.body["content"] == [:])
    let because = told.body["unsigned"]?["redacted_because"]
    #expect(because?["event_id"]?.string == redaction.id.rawValue)
    #expect(because?["content"]?["reason"] == "a slip")
    #expect(because?["room_id"]?.string == room.rawValue)
  }

  @Test("The author's latest edit that is not redacted counts")
  func replacement() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    try await home.step(.join, "grace", room)
    let event = try await home.say("teh", in: room)
    let path = "rooms/\(room.rawValue)/event/\(event.id.rawValue)"
    func edit() async throws -> String? {
      try await home.get(path, as: "grace")
        .body["unsigned"]?["m.relations"]?["m.replace"]?["event_id"]?.string
    }
    #expect(try await edit() == nil)
    let first = try await home.relate("m.replace", to: event, "the")
    let second = try await home.relate("m.replace", to: event, "The")
    try await home.relate("m.replace", to: event, by: "grace", "forged")
    try await home.relate("m.replace", to: event, "another type", type: "m.sticker")
    #expect(try await edit() == second.id.rawValue)
    try await home.redact(second)
    #expect(try await edit() == first.id.rawValue)
    let told = try await home.get(path, as: "ada").body
    #expect(told["content"]?["body"] == "teh")
    try await home.redact(event)
    #expect(try await edit() == nil)
  }

  @Test("Edits without new content and edits of edits do not count")
  func invalidReplacements() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    let event = try await home.say("teh", in: room)
    func replacement(of event: StoredEvent) async throws -> String? {
      try await home.get("rooms/\(room.rawValue)/event/\(event.id.rawValue)", as: "ada")
        .body["unsigned"]?["m.relations"]?["m.replace"]?["event_id"]?.string
    }
    let edit = try await home.relate("m.replace", to: event, "the")
    for content in [nil, "text", []] as [JSONValue?] {
      var body: JSONObject = ["msgtype": "m.text", "body": "* none"]
      body["m.new_content"] = content
      body["m.relates_to"] = ["rel_type": "m.replace", "event_id": .string(event.id.rawValue)]
      try await home.send(body, to: room)
    }
    #expect(try await replacement(of: event) == edit.id.rawValue)
    try await home.relate("m.replace", to: edit, "of an edit")
    #expect(try await replacement(of: edit) == nil)
  }

  @Test("An encrypted edit counts without visible new content")
  func encryptedReplacement() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    let event = try await home.send(["ciphertext": "a"], to: room, type: "m.room.encrypted")
    let edit = try await home.send(
      [
        "ciphertext": "b",
        "m.relates_to": ["rel_type": "m.replace", "event_id": .string(event.id.rawValue)],
      ], to: room, type: "m.room.encrypted")
    let told = try await home.get("rooms/\(room.rawValue)/event/\(event.id.rawValue)", as: "ada")
    let bundled = told.body["unsigned"]?["m.relations"]?["m.replace"]?["event_id"]?.string
    #expect(bundled == edit.id.rawValue)
  }

  @Test("The first event of a thread has the count, the latest event and the participation")
  func thread() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    try await home.step(.join, "grace", room)
    try await home.step(.join, "linus", room)
    let root = try await home.say("root", in: room)
    try await home.relate("m.thread", to: root, by: "grace", "one")
    let last = try await home.relate("m.thread", to: root, by: "grace", "two")
    let gone = try await home.relate("m.thread", to: root, by: "linus", "gone")
    try await home.redact(gone)
    let edit = try await home.relate("m.replace", to: last, by: "grace", "TWO")
    func thread(_ name: String) async throws -> JSONValue? {
      try await home.get("rooms/\(room.rawValue)/event/\(root.id.rawValue)", as: name)
        .body["unsigned"]?["m.relations"]?["m.thread"]
    }
    let told = try #require(try await thread("grace"))
    #expect(told["count"] == 2)
    #expect(told["latest_event"]?["event_id"]?.string == last.id.rawValue)
    #expect(told["current_user_participated"] == true)
    let bundled = told["latest_event"]?["unsigned"]?["m.relations"]?["m.replace"]
    #expect(bundled?["event_id"]?.string == edit.id.rawValue)
    #expect(try await thread("ada")?["current_user_participated"] == true)
    #expect(try await thread("linus")?["current_user_participated"] == false)
  }

  @Test("A former member sees no later edit, reply or redaction")
  func afterLeave() async throws {
    let home = try await HistoryHome()
    let room = try await home.makeRoom()
    try await home.step(.join, "grace", room)
    let event = try await home.say("early", in: room)
    let other = try await home.say("gone", in: room)
    try await home.step(.leave, "grace", room)
    try await home.relate("m.replace", to: event, "late")
    try await home.relate("m.thread", to: event, "later")
    try await home.redact(other)
    let path = "rooms/\(room.rawValue)/event/"
    let left = try await home.get(path + event.id.rawValue, as: "grace")
    #expect(left.status == 200)
    #expect(left.body["unsigned"]?["m.relations"] == nil)
    let member = try await home.get(path + event.id.rawValue, as: "ada")
    #expect(member.body["unsigned"]?["m.relations"]?["m.replace"] != nil)
    #expect(member.body["unsigned"]?["m.relations"]?["m.thread"] != nil)
    let redacted = try await home.get(path + other.id.rawValue, as: "grace")
    #expect(redacted.body["content"] == [:])
    #expect(redacted.body["unsigned"]?["redacted_because"] == nil)
  }
}
