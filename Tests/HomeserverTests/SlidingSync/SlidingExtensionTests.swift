import ModelKit
import Testing

@testable import Homeserver

@Suite("Extensions of sliding sync")
struct SlidingExtensionTests {
  private static let all = JSONValue.all(
    more: .extensions("account_data", "receipts", "typing", "to_device", "e2ee"))

  private func set(
    _ type: String, _ value: String, in room: RoomID? = nil, _ home: SyncHome
  ) async throws {
    try await home.store.write { context in
      try AccountDataRows.set(
        type, of: id("grace"), room: room, to: ["v": .string(value)], in: context)
    }
  }

  private func types(_ data: JSONValue?) -> [String] {
    (data?.array ?? []).compactMap { $0["type"]?.string }
  }

  @Test("Without extensions there are none, and the constant ones have their shapes")
  func shapes() async throws {
    let home = try await SyncHome()
    #expect(try await home.slide().json["extensions"] == [:])
    let first = try await home.slide(Self.all)
    #expect(first.json["extensions"]?["to_device"] == ["next_batch": "0", "events": []])
    #expect(first.json["extensions"]?["e2ee"]?["device_lists"] == nil)
    #expect(
      first.json["extensions"]?["e2ee"]?["device_one_time_keys_count"]
        == ["signed_curve25519": 0])
    let body = JSONValue.all(
      more: [
        "extensions": ["to_device": ["enabled": true, "since": "7"], "e2ee": ["enabled": true]]
      ])
    let second = try await home.slide(body, pos: first.pos)
    #expect(second.json["extensions"]?["to_device"]?["next_batch"] == "7")
    #expect(second.json["extensions"]?["e2ee"]?["device_lists"] == ["changed": [], "left": []])
  }

  @Test("Account data come with their room, then as they change")
  func accountData() async throws {
    let home = try await SyncHome()
    let old = try await home.makeRoom(joined: ["grace"])
    let room = try await home.makeRoom(joined: ["grace"])
    try await set("m.a", "1", home)
    try await set("m.b", "1", in: room, home)
    try await set("m.b", "1", in: old, home)
    var body = JSONValue.all(0, 0, more: .extensions("account_data"))
    var reply = try await home.slide(body)
    func global(_ reply: SyncHome.Slide) -> JSONValue? {
      reply.json["extensions"]?["account_data"]?["global"]
    }
    #expect(Set(types(global(reply))) == ["m.a", "m.push_rules"])
    #expect(types(reply.has("account_data", room)) == ["m.b"])
    #expect(reply.has("account_data", old) == nil)
    try await set("m.a", "2", home)
    try await set("m.c", "1", in: room, home)
    try await set("m.c", "1", in: old, home)
    reply = try await home.slide(body, pos: reply.pos)
    #expect(types(global(reply)) == ["m.a"] && types(reply.has("account_data", room)) == ["m.c"])
    #expect(reply.has("account_data", old) == nil)
    // The other room enters the range, and has everything.
    body = .all(0, 1, more: .extensions("account_data"))
    reply = try await home.slide(body, pos: reply.pos)
    #expect(types(reply.has("account_data", old)) == ["m.b", "m.c"])
    #expect(reply.has("account_data", room) == nil)
    reply = try await home.slide(body, pos: reply.pos)
    #expect(types(global(reply)).isEmpty && reply.has("account_data", old) == nil)
  }

  @Test("An extension that is enabled later has what came before")
  func lateAccountData() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    try await set("m.a", "1", home)
    try await set("m.b", "1", in: room, home)
    let first = try await home.slide()
    let second = try await home.slide(Self.all, pos: first.pos)
    let data = second.json["extensions"]?["account_data"]?["global"]
    #expect(Set(types(data)) == ["m.a", "m.push_rules"])
    #expect(types(second.has("account_data", room)) == ["m.b"])
  }

  @Test("Receipts come with the events that they name, then as they move")
  func receipts() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace", "linus"])
    let one = try await home.say("one", in: room)
    func read(_ event: StoredEvent, by name: String, _ type: String = "m.read") async throws {
      _ = try await home.ask(
        "POST", "rooms/\(room.rawValue)/receipt/\(type)/\(event.id.rawValue)", as: name,
        body: "{}")
    }
    try await read(one, by: "linus")
    try await read(one, by: "grace")
    let two = try await home.say("two", in: room)
    try await read(two, by: "ada")
    let body = JSONValue.all(limit: 1, more: .extensions("receipts"))
    let first = try await home.slide(body)
    let content = first.has("receipts", room)?["content"]
    #expect(content?[two.id.rawValue]?["m.read"]?["@ada:localhost"] != nil)
    // Of the events outside of the timeline only the own receipt.
    #expect(content?[one.id.rawValue]?["m.read"]?.object?.map(\.key) == ["@grace:localhost"])
    try await read(two, by: "linus")
    try await read(two, by: "ada", "m.read.private")
    let second = try await home.slide(body, pos: first.pos)
    let moved = second.has("receipts", room)?["content"]?[two.id.rawValue]?.object
    #expect(moved?.map(\.key) == ["m.read"] && second.rooms.isEmpty)
    #expect(try await home.slide(body, pos: second.pos).has("receipts", room) == nil)
  }

  @Test("Typing users come while they type, and their end")
  func typing() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let body = JSONValue.all(more: .extensions("typing"))
    let first = try await home.slide(body)
    func type(_ isTyping: Bool) async throws {
      _ = try await home.ask(
        "PUT", "rooms/\(room.rawValue)/typing/@ada:localhost", as: "ada",
        body: #"{"typing":\#(isTyping)}"#)
    }
    try await type(true)
    let without = try await home.slide(pos: first.pos)
    let second = try await home.slide(body, pos: without.pos)
    #expect(second.has("typing", room)?["content"]?["user_ids"] == ["@ada:localhost"])
    try await type(false)
    let third = try await home.slide(body, pos: second.pos)
    #expect(third.has("typing", room)?["content"]?["user_ids"] == [])
    #expect(try await home.slide(body, pos: third.pos).has("typing", room) == nil)
  }

  @Test("An extension applies to the lists and rooms that it names")
  func scope() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    try await set("m.b", "1", in: room, home)
    for (settings, isIncluded) in [
      (["enabled": true], true),
      (["enabled": true, "lists": [], "rooms": []], false),
      (["enabled": true, "lists": ["all"], "rooms": []], true),
      (["enabled": true, "lists": ["other"], "rooms": []], false),
      (["enabled": true, "lists": [], "rooms": [.string(room.rawValue)]], true),
      (["enabled": true, "lists": ["*"], "rooms": []], true),
      (["enabled": false], false),
    ] as [(JSONValue, Bool)] {
      let body = JSONValue.all(more: ["extensions": ["account_data": settings]])
      let reply = try await home.slide(body)
      #expect((reply.has("account_data", room) != nil) == isIncluded, "\(settings)")
    }
  }
}
