import MatrixWire
import ModelKit

/// Checks of what a draft holds, apart from who sends it.
enum EventChecks {
  /// The greatest length of a type, a state key and a sender, in bytes.
  ///
  /// Source: Matrix client-server API, "Size limits".
  private static let longestField = 255

  /// What only makes sense as state.
  private static let stateTypes: Set<String> = [
    EventName.create, EventName.member, EventName.powerLevels, EventName.joinRules,
    EventName.name, EventName.topic, EventName.tombstone, EventName.canonicalAlias,
    EventName.historyVisibility,
  ]

  /// The draft with a content that all programs read alike.
  ///
  /// - Throws: `M_BAD_JSON`, and `M_TOO_LARGE` for long types and state keys.
  static func checked(_ draft: EventDraft) throws -> EventDraft {
    for field in [draft.type, draft.stateKey ?? "", draft.sender.rawValue]
    where field.utf8.count > longestField {
      throw MatrixError.tooLarge("type, state key and sender have at most 255 bytes")
    }
    for field in [draft.type, draft.stateKey ?? ""] where field.utf8.contains(0) {
      throw MatrixError.badJSON("type and state key hold no U+0000")
    }
    guard !draft.type.isEmpty else { throw MatrixError.invalid("the type of the event is empty") }
    if draft.stateKey == nil, stateTypes.contains(draft.type) {
      throw MatrixError.badJSON("'\(draft.type)' is a state event")
    }
    var draft = draft
    draft.content = try CanonicalJSON.checked(draft.content)
    switch draft.type {
    case EventName.message: try need(["body", "msgtype"], draft.content)
    case EventName.name: try need(["name"], draft.content)
    case EventName.topic: try need(["topic"], draft.content)
    case EventName.tombstone: try need(["replacement_room"], draft.content)
    case EventName.joinRules: try need(["join_rule"], draft.content)
    case EventName.historyVisibility: try need(["history_visibility"], draft.content)
    case EventName.powerLevels: _ = try PowerLevels(draft.content)
    case EventName.member: try checkMember(draft)
    default: break
    }
    try checkMentions(draft.content)
    return draft
  }

  private static func need(_ names: [String], _ content: JSONObject) throws {
    for name in names where content[name]?.string == nil {
      throw MatrixError.badJSON("'\(name)' of the content is no text")
    }
  }

  private static func checkMember(_ draft: EventDraft) throws {
    guard let text = draft.content["membership"]?.string, Membership(rawValue: text) != nil else {
      throw MatrixError.badJSON("'membership' of the content is none")
    }
    guard UserID(draft.stateKey ?? "") != nil else {
      throw MatrixError.invalid("the state key of a membership is a user id")
    }
    for name in ["displayname", "avatar_url", "reason"] {
      guard let value = draft.content[name], value != .null else { continue }
      guard value.string != nil else {
        throw MatrixError.badJSON("'\(name)' of the content is no text")
      }
    }
  }

  private static func checkMentions(_ content: JSONObject) throws {
    guard let mentions = content["m.mentions"] else { return }
    guard let object = mentions.object else {
      throw MatrixError.badJSON("'m.mentions' is no object")
    }
    if let room = object["room"], room.boolean == nil {
      throw MatrixError.badJSON("'room' of 'm.mentions' is no boolean")
    }
    guard let users = object["user_ids"] else { return }
    guard let users = users.array, users.allSatisfy({ $0.string != nil }) else {
      throw MatrixError.badJSON("'user_ids' of 'm.mentions' is no list of texts")
    }
  }
}
