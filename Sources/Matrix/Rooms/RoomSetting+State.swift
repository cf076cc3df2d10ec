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
    case .address, .otherAddress: EventType.canonicalAlias
    case .joinRule, .allowedRoom: EventType.joinRules
    case .historyVisibility: EventType.historyVisibility
    case .guests: EventType.guestAccess
    case .power, .permission: EventType.powerLevels
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
    case .otherAddress, .allowedRoom, .listed, .power, .permission: return nil
    }
  }

  /// The value before, which takes a change back.
  func value(in content: JSONObject) -> RoomSetting {
    switch self {
    case .power(let user, _):
      .power(user, PowerLevel.number(content["users"]?[user.rawValue]))
    case .permission(let permission, _):
      .permission(permission, permission.level(in: content))
    case .otherAddress(let alias, _):
      .otherAddress(alias, Self.otherAddresses(in: content).contains(alias))
    case .allowedRoom(let room, _):
      .allowedRoom(room, Self.allowedRooms(in: content).contains(room))
    default: RoomSetting(kind, content) ?? standard
    }
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
    case .otherAddress(let alias, let isNamed):
      let others = (content["alt_aliases"]?.array ?? []).filter { $0.string != alias.rawValue }
      content["alt_aliases"] = .array(others + (isNamed ? [.string(alias.rawValue)] : []))
    // The list stays where it does not hold: who takes the rule back has it again.
    case .joinRule(let rule): content["join_rule"] = .string(rule)
    case .allowedRoom(let room, let isAllowed):
      let others = (content["allow"]?.array ?? []).filter { Self.allowedRoom($0) != room }
      content["allow"] = .array(others + (isAllowed ? [Self.allowing(room)] : []))
    case .historyVisibility(let rule): content["history_visibility"] = .string(rule)
    case .guests(let isOpen): content["guest_access"] = .string(isOpen ? "can_join" : "forbidden")
    case .power(let user, let level):
      var users = content["users"]?.object ?? [:]
      users[user.rawValue] = level.map { .number(JSONNumber($0)) }
      content["users"] = .object(users)
    case .permission(let permission, let level): content = permission.content(old, with: level)
    case .listed: break
    }
    return content
  }
}

/// The lists within the content of events.
extension RoomSetting {
  /// The further addresses of a room, each once.
  static func otherAddresses(in content: JSONObject) -> [RoomAlias] {
    var seen: Set<RoomAlias> = []
    return (content["alt_aliases"]?.array ?? []).prefix(Limits.pins).compactMap {
      $0.string.flatMap { RoomAlias($0) }
    }.filter { seen.insert($0).inserted }
  }

  /// The rooms whose members may join, each once.
  static func allowedRooms(in content: JSONObject) -> [RoomID] {
    var seen: Set<RoomID> = []
    return (content["allow"]?.array ?? []).prefix(Limits.pins).compactMap(allowedRoom)
      .filter { seen.insert($0).inserted }
  }

  /// The room of an entry; nil for one of another kind, which stays as it is.
  private static func allowedRoom(_ entry: JSONValue) -> RoomID? {
    guard entry["type"]?.string == membershipCondition else { return nil }
    return entry["room_id"]?.string.flatMap { RoomID($0) }
  }

  private static func allowing(_ room: RoomID) -> JSONValue {
    ["type": .string(membershipCondition), "room_id": .string(room.rawValue)]
  }

  private static let membershipCondition = "m.room_membership"
}
