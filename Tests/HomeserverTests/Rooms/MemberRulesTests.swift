import ModelKit
import Testing

@testable import Homeserver

/// Membership changes in the room of `RoomModel`.
@Suite("MemberRules")
struct MemberRulesTests {
  struct Case: CustomTestStringConvertible {
    let sender: String
    let target: String
    let membership: String
    let isAllowed: Bool
    var rule: String? = "invite"

    var testDescription: String {
      "\(sender) -> \(target): \(membership), \(rule ?? "no rule"): \(isAllowed)"
    }
  }

  private static func yes(_ a: String, _ b: String, _ c: String, rule: String? = "invite") -> Case {
    Case(sender: a, target: b, membership: c, isAllowed: true, rule: rule)
  }

  private static func no(_ a: String, _ b: String, _ c: String, rule: String? = "invite") -> Case {
    Case(sender: a, target: b, membership: c, isAllowed: false, rule: rule)
  }

  static let joins = [
    no("eve", "eve", "join"), yes("ivy", "ivy", "join"), yes("bob", "bob", "join"),
    no("lou", "lou", "join"), no("ben", "ben", "join"), no("ada", "ivy", "join"),
    yes("eve", "eve", "join", rule: "public"), yes("lou", "lou", "join", rule: "public"),
    no("ben", "ben", "join", rule: "public"), no("ada", "eve", "join", rule: "public"),
    no("eve", "eve", "join", rule: "knock"), yes("ivy", "ivy", "join", rule: "knock"),
    no("eve", "eve", "join", rule: nil), yes("ivy", "ivy", "join", rule: nil),
    no("eve", "eve", "join", rule: "private"), no("ivy", "ivy", "join", rule: "private"),
    no("eve", "eve", "join", rule: "odd"),
    no("eve", "eve", "join", rule: "restricted"), yes("ivy", "ivy", "join", rule: "restricted"),
    yes("bob", "bob", "join", rule: "restricted"),
    no("eve", "eve", "join", rule: "knock_restricted"),
    yes("ivy", "ivy", "join", rule: "knock_restricted"),
  ]
  static let invites = [
    yes("bob", "eve", "invite"), yes("bob", "lou", "invite"), yes("bob", "ivy", "invite"),
    no("bob", "ben", "invite"), no("ada", "ben", "invite"), no("ada", "bob", "invite"),
    no("eve", "fay", "invite"), no("ivy", "eve", "invite"), no("lou", "eve", "invite"),
  ]
  static let leaves = [
    yes("bob", "bob", "leave"), yes("ivy", "ivy", "leave"), no("lou", "lou", "leave"),
    no("eve", "eve", "leave"), no("ben", "ben", "leave"),
    yes("mod", "bob", "leave"), yes("mod", "ivy", "leave"), yes("mod", "ben", "leave"),
    no("bob", "carl", "leave"), no("bob", "ivy", "leave"), no("bob", "ben", "leave"),
    no("mod", "ada", "leave"), yes("ada", "mod", "leave"), no("lou", "bob", "leave"),
  ]
  static let bans = [
    yes("mod", "bob", "ban"), yes("mod", "eve", "ban"), yes("mod", "ivy", "ban"),
    yes("mod", "lou", "ban"), yes("mod", "ben", "ban"), no("mod", "ada", "ban"),
    no("mod", "mod", "ban"), no("bob", "carl", "ban"), no("bob", "eve", "ban"),
    no("eve", "bob", "ban"), yes("ada", "mod", "ban"),
  ]
  static let knocks = [
    yes("eve", "eve", "knock", rule: "knock"), no("eve", "eve", "knock"),
    yes("eve", "eve", "knock", rule: "knock_restricted"), no("eve", "eve", "knock", rule: nil),
    no("eve", "eve", "knock", rule: "public"), no("eve", "eve", "knock", rule: "restricted"),
    yes("lou", "lou", "knock", rule: "knock"), no("ben", "ben", "knock", rule: "knock"),
    no("ivy", "ivy", "knock", rule: "knock"), no("bob", "bob", "knock", rule: "knock"),
    no("ada", "eve", "knock", rule: "knock"),
  ]

  @Test(
    "Memberships change by the rules", arguments: joins + invites + leaves + bans + knocks)
  func rules(_ test: Case) throws {
    let model = RoomModel(joinRule: test.rule, levels: RoomModel.levels)
    let draft = RoomModel.member(test.sender, test.target, test.membership)
    #expect(try model.allows(draft) == test.isAllowed)
  }

  @Test("Inviting requires the room's level")
  func inviteLevel() throws {
    var levels = RoomModel.levels
    levels["invite"] = 50
    let model = RoomModel(levels: levels)
    #expect(try !model.allows(RoomModel.member("bob", "eve", "invite")))
    #expect(try model.allows(RoomModel.member("mod", "eve", "invite")))
  }

  @Test("Lifting a ban requires the levels to ban and to kick")
  func unbanLevels() throws {
    for name in ["ban", "kick"] {
      var levels = RoomModel.levels
      levels[name] = 60
      let model = RoomModel(levels: levels)
      #expect(try !model.allows(RoomModel.member("mod", "ben", "leave")))
      #expect(try model.allows(RoomModel.member("ada", "ben", "leave")))
    }
  }

  @Test("Users cannot remove or ban their equals")
  func equals() throws {
    var levels = RoomModel.levels
    levels["users"] = ["@ada:localhost": 100, "@mod:localhost": 50, "@carl:localhost": 50]
    let model = RoomModel(levels: levels)
    #expect(try !model.allows(RoomModel.member("mod", "carl", "leave")))
    #expect(try !model.allows(RoomModel.member("mod", "carl", "ban")))
  }

  @Test("Nobody can remove a creator of a version 12 room")
  func creator() throws {
    let model = RoomModel(version: .v12, levels: ["users": ["@mod:localhost": 1000]])
    #expect(try !model.allows(RoomModel.member("mod", "ada", "leave")))
    #expect(try !model.allows(RoomModel.member("mod", "ada", "ban")))
    #expect(try model.allows(RoomModel.member("ada", "mod", "ban")))
  }

  @Test("A restricted join must name a member who may invite")
  func restricted() throws {
    var levels = RoomModel.levels
    levels["invite"] = 50
    let model = RoomModel(joinRule: "restricted", levels: levels)
    func allows(_ name: String) throws -> Bool {
      try model.allows(
        RoomModel.member(
          "eve", "eve", "join",
          ["join_authorised_via_users_server": .string("@\(name):localhost")]))
    }
    #expect(try allows("mod"))
    #expect(try !allows("bob"))
    #expect(try !allows("ivy"))
    #expect(try !allows("eve"))
  }

  @Test("Third-party invites are refused")
  func thirdParties() throws {
    let model = RoomModel(levels: RoomModel.levels)
    #expect(
      try !model.allows(RoomModel.member("ada", "eve", "invite", ["third_party_invite": [:]])))
  }

  @Test("Only the creator can join a room that has only its creation event")
  func first() throws {
    var snapshot = RoomSnapshot(
      id: RoomModel.room, version: "11", creator: RoomModel.user("ada"))
    let id = try #require(EventID("$1"))
    snapshot.set(
      StateKey("m.room.create"),
      StateEntry(event: id, sender: RoomModel.user("ada"), content: JSONSlice([:])))
    let rules = Authorization(room: snapshot, powers: try RoomPowers(of: snapshot))
    try rules.check(RoomModel.member("ada", "ada", "join"))
    #expect(throws: MatrixError.self) { try rules.check(RoomModel.member("eve", "eve", "join")) }
  }
}
