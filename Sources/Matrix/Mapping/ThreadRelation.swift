import ModelKit
import Models

/// The relation of an event to the thread that it belongs to.
///
/// Source: Matrix client-server API, "Threading".
enum ThreadRelation {
  static let type = "m.thread"

  /// The event that begins the thread; nil for an event of the room's own history.
  static func root(in content: JSONValue, of event: EventID) -> EventID? {
    let relation = content["m.relates_to"]
    guard relation?["rel_type"]?.string == type else { return nil }
    let root = relation?["event_id"]?.string.flatMap { EventID($0) }
    return root == event ? nil : root
  }

  /// The same of an event to send, which may name its root by a transaction.
  static func unsentRoot(in content: JSONObject) -> Message.ID? {
    let relation = content["m.relates_to"]
    guard relation?["rel_type"]?.string == type else { return nil }
    return relation?["event_id"]?.string.flatMap { Message.ID($0) }
  }
}
