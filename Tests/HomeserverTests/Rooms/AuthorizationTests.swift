import ModelKit
import Testing

@testable import Homeserver

@Suite("Authorization")
struct AuthorizationTests {
  struct Case: CustomTestStringConvertible {
    let sender: String
    let type: String
    let key: String?
    let isAllowed: Bool

    init(_ sender: String, _ type: String, _ key: String?, _ isAllowed: Bool) {
      self.sender = sender
      self.type = type
      self.key = key
      self.isAllowed = isAllowed
    }

    var testDescription: String { "\(sender), \(type), \(key ?? "no state"): \(isAllowed)" }
  }

  static let cases = [
    Case("bob", "m.room.message", nil, true), Case("eve", "m.room.message", nil, false),
    Case("ivy", "m.room.message", nil, false), Case("lou", "m.room.message", nil, false),
    Case("ben", "m.room.message", nil, false), Case("bob", "org.high", nil, false),
    Case("mod", "org.high", nil, false), Case("ada", "org.high", nil, true),
    Case("bob", "m.room.name", "", false), Case("mod", "m.room.name", "", true),
    Case("bob", "org.state", "", false), Case("mod", "org.state", "", true),
    Case("bob", "org.free", "", true), Case("bob", "org.free", "@bob:localhost", true),
    Case("bob", "org.free", "@ada:localhost", false),
    Case("ada", "org.free", "@bob:localhost", false), Case("bob", "org.free", "@", false),
    Case("bob", "org.free", "x@bob:localhost", true),
    Case("mod", "m.room.power_levels", "", false),
    Case("ada", "m.room.third_party_invite", "token", false),
    Case("ada", "m.room.create", "", false), Case("ada", "m.room.create", "x", false),
  ]

  @Test("Events require membership and power", arguments: cases)
  func rules(_ test: Case) throws {
    let model = RoomModel(levels: RoomModel.levels)
    let draft = EventDraft(
      room: RoomModel.room, sender: RoomModel.user(test.sender), type: test.type,
      stateKey: test.key, content: [:])
    #expect(try model.allows(draft) == test.isAllowed)
  }

  @Test("Only the creator can send the creation event, and only once")
  func creation() throws {
    let room = RoomSnapshot(id: RoomModel.room, version: "11", creator: RoomModel.user("ada"))
    let rules = Authorization(room: room, powers: try RoomPowers(of: room))
    var draft = EventDraft(
      room: room.id, sender: RoomModel.user("ada"), type: "m.room.create", stateKey: "",
      content: [:])
    try rules.check(draft)
    draft.sender = RoomModel.user("eve")
    #expect(throws: MatrixError.self) { try rules.check(draft) }
    draft.sender = RoomModel.user("ada")
    draft.type = "m.room.name"
    #expect(throws: MatrixError.self) { try rules.check(draft) }
  }

  struct Levels: CustomTestStringConvertible {
    let name: String
    let sender: String
    let isAllowed: Bool
    let change: @Sendable (inout JSONObject) -> Void

    var testDescription: String { "\(sender): \(name): \(isAllowed)" }
  }

