import Controllers
import MatrixWire
import ModelKit
import Models

/// The state events that hold the settings of rooms.
///
/// Source: Matrix client-server API, "Room Events".
extension RoomSetting.Kind {
  /// The event that holds the setting; nil for what is no state of the room.
  var stateType: String? {
    switch self {
    case .name: EventType.name
    case .topic: EventType.topic
    case .picture: EventType.avatar
    case .address: EventType.canonicalAlias
    case .joinRule: EventType.joinRules
    case .historyVisibility: EventType.historyVisibility
    case .guests: EventType.guestAccess
    case .power: EventType.powerLevels
    case .listed: nil
    }
  }
}

extension RoomSetting {
  /// The value that an event has; nil when it has none.
  init?(_ kind: Kind, _ content: JSONObject) {
    func text(_ key: String, _ limit: Int = Limits.name) -> String? {
      content[key]?.string?.nonEmpty(cutToBytes: limit)
    }
    switch kind {
    case .name: self = .name(text("name") ?? "")
    case .topic: self = .topic(text("topic", Limits.topic) ?? "")
    case .picture: self = .picture(text("url").flatMap { MediaURI($0) })
    case .address: self = .address(text("alias").flatMap { RoomAlias($0) })
    case .joinRule:
      guard let rule = text("join_rule") else { return nil }
      self = .joinRule(rule)
    case .historyVisibility:
      guard let rule = text("history_visibility") else { return nil }
      self = .historyVisibility(rule)
    case .guests: self = .guests(text("guest_access") == "can_join")
    case .listed, .power: return nil
    }
  }

  /// The value before, which takes a change back.
  func value(in content: JSONObject) -> RoomSetting {
    if case .power(let user, _) = self {
      return .power(user, PowerLevel.number(content["users"]?[user.rawValue]))
    }
    return RoomSetting(kind, content) ?? standard
  }

  /// What holds for a room that does not say.
  private var standard: RoomSetting {
    switch self {
    case .joinRule: .joinRule("invite")
    case .historyVisibility: .historyVisibility("shared")
    default: self
    }
  }

  /// The content of the event with this value; the rest of it stays.
  func content(changing old: JSONObject) -> JSONObject {
    var content = old
    switch self {
    case .name(let name): content["name"] = .string(name)
    case .topic(let topic):
      content["topic"] = .string(topic)
      // The same in another form, which would say what the topic was.
      content["m.topic"] = nil
    case .picture(let picture):
      content = picture.map { ["url": .string($0.rawValue)] as JSONObject } ?? [:]
    case .address(let alias):
      content["alias"] = alias.map { .string($0.rawValue) }
    case .joinRule(let rule):
      content["join_rule"] = .string(rule)
      if !rule.hasSuffix("restricted") { content["allow"] = nil }
    case .historyVisibility(let rule): content["history_visibility"] = .string(rule)
    case .guests(let isOpen): content["guest_access"] = .string(isOpen ? "can_join" : "forbidden")
    case .power(let user, let level):
      var users = content["users"]?.object ?? [:]
      users[user.rawValue] = level.map { .number(JSONNumber($0)) }
      content["users"] = .object(users)
    case .listed: break
    }
    return content
  }
}
