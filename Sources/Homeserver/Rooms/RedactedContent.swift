import MatrixWire
import ModelKit

/// What is left of the content of an event that is redacted.
///
/// Source: Matrix specification, room version 11, "Redactions".
enum RedactedContent {
  /// The members that stay; nil: all of them.
  private static func kept(of type: String) -> [String]? {
    switch type {
    case EventName.create: nil
    case EventName.member: ["membership", JoinRule.authorisedBy, "third_party_invite"]
    case EventName.joinRules: ["join_rule", "allow"]
    case EventName.powerLevels:
      [
        "ban", "events", "events_default", "invite", "kick", "redact", "state_default", "users",
        "users_default",
      ]
    case EventName.historyVisibility: ["history_visibility"]
    case EventName.redaction: ["redacts"]
    default: []
    }
  }

  static func of(_ content: JSONObject, type: String) -> JSONObject {
    guard let kept = kept(of: type) else { return content }
    var left = JSONObject(content.members.filter { kept.contains($0.key) })
    if type == EventName.member, let invite = left["third_party_invite"] {
      left["third_party_invite"] = invite["signed"].map { .object(["signed": $0]) }
    }
    return left
  }
}
