import ModelKit
import Testing

@testable import Homeserver

/// The database compares bytes; Swift's strings are equal when they look alike.
@Suite("Texts that look alike but differ")
struct ExactTextTests {
  private static let composed = "caf\u{E9}"
  private static let decomposed = "cafe\u{301}"

  private static let both = [composed, decomposed]

  @Test("They are different state keys")
  func state() async throws {
    #expect(StateKey("a", Self.composed) != StateKey("a", Self.decomposed))
    #expect(StateKey(Self.composed) != StateKey(Self.decomposed))
    #expect(StateKey("a", "b") == StateKey("a", "b"))
    let (ada, room) = try await room()
    var events: Set<String> = []
    for key in Self.both {
      let put = try await ada.call(
        "PUT", "rooms/\(room)/state/org.example.s/\(key.inPath)", ["v": 1])
      events.insert(try #require(put.json["event_id"]?.string))
    }
    #expect(events.count == 2)
    for key in Self.both {
      let got = try await ada.call(
        "GET", "rooms/\(room)/state/org.example.s/\(key.inPath)?format=event")
      #expect(try events.contains(#require(got.json["event_id"]?.string)))
      #expect(got.json["state_key"]?.string.map(ExactText.init) == ExactText(key))
    }
  }

  @Test("They are different event types, each with its own power level")
  func powers() throws {
    let levels = try PowerLevels([
      "events": .object([Self.composed: 10, Self.decomposed: 20]),
      "notifications": .object([Self.composed: 1, Self.decomposed: 2]),
    ])
    #expect(levels.events == [ExactText(Self.composed): 10, ExactText(Self.decomposed): 20])
    #expect(levels.notifications.count == 2)
    let powers = RoomPowers(levels: levels, creators: [], areCreatorsAbove: false)
    #expect(powers.needed(for: Self.composed, isState: false) == 10)
    #expect(powers.needed(for: Self.decomposed, isState: false) == 20)
  }

  @Test("They are different types of account data, and different tags")
  func accountData() async throws {
    let (ada, room) = try await room()
    for (number, type) in Self.both.enumerated() {
      let value = JSONValue.number(JSONNumber(number))
      try await ada.call("PUT", "user/\(ada.id)/account_data/\(type.inPath)", ["v": value])
      try await ada.call("PUT", "user/\(ada.id)/rooms/\(room)/tags/\(type.inPath)", ["v": value])
    }
    let tags = try await ada.call("GET", "user/\(ada.id)/rooms/\(room)/tags").json["tags"]
    for (number, type) in Self.both.enumerated() {
      let value = JSONValue.number(JSONNumber(number))
      let data = try await ada.call("GET", "user/\(ada.id)/account_data/\(type.inPath)")
      #expect(data.json["v"] == value)
      #expect(tags?[type]?["v"] == value)
    }
  }

  @Test("They are different types in a filter, and make different filters")
  func filters() async throws {
    let (ada, room) = try await room()
    for type in Self.both {
      try await ada.call("PUT", "rooms/\(room)/send/\(type.inPath)/1", [:])
    }
    for type in Self.both {
      let filter = "{\"room\":{\"timeline\":{\"types\":[\"\(type)\"]}}}"
      let events =
        try await ada.call("GET", "sync?filter=\(filter.inPath)")
        .json["rooms"]?["join"]?[room]?["timeline"]?["events"]?.array ?? []
      #expect(events.map { $0["type"]?.string.map(ExactText.init) } == [ExactText(type)])
    }
  }

  @Test("Only the composed form, which keyboards produce, is a valid alias")
  func aliases() async throws {
    let (ada, room) = try await room()
    var outcomes: [String] = []
    for name in Self.both {
      let alias = "#\(name):localhost".inPath
      let reply = try await ada.call("PUT", "directory/room/\(alias)", ["room_id": .string(room)])
      outcomes.append(reply.outcome)
    }
    #expect(outcomes == ["200", "400 M_INVALID_PARAM"])
    let content: JSONValue = ["alias": .string("#\(Self.composed):localhost")]
    let path = "rooms/\(room)/state/m.room.canonical_alias"
    #expect(try await ada.call("PUT", path, content).outcome == "200")
    let other: JSONValue = ["alias": .string("#\(Self.decomposed):localhost")]
    #expect(try await ada.call("PUT", path, other).outcome == "400 M_BAD_ALIAS")
  }

  private func room() async throws -> (Person, String) {
    let ada = try await TestHome().register("ada")
    let made = try await ada.call("POST", "createRoom")
    return (ada, try #require(made.json["room_id"]?.string))
  }
}

extension String {
  /// Escaped for a path.
  fileprivate var inPath: String {
    utf8.map { "%" + (String($0 >> 4, radix: 16)) + String($0 & 15, radix: 16) }.joined()
  }
}
