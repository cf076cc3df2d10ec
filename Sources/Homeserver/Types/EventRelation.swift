import ModelKit

/// The `m.relates_to` of an event.
///
/// Source: Matrix client-server API, "Forming relationships between events".
struct EventRelation: Sendable, Hashable {
  let kind: String
  let parent: EventID
  /// The key of an annotation.
  let key: String?

  static let annotation = "m.annotation"
  static let replacement = "m.replace"
  static let thread = "m.thread"

  /// Nil without a `rel_type`; a mere reply has none.
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
