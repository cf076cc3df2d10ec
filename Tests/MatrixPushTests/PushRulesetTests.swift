import Assets
import MatrixPush
import ModelKit
import Testing

@Suite("Push rules")
struct PushRulesetTests {
  private let own = "@grace:localhost"

  private func event(
    _ content: JSONObject = [:], type: String = "m.room.message",
    by sender: String = "@ada:localhost",
    state: String? = nil
  ) -> PushEvent {
    PushEvent(
      type: type, sender: sender, room: "!lounge:localhost", stateKey: state,
      content: .object(content))
  }

  private func text(_ body: String, _ more: JSONObject = [:]) -> PushEvent {
    var content: JSONObject = ["msgtype": "m.text", "body": .string(body)]
    for member in more { content[member.key] = member.value }
    return event(content)
  }

  private func room(members: Int = 3, mayNotify: Bool = false) -> PushSurroundings {
    PushSurroundings(ownName: "Grace H.", memberCount: members) { $0 == "room" && mayNotify }
  }

  /// The predefined rules with others of one kind in front, as the servers keep them.
  private func rules(_ kind: String = "override", _ added: JSONValue...) throws -> PushRuleset {
    let template = String(decoding: Assets.pushRules, as: UTF8.self)
    let text = template.replacing("{user}", with: own).replacing("{localpart}", with: "grace")
    var global = try #require(JSONValue(Array(text.utf8)).object)
    let known = try #require(global[kind]?.array)
    let index = kind == "override" ? 1 : 0
    global[kind] = .array(Array(known[..<index]) + added + Array(known[index...]))
    return PushRuleset(["global": .object(global)])
  }

  private func rule(
    _ id: String, _ more: JSONObject, actions: [JSONValue] = ["notify"]
  ) -> JSONValue {
    var rule: JSONObject = [
      "rule_id": .string(id), "enabled": true, "default": false, "actions": .array(actions),
    ]
    for member in more { rule[member.key] = member.value }
    return .object(rule)
  }

  private let loud: [JSONValue] = ["notify", ["set_tweak": "highlight"]]

  @Test("the predefined rules: messages notify, mentions highlight, the rest does neither")
  func predefined() throws {
    let rules = try rules()
    let room = room()
    let mention: PushOutcome = [.notifies, .highlights, .sounds]
    #expect(rules.outcome(of: text("hello"), in: room) == .notifies)
    #expect(rules.outcome(of: text("hello"), in: self.room(members: 2)) == [.notifies, .sounds])
    #expect(rules.outcome(of: event([:], type: "m.room.encrypted"), in: room) == .notifies)
    #expect(rules.outcome(of: event([:], type: "m.sticker"), in: room) == [])
    let notice: JSONObject = ["msgtype": "m.notice", "body": "grace"]
    #expect(rules.outcome(of: event(notice), in: room) == [])
    let mentions: JSONObject = ["m.mentions": ["user_ids": [.string(own)]]]
    #expect(rules.outcome(of: text("hello", mentions), in: room) == mention)
    #expect(rules.outcome(of: event(mentions, type: "m.sticker"), in: room) == mention)
    let edit: JSONObject = ["m.relates_to": ["rel_type": "m.replace", "event_id": "$e"]]
    #expect(rules.outcome(of: text("* hello", edit), in: room) == [])
    let join: JSONObject = ["membership": "join"]
    #expect(rules.outcome(of: event(join, type: "m.room.member", state: own), in: room) == [])
    let tombstone = event(["replacement_room": "!b:localhost"], type: "m.room.tombstone", state: "")
    #expect(rules.outcome(of: tombstone, in: room) == [.notifies, .highlights])
    #expect(rules.outcome(of: event([:], type: "m.reaction"), in: room) == [])
  }

