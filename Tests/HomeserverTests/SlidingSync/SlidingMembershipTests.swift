import ModelKit
import Testing

@testable import Homeserver

@Suite("Membership in sliding sync")
struct SlidingMembershipTests {
  private static let members = [["m.room.member", "$ME"]]

  @Test("An invitation has stripped state alone, the joined room is new, a leave ends it")
  func life() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(.privateChat, name: "Tea")
    try await home.say("secret", in: room)
    var reply = try await home.slide()
    #expect(reply.count() == 0)
    try await home.step(.invite, "grace", room)
    reply = try await home.slide(.all(state: [["*", "*"]]), pos: reply.pos)
    let invited = try #require(reply.room(room))
    #expect(invited["initial"] == true && invited["name"] == "Tea")
    #expect(invited["timeline"] == nil && invited["required_state"] == nil)
    #expect(invited["joined_count"] == nil && invited["heroes"] == nil)
    let stripped = invited["invite_state"]?.array ?? []
    #expect(stripped.contains { $0["state_key"] == "@grace:localhost" })
    #expect(stripped.allSatisfy { $0["event_id"] == nil })
    try await home.say("more", in: room)
    reply = try await home.slide(pos: reply.pos)
    #expect(reply.rooms.isEmpty)

    try await home.step(.join, "grace", room)
    reply = try await home.slide(pos: reply.pos)
    #expect(reply.room(room)?["initial"] == true && reply.room(room)?["joined_count"] == 2)
    #expect(reply.room(room)?["invite_state"] == nil)

    try await home.say("last", in: room)
    try await home.step(.leave, "grace", room)
    try await home.say("after", in: room)
    reply = try await home.slide(pos: reply.pos)
    #expect(reply.room(room)?.spoken == ["last"] && reply.count() == 1)
    #expect(reply.room(room)?.timelineEvents.last?["content"]?["membership"] == "leave")
    reply = try await home.slide(pos: reply.pos)
    #expect(reply.rooms.isEmpty && reply.count() == 0)

    try await home.step(.invite, "grace", room)
    try await home.step(.join, "grace", room)
    reply = try await home.slide(pos: reply.pos)
    #expect(reply.room(room)?["initial"] == true)
  }

  @Test("A client learns of the end of a room outside its range, without wanting state or timeline")
  func hiddenLeave() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let other = try await home.makeRoom(joined: ["grace"])
    var reply = try await home.slide(.all(limit: 0))
    #expect(reply.rooms.count == 2)
    try await home.step(.leave, "grace", room)
    try await home.say("newer", in: other)
    reply = try await home.slide(.all(0, 0, limit: 0), pos: reply.pos)
    #expect(reply.room(room)?.required == ["m.room.member|@grace:localhost"])
    #expect(try await home.slide(.all(0, 0, limit: 0), pos: reply.pos).room(room) == nil)
  }

  @Test("Kicked and banned users keep the room, and see nothing that follows")
  func kicks() async throws {
    for step in [SyncHome.Step.kick, .ban] {
      let home = try await SyncHome()
      let room = try await home.makeRoom(name: "Tea", joined: ["grace"])
      var reply = try await home.slide()
      try await home.say("before", in: room)
      try await home.step(step, "grace", room)
      try await home.say("after", in: room)
      try await home.send(["name": "Coffee"], to: room, type: "m.room.name", stateKey: "")
      reply = try await home.slide(pos: reply.pos)
      #expect(reply.room(room)?.spoken == ["before"] && reply.count() == 1)
      #expect(reply.room(room)?["joined_count"] == nil && reply.room(room)?["name"] == nil)
      #expect(try await home.slide(pos: reply.pos).rooms.isEmpty)
      let fresh = try await home.slide(.all(state: [["*", "*"]]))
      #expect(fresh.room(room)?["name"] == "Tea" && fresh.room(room)?["heroes"] == nil)
      let text = String(decoding: fresh.json.encoded(), as: UTF8.self)
      #expect(!text.contains("after") && !text.contains("Coffee"))
      // The larger limit repeats the timeline up to the end, and no further.
      let wide = try await home.slide(.all(limit: 50), pos: fresh.pos)
      #expect(wide.room(room)?["unstable_expanded_timeline"] == true)
      #expect(wide.room(room)?.spoken == ["before"])
    }
  }

  @Test("Strangers, declined and banned users learn nothing of a room by any request")
  func leaks() async throws {
    let home = try await SyncHome(users: ["ada", "grace", "linus", "eve"])
    let room = try await home.makeRoom(.privateChat, name: "Tea")
    try await home.step(.invite, "linus", room)
    try await home.step(.join, "linus", room)
    let event = try await home.say("secret", in: room, by: "linus")
    _ = try await home.ask(
      "POST", "rooms/\(room.rawValue)/receipt/m.read/\(event.id.rawValue)", as: "linus",
      body: "{}")
    _ = try await home.ask(
      "PUT", "rooms/\(room.rawValue)/typing/@linus:localhost", as: "linus",
      body: #"{"typing":true}"#)
    try await home.step(.invite, "grace", room)
    try await home.step(.ban, "eve", room)
    var body = JSONValue.all(state: [["*", "*"], ["m.room.member", "$LAZY"]]).object ?? [:]
    let wide: JSONValue = .subscribe([room], limit: 1000, state: [["*", "*"]])
    body["room_subscriptions"] = wide["room_subscriptions"]
    body["extensions"] =
      JSONObject.extensions("receipts", "typing", "account_data")["extensions"]

    try await home.send(
      ["algorithm": "m.megolm.v1.aes-sha2"], to: room, type: "m.room.encryption", stateKey: "")
    func ask(_ name: String) async throws -> String {
      let reply = try await home.slide(as: name, .object(body))
      let again = try await home.slide(as: name, .object(body), pos: reply.pos)
      return String(decoding: reply.json.encoded() + again.json.encoded(), as: UTF8.self)
    }
    try await home.addUser("zoe")
    #expect(!(try await ask("zoe")).contains(room.rawValue))
    for name in ["grace", "eve"] {
      let text = try await ask(name)
      #expect(text.contains(room.rawValue), "\(name)")
      #expect(!text.contains("secret") && !text.contains("linus"), "\(name)")
      if name == "eve" { #expect(!text.contains("Tea")) }
    }
    let encrypted = JSONValue.all(filters: ["is_encrypted": true])
    #expect(try await home.slide(as: "linus", encrypted).count() == 1)
    for name in ["grace", "eve"] { #expect(try await home.slide(as: name, encrypted).count() == 0) }
    try await home.step(.leave, "grace", room)
    #expect(!(try await ask("grace")).contains("linus"))
  }

  @Test("A stay between two responses begins anew, with what the user may see of it")
  func away() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"], visibility: "joined")
    let first = try await home.slide()
    try await home.step(.leave, "grace", room)
    try await home.say("secret", in: room)
    try await home.step(.join, "grace", room)
    try await home.say("hello", in: room)
    let told = try await home.slide(pos: first.pos).room(room)
    #expect(told?["initial"] == true && told?["limited"] == true)
    #expect(told?.spoken == ["hello"])
  }
}
