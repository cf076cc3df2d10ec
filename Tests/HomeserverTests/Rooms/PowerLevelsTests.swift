import ModelKit
import Testing

@testable import Homeserver

@Suite("PowerLevels")
struct PowerLevelsTests {
  @Test("An empty content has the levels of the specification")
  func standards() throws {
    let levels = try PowerLevels([:])
    #expect(levels[.usersDefault] == 0)
    #expect(levels[.eventsDefault] == 0)
    #expect(levels[.stateDefault] == 50)
    #expect(levels[.ban] == 50)
    #expect(levels[.kick] == 50)
    #expect(levels[.redact] == 50)
    #expect(levels[.invite] == 0)
    #expect(levels.notifying("room") == 50)
  }

  @Test("The content overrides the default levels")
  func given() throws {
    let levels = try PowerLevels([
      "users": ["@ada:localhost": 7], "users_default": 1, "events": ["a.b": 2],
      "events_default": 3, "state_default": 4, "ban": 5, "kick": 6, "redact": -8, "invite": 9,
      "notifications": ["room": 10],
    ])
    let powers = RoomPowers(levels: levels, creators: [], areCreatorsAbove: false)
    #expect(powers.level(of: RoomModel.user("ada")) == 7)
    #expect(powers.level(of: RoomModel.user("bob")) == 1)
    #expect(powers.needed(for: "a.b", isState: true) == 2)
    #expect(powers.needed(for: "c", isState: false) == 3)
    #expect(powers.needed(for: "c", isState: true) == 4)
    #expect([.ban, .kick, .redact, .invite].map { powers.needed(to: $0) } == [5, 6, -8, 9])
    #expect(levels.notifying("room") == 10)
  }

  @Test(
    "Power levels that are not integers are refused",
    arguments: [
      #"{"ban":"50"}"#, #"{"ban":50.5}"#, #"{"ban":5e1}"#, #"{"ban":50.0}"#, #"{"kick":null}"#,
      #"{"users":{"@a:b":"1"}}"#, #"{"users":[]}"#, #"{"users":{"a":1}}"#,
      #"{"events":{"x":true}}"#, #"{"events":5}"#, #"{"notifications":{"room":"x"}}"#,
      #"{"ban":9007199254740992}"#,
    ])
  func refused(text: String) throws {
    let content = try #require(try JSONValue(Array(text.utf8)).object)
    #expect(throws: MatrixError.self) { try PowerLevels(content) }
    do { _ = try PowerLevels(content) } catch let error as MatrixError {
      #expect(error.code == "M_BAD_JSON")
    }
  }

  @Test("Without power levels the creator has 100, others 0, and anyone may send state")
  func absent() throws {
    let powers = try RoomPowers(of: RoomModel().snapshot)
    #expect(powers.level(of: RoomModel.user("ada")) == 100)
    #expect(powers.level(of: RoomModel.user("bob")) == 0)
    #expect(powers.needed(for: "a", isState: true) == 0)
    #expect(powers.needed(to: .ban) == 50)
    #expect(powers.needed(to: .invite) == 0)
  }

  @Test("In version 12, creators rank above all levels")
  func creators() throws {
    var model = RoomModel(version: .v12, levels: ["users": ["@mod:localhost": 100]])
    model.set(
      "m.room.create",
      ["room_version": "12", "additional_creators": ["@carl:localhost"]])
    let powers = try RoomPowers(of: model.snapshot)
    #expect(powers.level(of: RoomModel.user("ada")) == .max)
    #expect(powers.level(of: RoomModel.user("carl")) == .max)
    #expect(powers.level(of: RoomModel.user("mod")) == 100)
    #expect(powers.level(of: RoomModel.user("bob")) == 0)
  }
}
