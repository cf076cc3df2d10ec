import ModelKit
import Models

/// Whether a room's rules let a person remove what others wrote.
enum RemovalPower {
  /// Reads `m.room.power_levels`; whatever is no number has its default.
  ///
  /// Source: Matrix client-server API, `m.room.power_levels`.
  static func allows(_ user: UserID, by levels: JSONValue) -> Bool {
    let own = level(levels["users"]?[user.rawValue]) ?? level(levels["users_default"]) ?? 0
    let event =
      level(levels["events"]?["m.room.redaction"]) ?? level(levels["events_default"]) ?? 0
    return own >= max(level(levels["redact"]) ?? 50, event)
  }

  /// Whether a person created a room of a version in which creators may do everything.
  ///
  /// Source: Matrix specification, "Room version 12".
  static func isCreator(_ user: UserID, _ content: JSONValue, sender: String) -> Bool {
    guard (content["room_version"]?.string.flatMap { Int($0) } ?? 0) >= 12 else { return false }
    let others = (content["additional_creators"]?.array ?? []).prefix(Limits.mentions)
    return sender == user.rawValue || others.contains { $0.string == user.rawValue }
  }

  /// Old rooms have levels as texts.
  private static func level(_ value: JSONValue?) -> Int? {
    value?.integer ?? value?.string.flatMap { Int($0) }
  }
}
