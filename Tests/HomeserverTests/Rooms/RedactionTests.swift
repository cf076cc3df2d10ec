import ModelKit
import Testing

@testable import Homeserver

@Suite("Redactions")
struct RedactionTests {
  private let bob = "@bob:localhost"
  private let carl = "@carl:localhost"

  @Test("A redaction removes the content from the file and names its target")
  func message() async throws {
    let home = try RoomsHome()
    let room = try await home.room(with: [bob])
    let id = try await home.say("secret-word", in: room, as: bob)
    let old = try await home.event(id)
    let reply = await home.call(
      "PUT", "rooms/\(room)/redact/\(id)/t", as: bob, ["reason": "oops"])
    let redaction = try #require(reply.body["event_id"]?.string)
    let event = try await home.event(id)
    #expect(event.redactedBy?.rawValue == redaction)
    #expect(event.tree == [:])
    #expect(event.timestamp == old.timestamp && event.position == old.position)
    #expect(!event.notifies)
    #expect(
      try await home.texts("SELECT id FROM events WHERE head LIKE '%secret-word%'") == [])
    let whole = try JSONValue(try await home.event(redaction).head + [UInt8(ascii: "}")])
    #expect(whole["redacts"]?.string == id)
    #expect(whole["content"] == ["redacts": .string(id), "reason": "oops"])
  }

  @Test("The same transaction redacts once")
  func transaction() async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    let id = try await home.say("x", in: room)
    let path = "rooms/\(room)/redact/\(id)/t"
    let first = await home.call("PUT", path, [:])
    #expect(await home.call("PUT", path, [:]).body == first.body)
    let second = await home.call("PUT", "rooms/\(room)/redact/\(id)/u", [:])
    #expect(second.status == 200 && second.body != first.body)
    #expect(
      try await home.event(id).redactedBy?.rawValue == first.body["event_id"]?.string)
  }

  @Test("Redacting others requires power; the creation event cannot be redacted")
  func power() async throws {
    let home = try RoomsHome()
    let room = try await home.room(with: [bob, carl])
    let id = try await home.say("x", in: room, as: bob)
    let path = "rooms/\(room)/redact"
    #expect(
      await home.call("PUT", "\(path)/\(id)/1", as: carl, [:]).isError(403, "M_FORBIDDEN"))
    #expect(
      await home.call("PUT", "\(path)/\(id)/1", as: "@eve:localhost", [:])
        .isError(403, "M_FORBIDDEN"))
    #expect(await home.call("PUT", "\(path)/\(id)/1", [:]).status == 200)
    let creation = try await home.events(room)[0].id.rawValue
    #expect(await home.call("PUT", "\(path)/\(creation)/2", [:]).isError(403, "M_FORBIDDEN"))
  }

  @Test("A redaction stays in its room and names the event in the path")
  func target() async throws {
    let home = try RoomsHome()
    let (room, other) = (try await home.room(), try await home.room())
    let foreign = try await home.say("x", in: other)
    let own = try await home.say("x", in: room)
    let path = "rooms/\(room)/redact"
    #expect(await home.call("PUT", "\(path)/\(foreign)/1", [:]).isError(404, "M_NOT_FOUND"))
    #expect(
      await home.call("PUT", "\(path)/\(own)/1", ["redacts": .string(foreign)])
        .isError(400, "M_INVALID_PARAM"))
    #expect(try await home.event(foreign).redactedBy == nil)
    #expect(try await home.event(own).redactedBy == nil)
  }

  @Test("A redaction sent as a message redacts too")
  func asMessage() async throws {
    let home = try RoomsHome()
    let room = try await home.room(with: [bob, carl])
    let id = try await home.say("x", in: room, as: bob)
    let path = "rooms/\(room)/send/m.room.redaction"
    #expect(
      await home.call("PUT", "\(path)/1", as: carl, ["redacts": .string(id)])
        .isError(403, "M_FORBIDDEN"))
    #expect(await home.call("PUT", "\(path)/2", as: bob, ["redacts": .string(id)]).status == 200)
    #expect(try await home.event(id).tree == [:])
  }

  @Test("Redacted state is pruned in the room, before and after a restart")
  func state() async throws {
    let home = try RoomsHome()
    try await home.setProfile(bob, "displayname", "Bob")
    let room = try await home.room(with: [bob])
    _ = await home.call("PUT", "rooms/\(room)/state/m.room.name", ["name": "A"])
    for (type, key) in [("m.room.name", ""), ("m.room.member", bob)] {
      let id = try #require(try await home.snapshot(room)[type, key]?.event.rawValue)
      #expect(await home.call("PUT", "rooms/\(room)/redact/\(id)/\(type)", [:]).status == 200)
    }
    for home in [home, try home.reopened()] {
      #expect(try await home.content(room, "m.room.name") == [:])
      #expect(try await home.content(room, "m.room.member", bob) == ["membership": "join"])
      #expect(try await home.snapshot(room).joinedCount == 2)
    }
  }

  @Test("State that was replaced is pruned and the room keeps what replaced it")
  func oldState() async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    let old = await home.call("PUT", "rooms/\(room)/state/m.room.name", ["name": "A"])
    _ = await home.call("PUT", "rooms/\(room)/state/m.room.name", ["name": "B"])
    let id = try #require(old.body["event_id"]?.string)
    _ = await home.call("PUT", "rooms/\(room)/redact/\(id)/t", [:])
    #expect(try await home.content(room, "m.room.name") == ["name": "B"])
    #expect(try await home.event(id).tree == [:])
  }

  @Test("Levels that a redaction removed no longer apply")
  func levels() async throws {
    let home = try RoomsHome()
    let room = try await home.room(
      with: [bob],
      ["power_level_content_override": ["notifications": ["room": 0]]])
    try await home.say("x", in: room, as: bob, ["m.mentions": ["room": true]])
    #expect(try await home.texts("SELECT user FROM mentions") == [""])
    let id = try #require(try await home.snapshot(room)["m.room.power_levels"]?.event.rawValue)
    #expect(await home.call("PUT", "rooms/\(room)/redact/\(id)/t", [:]).status == 200)
    try await home.say("x", in: room, as: bob, ["m.mentions": ["room": true]])
    #expect(try await home.texts("SELECT user FROM mentions") == [""])
  }

  @Test("Redaction drops an event's own relation but keeps relations to it")
  func relations() async throws {
    let home = try RoomsHome()
    let room = try await home.room()
    let parent = try await home.say("x", in: room)
    let edit = try await home.say(
      "y", in: room, ["m.relates_to": ["rel_type": "m.replace", "event_id": .string(parent)]])
    let thread = try await home.say(
      "z", in: room, ["m.relates_to": ["rel_type": "m.thread", "event_id": .string(parent)]])
    _ = await home.call("PUT", "rooms/\(room)/redact/\(edit)/1", [:])
    let kinds = "SELECT kind FROM relations ORDER BY kind"
    #expect(try await home.texts(kinds) == ["m.thread"])
    _ = await home.call("PUT", "rooms/\(room)/redact/\(parent)/2", [:])
    #expect(try await home.texts(kinds) == ["m.thread"])
    #expect(!thread.isEmpty)
  }
}