  /// Users `top` of 100, `mod` and `two` of 50, `low` of 10.
  static let changes = [
    Levels(name: "nothing", sender: "mod", isAllowed: true) { _ in },
    Levels(name: "a level up to one's own", sender: "mod", isAllowed: true) { $0["ban"] = 50 },
    Levels(name: "a level above one's own", sender: "mod", isAllowed: false) { $0["ban"] = 51 },
    Levels(name: "a level that is above", sender: "mod", isAllowed: false) { $0["redact"] = 0 },
    Levels(name: "removing what is above", sender: "mod", isAllowed: false) { $0["redact"] = nil },
    Levels(name: "removing what is not", sender: "mod", isAllowed: true) { $0["kick"] = nil },
    Levels(name: "a new field above", sender: "mod", isAllowed: false) { $0["users_default"] = 51 },
    Levels(name: "a new field", sender: "mod", isAllowed: true) { $0["users_default"] = 50 },
    Levels(name: "an event above", sender: "mod", isAllowed: false) {
      $0["events"] = ["high": 70, "low": 60]
    },
    Levels(name: "an event that is above", sender: "mod", isAllowed: false) {
      $0["events"] = ["high": 0, "low": 20]
    },
    Levels(name: "removing an event that is above", sender: "mod", isAllowed: false) {
      $0["events"] = ["low": 20]
    },
    Levels(name: "an event", sender: "mod", isAllowed: true) {
      $0["events"] = ["high": 70, "low": 50, "new": 50]
    },
    Levels(name: "a notification above", sender: "mod", isAllowed: false) {
      $0["notifications"] = ["room": 51]
    },
    Levels(name: "a notification", sender: "mod", isAllowed: true) {
      $0["notifications"] = ["room": 50]
    },
    Levels(name: "raising another to one's own", sender: "mod", isAllowed: true) {
      setUser(&$0, "low", 50)
    },
    Levels(name: "raising another above", sender: "mod", isAllowed: false) {
      setUser(&$0, "low", 51)
    },
    Levels(name: "a new user above", sender: "mod", isAllowed: false) { setUser(&$0, "new", 51) },
    Levels(name: "lowering a lower one", sender: "mod", isAllowed: true) {
      setUser(&$0, "low", nil)
    },
    Levels(name: "lowering an equal", sender: "mod", isAllowed: false) { setUser(&$0, "two", 0) },
    Levels(name: "removing an equal", sender: "mod", isAllowed: false) {
      setUser(&$0, "two", nil)
    },
    Levels(name: "lowering a higher one", sender: "mod", isAllowed: false) {
      setUser(&$0, "top", 0)
    },
    Levels(name: "lowering oneself", sender: "mod", isAllowed: true) { setUser(&$0, "mod", 0) },
    Levels(name: "raising oneself", sender: "mod", isAllowed: false) { setUser(&$0, "mod", 51) },
    Levels(name: "anything up to 100", sender: "top", isAllowed: true) {
      setUser(&$0, "two", 100)
      $0["redact"] = 100
    },
    Levels(name: "more than 100", sender: "top", isAllowed: false) { setUser(&$0, "top", 101) },
  ]

  private static func setUser(_ content: inout JSONObject, _ name: String, _ level: Int?) {
    var users = content["users"]?.object ?? [:]
    users["@\(name):localhost"] = level.map { .number(JSONNumber($0)) }
    content["users"] = .object(users)
  }

  @Test("Users change only levels up to their own", arguments: changes)
  func levels(_ test: Levels) throws {
    var content: JSONObject = [
      "users": [
        "@top:localhost": 100, "@mod:localhost": 50, "@two:localhost": 50, "@low:localhost": 10,
      ],
      "events": ["high": 70, "low": 20], "redact": 80, "kick": 20,
    ]
    let powers = RoomPowers(
      levels: try PowerLevels(content), creators: [], areCreatorsAbove: false)
    test.change(&content)
    let rules = PowerLevelRules(powers: powers, sender: RoomModel.user(test.sender))
    do {
      try rules.check(try PowerLevels(content))
      #expect(test.isAllowed)
    } catch let error as MatrixError {
      #expect(!test.isAllowed)
      #expect(error.code == "M_FORBIDDEN")
    }
  }

  @Test("Anyone may set the first levels, but not for a creator of version 12")
  func firstLevels() throws {
    let levels = try PowerLevels(["users": ["@ada:localhost": 1000]])
    let creators: Set<UserID> = [RoomModel.user("ada")]
    try PowerLevelRules(
      powers: RoomPowers(levels: nil, creators: creators, areCreatorsAbove: false),
      sender: RoomModel.user("ada")
    ).check(levels)
    #expect(throws: MatrixError.self) {
      try PowerLevelRules(
        powers: RoomPowers(levels: nil, creators: creators, areCreatorsAbove: true),
        sender: RoomModel.user("ada")
      ).check(levels)
    }
  }
}
