import ModelKit
import Testing

@testable import Homeserver

@Suite("Push rules")
struct PushRulesTests {
  @Test("The rules are those of the specification, with the ids of the user")
  func all() async throws {
    let home = try await HistoryHome()
    let told = try await home.get("pushrules/", as: "ada")
    let global = try #require(told.body["global"])
    func ids(_ kind: String) -> [String]? {
      global[kind]?.array?.compactMap { $0["rule_id"]?.string }
    }
    #expect(
      ids("override") == [
        ".m.rule.master", ".m.rule.suppress_notices", ".m.rule.invite_for_me",
        ".m.rule.member_event", ".m.rule.is_user_mention", ".m.rule.contains_display_name",
        ".m.rule.is_room_mention", ".m.rule.roomnotif", ".m.rule.tombstone", ".m.rule.reaction",
        ".m.rule.room.server_acl", ".m.rule.suppress_edits",
      ])
    #expect(ids("content") == [".m.rule.contains_user_name"])
    #expect(ids("room") == [] && ids("sender") == [])
    #expect(
      ids("underride") == [
        ".m.rule.call", ".m.rule.encrypted_room_one_to_one", ".m.rule.room_one_to_one",
        ".m.rule.message", ".m.rule.encrypted",
      ])
    #expect(global["content"]?[0]?["pattern"] == "ada")
    #expect(global["override"]?[0]?["enabled"] == false)
    #expect(global["override"]?[2]?["conditions"]?[2]?["pattern"] == "@ada:localhost")
    #expect(
      global["override"]?[4]?["conditions"] == [
        [
          "kind": "event_property_contains", "key": "content.m\\.mentions.user_ids",
          "value": "@ada:localhost",
        ]
      ])
    #expect(global["underride"]?[3]?["actions"] == ["notify"])
    let data = try await home.get("user/@ada:localhost/account_data/m.push_rules", as: "ada")
    #expect(data.body == told.body)
    #expect(PushRules.predefined(for: user("ada")) == told.body)
  }

  @Test("The parts of the rules are readable too")
  func parts() async throws {
    let home = try await HistoryHome()
    let all = try await home.get("pushrules/", as: "ada").body["global"]
    #expect(try await home.get("pushrules/global/", as: "ada").body == all)
    #expect(try await home.get("pushrules/global/override/", as: "ada").body == all?["override"])
    let path = "pushrules/global/override/.m.rule.master"
    #expect(try await home.get(path, as: "ada").body == all?["override"]?[0])
    #expect(try await home.get(path + "/enabled", as: "ada").body == ["enabled": false])
    #expect(try await home.get(path + "/actions", as: "ada").body == ["actions": []])
  }

  @Test(
    "Unknown rules are not found",
    arguments: [
      ("override/.m.none", 404, "M_NOT_FOUND"), ("override/.m.none/enabled", 404, "M_NOT_FOUND"),
      ("content/.m.rule.master", 404, "M_NOT_FOUND"), ("none", 400, "M_UNRECOGNIZED"),
      ("none/.m.rule.master", 400, "M_UNRECOGNIZED"),
      ("override/.m.rule.master/none", 400, "M_UNRECOGNIZED"),
    ])
  func unknown(_ path: String, _ status: Int, _ code: String) async throws {
    let home = try await HistoryHome()
    let told = try await home.get("pushrules/global/" + path, as: "ada")
    #expect(told.status == status)
    #expect(told.code == code)
  }
}
