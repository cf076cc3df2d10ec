import ModelKit
import Models

/// What a room's power levels let a person do.
enum RoomPower {
  /// Whether a person may remove what others wrote.
  ///
  /// Source: Matrix client-server API, `m.room.power_levels`.
  static func allows(_ user: UserID, by levels: JSONValue) -> Bool {
    let own = PowerLevel.of(user.rawValue, in: levels)
    let event =
      PowerLevel.number(levels["events"]?["m.room.redaction"])
      ?? PowerLevel.number(levels["events_default"]) ?? 0
    return own >= max(PowerLevel.number(levels["redact"]) ?? 50, event)
  }

  /// Whether a person may set state of a type.
  static func allowsState(_ type: String, by user: UserID, _ levels: JSONValue) -> Bool {
    let needed =
      PowerLevel.number(levels["events"]?[type]) ?? PowerLevel.number(levels["state_default"]) ?? 50
    return PowerLevel.of(user.rawValue, in: levels) >= needed
  }

  /// Whether a person created a room of a version in which creators may do everything.
  ///
  /// Source: Matrix specification, "Room version 12".
  static func isCreator(_ user: UserID, _ content: JSONValue, sender: String) -> Bool {
    guard (content["room_version"]?.string.flatMap { Int($0) } ?? 0) >= 12 else { return false }
    let others = (content["additional_creators"]?.array ?? []).prefix(Limits.mentions)
    return sender == user.rawValue || others.contains { $0.string == user.rawValue }
  }
}
