import ModelKit

/// What an event says of another one, in `m.relates_to`.
///
/// Source: Matrix client-server API, "Forming relationships between events".
struct EventRelation: Sendable, Hashable {
  let kind: String
  let parent: EventID
  /// Of an annotation: what is said.
  let key: String?

  static let annotation = "m.annotation"
  static let replacement = "m.replace"
  static let thread = "m.thread"

  /// Nil when the content names none; a reply alone is none.
  init?(_ content: JSONObject) {
    guard let relation = content["m.relates_to"]?.object,
      let kind = relation["rel_type"]?.string, kind.canBeKey,
      let parent = relation["event_id"]?.string.flatMap(EventID.init)
    else { return nil }
    self.kind = kind
    self.parent = parent
    let key = relation["key"]?.string
    self.key = kind == Self.annotation && key?.utf8.contains(0) == false ? key : nil
  }
}
