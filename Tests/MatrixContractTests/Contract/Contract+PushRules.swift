/// Push rules.
extension Contract {
  static let rules: [Contract] = [
    pushRules, globalRules, rulesOfKind, rule, setRule, removeRule, ruleAttribute, setRuleAttribute,
  ]

  private static let pushRules = Contract(
    "GET", "client/pushrules/", rows: [.ok("the user's own", gives: "global")])

  private static let globalRules = Contract(
    "GET", "client/pushrules/global/", rows: [.ok("the user's own", gives: "override", "underride")]
  )

  private static let rulesOfKind = Contract(
    "GET", "client/pushrules/global/:kind/", ["kind": "override"],
    rows: [
      .ok("the user's own"), .no("400 M_UNRECOGNIZED", "an unknown kind", ["kind": "none"]),
    ])

  private static let rule = Contract(
    "GET", "client/pushrules/global/:kind/:rule",
    ["kind": "override", "rule": ".m.rule.master"],
    rows: [
      .ok("the user's own", gives: "rule_id", "enabled", "actions"),
      .no("404 M_NOT_FOUND", "one that does not exist", ["rule": "none"]),
      .no("400 M_UNRECOGNIZED", "an unknown kind", ["kind": "none"]),
    ])

  private static let setRule = Contract(
    "PUT", "client/pushrules/global/:kind/:rule", ["kind": "content", "rule": "lunch"],
    body: #"{"pattern":"lunch","actions":["notify",{"set_tweak":"highlight"}]}"#,
    synapseOnMalformed: ["400 M_BAD_JSON": ("400 M_UNKNOWN", .vague)],
    rows: [
      .ok("words", as: .eve),
      .ok("words before others", as: .eve, ["rule": "dinner"], query: "before=lunch"),
      .ok("words behind others", as: .eve, ["rule": "tea"], query: "after=lunch"),
      .ok(
        "a room", as: .eve, ["kind": "room", "rule": "!room:localhost"], body: #"{"actions":[]}"#),
      .ok("a person", as: .eve, ["kind": "sender", "rule": "<ada>"], body: #"{"actions":[]}"#),
      .ok(
        "conditions", as: .eve, ["kind": "override", "rule": "own"],
        body: #"{"conditions":[{"kind":"event_match","key":"type","pattern":"x"}],"actions":[]}"#),
      .ok(
        "an action of earlier versions", as: .eve, ["kind": "underride", "rule": "old"],
        body: #"{"conditions":[],"actions":["dont_notify"]}"#),
      .no("400 M_UNKNOWN", "before none", as: .eve, query: "before=none"),
      .no(
        "400 M_UNKNOWN", "behind a predefined one", as: .eve,
        query: "after=.m.rule.contains_user_name"),
      .no("400 M_UNKNOWN", "a predefined one", as: .eve, ["rule": ".m.rule.contains_user_name"]),
      .no("400 M_UNKNOWN", "no pattern", as: .eve, body: #"{"actions":[]}"#),
      .no("400 M_UNKNOWN", "no actions", as: .eve, body: #"{"pattern":"x"}"#),
      .no(
        "400 M_UNKNOWN", "an unknown action", as: .eve, body: #"{"pattern":"x","actions":["sing"]}"#
      ),
      .no(
        "400 M_UNKNOWN", "no conditions", as: .eve, ["kind": "override"], body: #"{"actions":[]}"#),
      .no(
        "400 M_UNKNOWN", "a condition without a kind", as: .eve, ["kind": "override"],
        body: #"{"conditions":[{"key":"type"}],"actions":[]}"#),
      .no("400 M_UNKNOWN", "an id with a backslash", as: .eve, ["rule": #"a\b"#]),
      .no("400 M_UNRECOGNIZED", "an unknown kind", as: .eve, ["kind": "none"]).synapse(
        "400 M_UNKNOWN", .vague),
    ])

  private static let removeRule = Contract(
    "DELETE", "client/pushrules/global/:kind/:rule", ["kind": "content", "rule": "lunch"],
    rows: [
      .ok("the user's own", as: .eve),
      .no("404 M_NOT_FOUND", "one that does not exist", as: .eve, ["rule": "none"]),
      .no(
        "404 M_NOT_FOUND", "a predefined one", as: .eve, ["rule": ".m.rule.contains_user_name"]),
      .no("400 M_UNRECOGNIZED", "an unknown kind", as: .eve, ["kind": "none"]).synapse(
        "404 M_NOT_FOUND", .otherwise),
    ])

  private static let ruleAttribute = Contract(
    "GET", "client/pushrules/global/:kind/:rule/:attribute",
    ["kind": "override", "rule": ".m.rule.master", "attribute": "enabled"],
    rows: [
      .ok("whether it holds", gives: "enabled"),
      .ok("what it does", ["attribute": "actions"], gives: "actions"),
      .no("404 M_NOT_FOUND", "one that does not exist", ["rule": "none"]),
      .no("400 M_UNRECOGNIZED", "an unknown attribute", ["attribute": "none"]),
    ])

  private static let setRuleAttribute = Contract(
    "PUT", "client/pushrules/global/:kind/:rule/:attribute",
    ["kind": "override", "rule": ".m.rule.master", "attribute": "enabled"],
    body: #"{"enabled":false,"actions":[]}"#,
    synapseOnMalformed: ["400 M_BAD_JSON": ("400 M_UNKNOWN", .vague)],
    rows: [
      .ok("whether it holds", as: .eve), .ok("what it does", as: .eve, ["attribute": "actions"]),
      .no("400 M_UNKNOWN", "neither yes nor no", as: .eve, body: #"{"enabled":"no"}"#),
      .no(
        "400 M_UNKNOWN", "an unknown action", as: .eve, ["attribute": "actions"],
        body: #"{"actions":["sing"]}"#),
      .no("404 M_NOT_FOUND", "one that does not exist", as: .eve, ["rule": "none"]),
      .no("400 M_UNRECOGNIZED", "an unknown attribute", as: .eve, ["attribute": "none"]),
    ])
}
