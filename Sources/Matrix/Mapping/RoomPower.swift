import ModelKit
import Models

/// What a room's power levels let a person do.
enum RoomPower {
  /// Whether a person may remove what others wrote.
  ///
  /// Source: Matrix client-server API, `m.room.power_levels`.
  static func allows(_ user: UserID, by levels: JSONValue) -> Bool {
    PowerLevel.of(user.rawValue, in: levels) >= removalLevel(levels)
  }

  private static func removalLevel(_ levels: JSONValue) -> Int {
    let event =
      PowerLevel.number(levels["events"]?["m.room.redaction"])
      ?? PowerLevel.number(levels["events_default"]) ?? 0
    return max(PowerLevel.number(levels["redact"]) ?? 50, event)
  }

  /// Who may end the polls of others: whoever may remove what they wrote.
  ///
  /// Source: MSC3381.
  static func pollEnders(_ levels: JSONValue) -> PowerHolders {
    people(with: removalLevel(levels), levels)
  }

  /// Who may notify everybody in the room at once.
  static func roomNotifiers(_ levels: JSONValue) -> PowerHolders {
    people(with: PowerLevel.number(levels["notifications"]?["room"]) ?? 50, levels)
  }

  private static func people(with needed: Int, _ levels: JSONValue) -> PowerHolders {
    if PowerLevel.ordinary(in: levels) >= needed { return .everybody }
    let users = (levels["users"]?.object ?? [:]).lazy.map(\.key)
      .filter { PowerLevel.of($0, in: levels) >= needed }
    return .these(users.prefix(Limits.mentions).compactMap { UserID($0) })
  }

  /// Whether a person may set state of a type.
  static func allowsState(_ type: String, by user: UserID, _ levels: JSONValue) -> Bool {
    PowerLevel.of(user.rawValue, in: levels) >= neededForState(type, levels)
  }

  /// The power that setting state of a type needs.
  static func neededForState(_ type: String, _ levels: JSONValue) -> Int {
    PowerLevel.number(levels["events"]?[type]) ?? PowerLevel.number(levels["state_default"]) ?? 50
  }

  /// The power that sending an event of a type that is no state needs.
  static func needed(_ type: String, _ levels: JSONValue) -> Int {
    PowerLevel.number(levels["events"]?[type]) ?? PowerLevel.number(levels["events_default"]) ?? 0
  }

  /// Who created a room of a version in which creators may do everything.
  ///
  /// Source: Matrix specification, "Room version 12".
  static func creators(_ content: JSONValue, sender: String) -> [UserID] {
    guard (content["room_version"]?.string.flatMap { Int($0) } ?? 0) >= 12 else { return [] }
    let others = (content["additional_creators"]?.array ?? []).prefix(Limits.mentions)
    return ([sender] + others.compactMap(\.string)).compactMap { UserID($0) }
  }
}
