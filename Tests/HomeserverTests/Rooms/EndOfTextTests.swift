import ModelKit
import Testing

@testable import Homeserver

/// SQLite's strings end at U+0000, so two keys that differ only after it would collide.
@Suite("U+0000 in database keys")
struct EndOfTextTests {
  @Test("Ids, types and state keys with it are refused")
  func refusals() async throws {
    let ada = try await TestHome().register("ada")
    for id in ["!a\u{0}b", "$a\u{0}b", "#a\u{0}b:localhost", "@a\u{0}:localhost", "D\u{0}"] {
      #expect(RoomID(id) == nil && EventID(id) == nil && RoomAlias(id) == nil)
      #expect(UserID(id) == nil && DeviceID(id) == nil)
    }
    let states: [JSONValue] = [
      ["type": "a\u{0}b", "state_key": "", "content": [:]],
      ["type": "a", "state_key": "k\u{0}b", "content": [:]],
    ]
    for state in states {
      let reply = try await ada.call("POST", "createRoom", ["initial_state": [state]])
      #expect(reply.status == 400, "\(reply)")
    }
    #expect(try await ada.call("POST", "createRoom", ["room_alias_name": "a\u{0}b"]).status == 400)
  }

  @Test("Threads of receipts with it are refused")
  func threads() async throws {
    let ada = try await TestHome().register("ada")
    let made = try await ada.call("POST", "createRoom")
    let room = try #require(made.json["room_id"]?.string)
    let sent = try await ada.call("PUT", "rooms/\(room)/send/m.test/1", [:])
    let id = try #require(sent.json["event_id"]?.string)
    for (thread, status) in [(id, 200), ("\(id)\u{0}a", 400)] {
      let reply = try await ada.call(
        "POST", "rooms/\(room)/receipt/m.read/\(id)", ["thread_id": .string(thread)])
      #expect(reply.status == status, "\(reply)")
    }
  }

  @Test("Annotation keys with it are refused, but messages may contain it")
  func relations() async throws {
    let ada = try await TestHome().register("ada")
    let made = try await ada.call("POST", "createRoom")
    let room = try #require(made.json["room_id"]?.string)
    let text: JSONValue = ["msgtype": "m.text", "body": "a\u{0}b"]
    let sent = try await ada.call("PUT", "rooms/\(room)/send/m.room.message/1", text)
    let id = try #require(sent.json["event_id"]?.string)
    for (number, (key, status)) in [("👍", 200), ("👍\u{0}a", 400), ("👍\u{0}b", 400)].enumerated() {
      let relation: JSONValue = [
        "m.relates_to": [
          "rel_type": "m.annotation", "event_id": .string(id), "key": .string(key),
        ]
      ]
      let reply = try await ada.call("PUT", "rooms/\(room)/send/m.reaction/\(number)", relation)
      #expect(reply.status == status, "\(reply)")
    }
    let event = try await ada.call("GET", "rooms/\(room)/event/\(id)")
    #expect(event.json["content"]?["body"] == "a\u{0}b")
  }
}
