import MatrixWire
import ModelKit

/// What is left of the content of an event that is redacted.
///
/// Source: Matrix specification, room version 11, "Redactions".
enum RedactedContent {
  /// The members that stay; nil: all of them.
  private static func kept(of type: String) -> [String]? {
    switch type {
    case EventType.create: nil
    case EventType.member: ["membership", JoinRule.authorisedBy, "third_party_invite"]
    case EventType.joinRules: ["join_rule", "allow"]
    case EventType.powerLevels:
      [
        "ban", "events", "events_default", "invite", "kick", "redact", "state_default", "users",
        "users_default",
      ]
    case EventType.historyVisibility: ["history_visibility"]
    case EventType.redaction: ["redacts"]
    default: []
    }
  }

  static func of(_ content: JSONObject, type: String) -> JSONObject {
    guard let kept = kept(of: type) else { return content }
    var left = JSONObject(content.members.filter { kept.contains($0.key) })
    if type == EventType.member, let invite = left["third_party_invite"] {
      left["third_party_invite"] = invite["signed"].map { .object(["signed": $0]) }
    }
    return left
  }
}
