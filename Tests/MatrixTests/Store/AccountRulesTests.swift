import MatrixPush
import ModelKit
import Testing

@testable import Matrix
@testable import Models

@Suite("The account's push rules")
struct AccountRulesTests {
  private let room: RoomID
  private let other: RoomID

  init() throws {
    room = try #require(RoomID("!room:x"))
    other = try #require(RoomID("!other:x"))
  }

  private static let silencing =
    #"{"rule_id":"!room:x","enabled":true,"actions":[],"conditions":["#
    + #"{"kind":"event_match","key":"room_id","pattern":"!room:x"}]}"#
  private static let quieting = #"{"rule_id":"!room:x","enabled":true,"actions":[]}"#
  private static let master = #"{"rule_id":".m.rule.master","enabled":false,"actions":[]}"#

  private func rules(override: String = "", room: String = "") throws -> AccountRules {
    let json = #"{"global":{"override":[\#(override)],"room":[\#(room)],"sender":[]},"x":1}"#
    return try #require(AccountRules(JSONValue(Array(json.utf8))))
  }

  @Test("a room's alerts are read from the rules that clients write for them")
  func read() throws {
    #expect(try rules().alerts(in: room) == .all)
    #expect(try rules(override: Self.silencing).alerts(in: room) == .none)
    #expect(try rules(override: Self.silencing).alerts(in: other) == .all)
    #expect(try rules(room: Self.quieting).alerts(in: room) == .mentions)
    #expect(try rules(override: Self.silencing, room: Self.quieting).alerts(in: room) == .none)
    let old = Self.silencing.replacing("\"actions\":[]", with: "\"actions\":[\"dont_notify\"]")
    #expect(try rules(override: old).alerts(in: room) == .none)
  }

  @Test(
    "other rules are none of them",
    arguments: [
      (#""enabled":true"#, #""enabled":false"#), (#""actions":[]"#, #""actions":["notify"]"#),
      (#""key":"room_id""#, #""key":"type""#), ("event_match", "org.example.match"),
      (#""conditions":["#, #""conditions":[{"kind":"contains_display_name"},"#),
      (#""pattern":"!room:x""#, #""pattern":7"#),
    ])
  func others(old: String, new: String) throws {
    #expect(try rules(override: Self.silencing.replacing(old, with: new)).alerts(in: room) == .all)
  }

  @Test("the new rule comes first, then what is in its way goes; nothing is done twice")
  func edits() throws {
    let none: JSONObject = [
      "conditions": [["kind": "event_match", "key": "room_id", "pattern": "!room:x"]],
      "actions": [],
    ]
    let put = AccountRules.Edit.put(.override, "!room:x", none)
    let quiet = AccountRules.Edit.put(.room, "!room:x", ["actions": []])
    #expect(try rules().edits(to: .none, in: room) == [put])
    #expect(try rules().edits(to: .mentions, in: room) == [quiet])
    #expect(try rules().edits(to: .all, in: room) == [])
    let silent = try rules(override: Self.silencing)
    #expect(silent.edits(to: .none, in: room) == [])
    #expect(silent.edits(to: .mentions, in: room) == [quiet, .remove(.override, "!room:x")])
    #expect(silent.edits(to: .all, in: room) == [.remove(.override, "!room:x")])
    let quieted = try rules(room: Self.quieting)
    #expect(quieted.edits(to: .none, in: room) == [put, .remove(.room, "!room:x")])
    #expect(quieted.edits(to: .all, in: room) == [.remove(.room, "!room:x")])
    let both = try rules(override: Self.silencing, room: Self.quieting)
    #expect(both.edits(to: .mentions, in: room) == [.remove(.override, "!room:x")])
    #expect(both.edits(to: .all, in: room).count == 2)
    let disabled = Self.silencing.replacing("true", with: "false")
    #expect(
      try rules(override: disabled).edits(to: .none, in: room)
        == [put, .turn(.override, "!room:x", true)])
  }

  @Test("after the edits the rules are what was wanted, and the others are as before")
  func applying() throws {
    let before = try rules(override: Self.master, room: Self.quieting)
    for alerts: Room.Alerts in [.none, .mentions, .all] {
      let after = before.applying(before.edits(to: alerts, in: room))
      #expect(after.alerts(in: room) == alerts)
      #expect(after.content["x"] == 1)
      #expect(after.content["global"]?["override"]?[0]?["rule_id"] == ".m.rule.master")
      #expect(after.rooms(besides: before) == (alerts == .mentions ? [] : [room]))
    }
  }

  @Test("rules that are too large are not taken", .timeLimit(.minutes(1)))
  func tooLarge() throws {
    let long = JSONValue.string(String(repeating: "x", count: 1 << 20))
    #expect(AccountRules(["global": ["content": [["rule_id": long]]]]) == nil)
    #expect(AccountRules([:]) != nil)
  }
}
