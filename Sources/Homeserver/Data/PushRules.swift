import ModelKit

/// The push rules that every account begins with.
///
/// Source: Matrix client-server API, "Predefined rules".
enum PushRules {
  /// The type of the account data that hold them.
  static let type = "m.push_rules"

  /// The content of the account data `m.push_rules`.
  static func content(of user: UserID) -> JSONValue {
    ["global": .object(rules(of: user))]
  }

  /// The rules of each kind.
  static func rules(of user: UserID) -> JSONObject {
    [
      "override": .array(override(user)),
      "content": [
        .object([
          "rule_id": ".m.rule.contains_user_name", "default": true, "enabled": true,
          "pattern": .string(String(user.localpart)), "actions": mention,
        ])
      ],
      "room": [],
      "sender": [],
      "underride": .array(underride),
    ]
  }

  private static let mention: JSONValue = ["notify", sound("default"), highlight]
  private static let highlight: JSONValue = ["set_tweak": "highlight"]

  private static func sound(_ name: String) -> JSONValue {
    ["set_tweak": "sound", "value": .string(name)]
  }

  private static func override(_ user: UserID) -> [JSONValue] {
    let id = JSONValue.string(user.rawValue)
    return [
      rule(".m.rule.master", [], [], isEnabled: false),
      rule(".m.rule.suppress_notices", [match("content.msgtype", "m.notice")], []),
      rule(
        ".m.rule.invite_for_me",
        [
          match("type", "m.room.member"), match("content.membership", "invite"),
          match("state_key", id),
        ], ["notify", sound("default")]),
      rule(".m.rule.member_event", [match("type", "m.room.member")], []),
      rule(
        ".m.rule.is_user_mention",
        [
          [
            "kind": "event_property_contains", "key": #"content.m\.mentions.user_ids"#,
            "value": id,
          ]
        ], mention),
      rule(".m.rule.contains_display_name", [["kind": "contains_display_name"]], mention),
      rule(
        ".m.rule.is_room_mention",
        [
          ["kind": "event_property_is", "key": #"content.m\.mentions.room"#, "value": true],
          ["kind": "sender_notification_permission", "key": "room"],
        ], ["notify", highlight]),
      rule(
        ".m.rule.roomnotif",
        [
          match("content.body", "@room"),
          ["kind": "sender_notification_permission", "key": "room"],
        ], ["notify", highlight]),
      rule(
        ".m.rule.tombstone", [match("type", "m.room.tombstone"), match("state_key", "")],
        ["notify", highlight]),
      rule(".m.rule.reaction", [match("type", "m.reaction")], []),
      rule(
        ".m.rule.room.server_acl", [match("type", "m.room.server_acl"), match("state_key", "")],
        []),
      rule(
        ".m.rule.suppress_edits",
        [
          [
            "kind": "event_property_is", "key": #"content.m\.relates_to.rel_type"#,
            "value": "m.replace",
          ]
        ], []),
    ]
  }

  private static let underride: [JSONValue] = [
    rule(".m.rule.call", [match("type", "m.call.invite")], ["notify", sound("ring")]),
    rule(
      ".m.rule.encrypted_room_one_to_one", [pair, match("type", "m.room.encrypted")],
      ["notify", sound("default")]),
    rule(
      ".m.rule.room_one_to_one", [pair, match("type", "m.room.message")],
      ["notify", sound("default")]),
    rule(".m.rule.message", [match("type", "m.room.message")], ["notify"]),
    rule(".m.rule.encrypted", [match("type", "m.room.encrypted")], ["notify"]),
  ]

  private static let pair: JSONValue = ["kind": "room_member_count", "is": "2"]

  private static func match(_ key: String, _ pattern: JSONValue) -> JSONValue {
    ["kind": "event_match", "key": .string(key), "pattern": pattern]
  }

  private static func rule(
    _ id: String, _ conditions: [JSONValue], _ actions: JSONValue, isEnabled: Bool = true
  ) -> JSONValue {
    [
      "rule_id": .string(id), "default": true, "enabled": .boolean(isEnabled),
      "conditions": .array(conditions), "actions": actions,
    ]
  }
}