  @Test("names in the text mention only where the event does not say whom it mentions")
  func names() throws {
    let rules = try rules()
    for words in ["ask Grace H. about it", "GRACE?"] {
      #expect(rules.outcome(of: text(words), in: room()).contains(.highlights))
      #expect(
        !rules.outcome(of: text(words, ["m.mentions": [:]]), in: room()).contains(.highlights))
    }
    #expect(rules.outcome(of: text("graceful"), in: room()) == .notifies)
    #expect(rules.outcome(of: text("hi @room"), in: room(mayNotify: true)).contains(.highlights))
    #expect(!rules.outcome(of: text("hi @room"), in: room()).contains(.highlights))
    let all: JSONObject = ["m.mentions": ["room": true]]
    #expect(rules.outcome(of: text("hi", all), in: room(mayNotify: true)).contains(.highlights))
    #expect(!rules.outcome(of: text("hi", all), in: room()).contains(.highlights))
  }

  @Test("a muted room is silent, even for mentions; one with mentions only is not")
  func levels() throws {
    let mention = text("hello", ["m.mentions": ["user_ids": [.string(own)]]])
    let muted = try rules(
      "override",
      rule(
        "!lounge:localhost",
        [
          "conditions": [["kind": "event_match", "key": "room_id", "pattern": "!lounge:localhost"]]
        ],
        actions: []))
    #expect(muted.outcome(of: text("hello"), in: room()) == [])
    #expect(muted.outcome(of: mention, in: room()) == [])
    let mentionsOnly = try rules("room", rule("!lounge:localhost", [:], actions: []))
    #expect(mentionsOnly.outcome(of: text("hello"), in: room()) == [])
    #expect(mentionsOnly.outcome(of: mention, in: room()).contains(.highlights))
    let elsewhere = try rules("room", rule("!other:localhost", [:], actions: []))
    #expect(elsewhere.outcome(of: text("hello"), in: room()) == .notifies)
  }

  @Test("words, senders, and conditions of every kind")
  func conditions() throws {
    let words = try rules("content", rule("cake", ["pattern": "cak?"], actions: loud))
    #expect(words.outcome(of: text("Cake at 3"), in: room()) == [.notifies, .highlights])
    #expect(words.outcome(of: text("cakes"), in: room()) == .notifies)
    let sender = try rules("sender", rule("@ada:localhost", [:], actions: []))
    #expect(sender.outcome(of: text("hello"), in: room()) == [])

    func holds(_ condition: JSONValue, _ event: PushEvent, members: Int = 3) throws -> Bool {
      let rules = try rules("override", rule("x", ["conditions": [condition]], actions: loud))
      return rules.outcome(of: event, in: room(members: members)).contains(.highlights)
    }
    let plain = text("hello", ["n": 5, "a.b": ["c\\d": "x"], "list": [1, "two", true, .null]])
    let match: JSONObject = ["kind": "event_match"]
    func matches(_ key: String, _ pattern: String) throws -> Bool {
      var condition = match
      condition["key"] = .string(key)
      condition["pattern"] = .string(pattern)
      return try holds(.object(condition), plain)
    }
    #expect(try matches("type", "m.ROOM.*"))
    #expect(try matches("sender", "@ada:*"))
    #expect(try matches("content.a\\.b.c\\\\d", "x"))
    #expect(try !matches("content.a.b.c", "x"))
    #expect(try !matches("content.n", "5"))
    #expect(try !matches("state_key", "*"))
    #expect(try !matches("content", "*"))
    #expect(try !matches("unsigned.age", "*"))
    #expect(try holds(["kind": "event_property_is", "key": "content.n", "value": 5], plain))
    #expect(try !holds(["kind": "event_property_is", "key": "content.n", "value": "5"], plain))
    #expect(try !holds(["kind": "event_property_is", "key": "content.x", "value": .null], plain))
    let contains: (JSONValue) -> JSONValue = {
      ["kind": "event_property_contains", "key": "content.list", "value": $0]
    }
    for value: JSONValue in [1, "two", true, .null] { #expect(try holds(contains(value), plain)) }
    for value: JSONValue in [2, "tw", false, [1], [:]] {
      #expect(try !holds(contains(value), plain))
    }
    for (text, members, expected) in [
      ("2", 2, true), ("==2", 2, true), ("2", 3, false), ("<3", 2, true), ("<3", 3, false),
      (">2", 3, true), ("<=2", 2, true), (">=3", 2, false), ("=2", 2, false), ("2x", 2, false),
      ("", 0, false), ("-1", 0, false),
    ] {
      let condition: JSONValue = ["kind": "room_member_count", "is": .string(text)]
      #expect(try holds(condition, plain, members: members) == expected, "\(text) \(members)")
    }
    #expect(try !holds(["kind": "org.example.moon_is_full"], plain))
    #expect(try !holds(["kind": "contains_display_name"], plain))
  }

  @Test("the first rule that applies decides; disabled ones do not")
  func order() throws {
    let master = try rules("override")
    #expect(master.outcome(of: text("x"), in: room()) == .notifies)
    let two = try rules(
      "override", rule("a", ["conditions": []], actions: []), rule("b", ["conditions": []]))
    #expect(two.outcome(of: text("x"), in: room()) == [])
    var first = try #require(rule("a", ["conditions": []], actions: []).object)
    first["enabled"] = false
    let disabled = try rules(
      "override", .object(first), rule("b", ["conditions": []], actions: loud))
    #expect(disabled.outcome(of: text("x"), in: room()) == [.notifies, .highlights])
    #expect(PushOutcome(actions: ["dont_notify", ["set_tweak": "highlight"]]) == [])
    #expect(
      PushOutcome(actions: ["notify", ["set_tweak": "highlight", "value": false]]) == .notifies)
  }

  @Test(
    "content that is no list of rules has none",
    arguments: [
      "{}", "[]", "null", #"{"global":[]}"#, #"{"global":{"override":{}}}"#,
      #"{"global":{"override":[1,null,{"rule_id":1},{"rule_id":"x","enabled":true}]}}"#,
      #"{"global":{"content":[{"rule_id":"x","enabled":true,"actions":["notify"]}]}}"#,
    ])
  func hostile(json: String) throws {
    #expect(PushRuleset(try JSONValue(Array(json.utf8))).outcome(of: text("x"), in: room()) == [])
  }

  @Test("too many rules or conditions, and too long patterns, do not count")
  func bounds() throws {
    let many = (0..<3_000).map { rule("r\($0)", ["pattern": "nothing"]) }
    let late = PushRuleset(["global": ["content": .array(many + [rule("x", ["pattern": "x"])])]])
    #expect(late.outcome(of: text("x"), in: room()) == [])
    let long = String(repeating: "x", count: 2_000)
    let pattern = PushRuleset(["global": ["content": [rule("x", ["pattern": .string(long)])]]])
    #expect(pattern.outcome(of: text(long), in: room()) == [])
    let always: JSONValue = ["kind": "event_match", "key": "type", "pattern": "*"]
    let conditions = JSONValue.array(Array(repeating: always, count: 60))
    let wide = PushRuleset(["global": ["override": [rule("x", ["conditions": conditions])]]])
    #expect(wide.outcome(of: text("x"), in: room()) == [])
  }
}
