import MatrixWire
import ModelKit

/// Checks of drafts that do not depend on the sender.
enum EventChecks {
  /// The maximum length in bytes of a type, a state key and a sender.
  ///
  /// Source: Matrix client-server API, "Size limits".
  private static let longestField = 255

  /// Types that are valid only as state.
  private static let stateTypes: Set<String> = [
    EventType.create, EventType.member, EventType.powerLevels, EventType.joinRules,
    EventType.name, EventType.topic, EventType.tombstone, EventType.canonicalAlias,
    EventType.historyVisibility,
  ]

  /// The draft with canonical content.
  ///
  /// - Throws: `M_BAD_JSON`, and `M_TOO_LARGE` for long types and state keys.
  static func checked(_ draft: EventDraft) throws -> EventDraft {
    for field in [draft.type, draft.stateKey ?? "", draft.sender.rawValue]
    where field.utf8.count > longestField {
      throw MatrixError.tooLarge("type, state key and sender may have at most 255 bytes")
    }
    for field in [draft.type, draft.stateKey ?? ""] where field.utf8.contains(0) {
      throw MatrixError.badJSON("type and state key must not contain U+0000")
    }
    guard !draft.type.isEmpty else { throw MatrixError.invalid("the event type is empty") }
    if draft.stateKey == nil, stateTypes.contains(draft.type) {
      throw MatrixError.badJSON("'\(draft.type)' is a state event")
    }
    var draft = draft
    draft.content = try CanonicalJSON.checked(draft.content)
    switch draft.type {
    case EventType.message: try need(["body", "msgtype"], draft.content)
    case EventType.name: try need(["name"], draft.content)
    case EventType.topic: try need(["topic"], draft.content)
    case EventType.tombstone: try need(["replacement_room"], draft.content)
    case EventType.joinRules: try need(["join_rule"], draft.content)
    case EventType.historyVisibility: try need(["history_visibility"], draft.content)
    case EventType.powerLevels: _ = try PowerLevels(draft.content)
    case EventType.member: try checkMember(draft)
    default: break
    }
    try checkMentions(draft.content)
    return draft
  }

  private static func need(_ names: [String], _ content: JSONObject) throws {
    for name in names where content[name]?.string == nil {
      throw MatrixError.badJSON("'\(name)' in the content must be a string")
    }
  }

  private static func checkMember(_ draft: EventDraft) throws {
    guard let text = draft.content["membership"]?.string, Membership(rawValue: text) != nil else {
      throw MatrixError.badJSON("'membership' in the content is missing or unknown")
    }
    guard UserID(draft.stateKey ?? "") != nil else {
      throw MatrixError.invalid("the state key of a membership must be a user id")
    }
    for name in ["displayname", "avatar_url", "reason"] {
      guard let value = draft.content[name], value != .null else { continue }
      guard value.string != nil else {
        throw MatrixError.badJSON("'\(name)' in the content must be a string")
      }
    }
  }

  private static func checkMentions(_ content: JSONObject) throws {
    guard let mentions = content["m.mentions"] else { return }
    guard let object = mentions.object else {
      throw MatrixError.badJSON("'m.mentions' must be an object")
    }
    if let room = object["room"], room.boolean == nil {
      throw MatrixError.badJSON("'room' in 'm.mentions' must be a boolean")
    }
    guard let users = object["user_ids"] else { return }
    guard let users = users.array, users.allSatisfy({ $0.string != nil }) else {
      throw MatrixError.badJSON("'user_ids' in 'm.mentions' must be a list of strings")
    }
  }
}
