import Controllers
import MatrixWire
import ModelKit

/// The levels of `m.room.power_levels` that the permissions of rooms stand for.
///
/// Source: Matrix client-server API, `m.room.power_levels`.
extension RoomPermission {
  /// The level that a content has; nil where it leaves it to the specification.
  func level(in content: JSONObject) -> Int? {
    let place = place(in: content)
    guard let group = place.group else { return PowerLevel.number(content[place.key]) }
    return PowerLevel.number(content[group]?[place.key])
  }

  /// The level that holds.
  func holdingLevel(in content: JSONObject) -> Int {
    level(in: content) ?? standard(in: content)
  }

  /// The content with another level, or without one: the specification's then holds.
  func content(_ old: JSONObject, with level: Int?) -> JSONObject {
    var content = old
    let (place, value) = (place(in: old), level.map { JSONValue.number(JSONNumber($0)) })
    guard let group = place.group else {
      content[place.key] = value
      return content
    }
    var levels = content[group]?.object ?? [:]
    levels[place.key] = value
    content[group] = .object(levels)
    return content
  }

  private func place(in content: JSONObject) -> (group: String?, key: String) {
    switch self {
    // Where messages have a level of their own, that of all other events lets nobody write.
    case .write:
      PowerLevel.number(content["events"]?[EventType.message]) == nil
        ? (nil, "events_default") : ("events", EventType.message)
    case .pin: ("events", EventType.pinnedEvents)
    case .erase: (nil, "redact")
    case .mentionRoom: ("notifications", "room")
    case .invite: (nil, "invite")
    case .kick: (nil, "kick")
    case .ban: (nil, "ban")
    case .edit: (nil, "state_default")
    }
  }

  /// What holds where the event does not say.
  private func standard(in content: JSONObject) -> Int {
    switch self {
    case .write, .invite: 0
    case .pin: RoomPermission.edit.holdingLevel(in: content)
    case .erase, .mentionRoom, .kick, .ban, .edit: 50
    }
  }
}
