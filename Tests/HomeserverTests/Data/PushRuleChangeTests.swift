import ModelKit
import Testing

@testable import Homeserver

@Suite("Changes of push rules")
struct PushRuleChangeTests {
  private let home: HistoryHome

  init() async throws { home = try await HistoryHome() }

  private func put(
    _ path: String, _ body: String = #"{"actions":["notify"]}"#, _ query: [(String, String)] = []
  ) async throws -> String {
    let told = try await home.ask("PUT", "pushrules/global/" + path, as: "ada", query, body: body)
    return "\(told.status)\(told.code.map { " " + $0 } ?? "")"
  }

  private func ids(_ kind: String, as name: String = "ada") async throws -> [String] {
    let told = try await home.get("pushrules/global/\(kind)", as: name)
    return told.body.array?.compactMap { $0["rule_id"]?.string } ?? []
  }

  private static let cake = #"{"pattern":"cake","actions":["notify",{"set_tweak":"highlight"}]}"#

  @Test("A new rule stands before the older ones and the predefined ones, or where it is put")
  func order() async throws {
    for id in ["one", "two"] { #expect(try await put("content/" + id, Self.cake) == "200") }
    let name = ".m.rule.contains_user_name"
    #expect(try await ids("content") == ["two", "one", name])
    #expect(try await put("content/three", Self.cake, [("before", "one")]) == "200")
    #expect(try await put("content/four", Self.cake, [("after", "one")]) == "200")
    #expect(try await ids("content") == ["two", "three", "one", "four", name])
    #expect(try await put("content/four", Self.cake, [("before", "two")]) == "200")
    #expect(try await put("content/two", Self.cake) == "200")
    #expect(try await ids("content") == ["two", "four", "three", "one", name])
    #expect(try await put("content/one", Self.cake, [("after", "one")]) == "200")
    #expect(try await ids("content") == ["two", "four", "three", "one", name])
    #expect(try await put("content/five", Self.cake, [("after", name)]) == "400 M_UNKNOWN")
    #expect(try await put("content/five", Self.cake, [("before", "none")]) == "400 M_UNKNOWN")
    #expect(try await ids("content", as: "grace") == [name])
  }

  @Test("Below the rule that silences everything, a new one comes first")
  func master() async throws {
    #expect(try await put("override/x", #"{"conditions":[],"actions":[]}"#) == "200")
    #expect(try await ids("override").prefix(2) == [".m.rule.master", "x"])
  }

  @Test("A rule keeps what its kind has, and a replaced one whether it holds")
  func content() async throws {
    let body = #"{"conditions":[{"kind":"x"}],"pattern":"y","default":true,"actions":[],"z":1}"#
    #expect(try await put("room/!a:localhost", body) == "200")
    let path = "pushrules/global/room/!a:localhost"
    let rule: JSONValue = [
      "rule_id": "!a:localhost", "default": false, "enabled": true, "actions": [],
    ]
    #expect(try await home.get(path, as: "ada").body == rule)
    #expect(try await put("room/!a:localhost/enabled", #"{"enabled":false}"#) == "200")
    #expect(try await put("room/!a:localhost") == "200")
    #expect(try await home.get(path + "/enabled", as: "ada").body == ["enabled": false])
    #expect(try await home.get(path + "/actions", as: "ada").body == ["actions": ["notify"]])
  }

  @Test("Predefined rules change what they do and whether they hold, but stay")
  func predefined() async throws {
    let path = "override/.m.rule.master"
    #expect(try await put(path + "/enabled", #"{"enabled":true}"#) == "200")
    #expect(try await put(path + "/actions") == "200")
    let rule = try await home.get("pushrules/global/" + path, as: "ada").body
    #expect(rule["enabled"] == true && rule["actions"] == ["notify"] && rule["default"] == true)
    #expect(try await put(path, Self.cake) == "400 M_UNKNOWN")
    let told = try await home.ask("DELETE", "pushrules/global/" + path, as: "ada")
    #expect(told.code == "M_NOT_FOUND")
  }

  @Test("A removed rule is gone, and cannot be removed twice")
  func removal() async throws {
    #expect(try await put("sender/@bob:localhost") == "200")
    let path = "pushrules/global/sender/@bob:localhost"
    #expect(try await home.ask("DELETE", path, as: "ada").status == 200)
    #expect(try await ids("sender") == [])
    #expect(try await home.ask("DELETE", path, as: "ada").code == "M_NOT_FOUND")
    #expect(
      try await put("sender/@bob:localhost/enabled", #"{"enabled":true}"#) == "404 M_NOT_FOUND")
  }

  @Test(
    "What is no rule is refused",
    arguments: [
      ("override/x", #"{"actions":[]}"#, "400 M_UNKNOWN"),
      ("override/x", #"{"conditions":[{}],"actions":[]}"#, "400 M_UNKNOWN"),
      ("override/x", #"{"conditions":{},"actions":[]}"#, "400 M_UNKNOWN"),
      ("content/x", #"{"actions":[]}"#, "400 M_UNKNOWN"),
      ("content/x", #"{"pattern":"x"}"#, "400 M_UNKNOWN"),
      ("content/x", #"{"pattern":"x","actions":["shout"]}"#, "400 M_UNKNOWN"),
      ("content/x", #"{"pattern":"x","actions":[{}]}"#, "400 M_UNKNOWN"),
      ("content/a\\b", #"{"pattern":"x","actions":[]}"#, "400 M_UNKNOWN"),
      ("none/x", #"{"actions":[]}"#, "400 M_UNRECOGNIZED"),
      ("room/x/none", #"{"actions":[]}"#, "400 M_UNRECOGNIZED"),
      ("override/.m.rule.master/enabled", #"{"enabled":"yes"}"#, "400 M_UNKNOWN"),
      ("override/.m.rule.master/actions", #"{"actions":{}}"#, "400 M_UNKNOWN"),
    ])
  func malformed(path: String, body: String, outcome: String) async throws {
    #expect(try await put(path, body) == outcome)
    let told = try await home.get("pushrules", as: "ada")
    #expect(told.body == PushRules.predefined(for: user("ada")))
  }

  @Test("All rules together are bounded")
  func bounds() async throws {
    let long = #"{"pattern":"\#(String(repeating: "x", count: 60_000))","actions":[]}"#
    #expect(try await put("content/one", long) == "200")
    #expect(try await put("content/two", long) == "200")
    #expect(try await put("content/three", long) == "413 M_TOO_LARGE")
  }
}
