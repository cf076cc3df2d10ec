import MatrixWire
import ModelKit

/// The description of a new room.
struct RoomCreation: Sendable {
  static let maximumInvites = 256
  static let maximumState = 1000

  struct State: Sendable {
    let key: StateKey
    let content: JSONObject
  }

  var creator: UserID
  var version: RoomVersion
  var preset = RoomPreset.privateChat
  /// Whether the directory lists it.
  var isListed = false
  var alias: RoomAlias?
  var name: String?
  var topic: String?
  var invites: [UserID] = []
  var isDirect = false
  /// Added to the content of `m.room.create`.
  var content: JSONObject = [:]
  var initialState: [State] = []
  /// Overrides members of the content of `m.room.power_levels`.
  var powerLevels: JSONObject = [:]
}

extension RoomCreation {
  /// The content of `m.room.create`.
  var createContent: JSONObject {
    var content = content
    content["room_version"] = .string(version.rawValue)
    // Version 11 dropped this member, but old clients need it.
    content["creator"] = version.areCreatorsAbove ? nil : .string(creator.rawValue)
    if version.areCreatorsAbove, preset.trustsInvited, !invites.isEmpty {
      var creators = content["additional_creators"]?.array ?? []
      for user in invites where !creators.contains(.string(user.rawValue)) {
        creators.append(.string(user.rawValue))
      }
      content["additional_creators"] = .array(creators)
    }
    return content
  }

  /// The content of `m.room.power_levels`, with Synapse's levels, because clients expect them.
  var powerContent: JSONObject {
    var users = JSONObject()
    if !version.areCreatorsAbove {
      users[creator.rawValue] = 100
      if preset.trustsInvited {
        for user in invites { users[user.rawValue] = 100 }
      }
    }
    var content: JSONObject = ["users": .object(users), "users_default": 0]
    content["events"] = .object([
      EventType.name: 50, EventType.avatar: 50, EventType.canonicalAlias: 50,
      EventType.powerLevels: 100, EventType.historyVisibility: 100, EventType.serverACL: 100,
      EventType.encryption: 100,
      EventType.tombstone: version.areCreatorsAbove ? 150 : 100,
    ])
    for (name, level) in [
      ("events_default", 0), ("state_default", 50), ("ban", 50), ("kick", 50), ("redact", 50),
      ("invite", preset == .publicChat ? 50 : 0),
    ] {
      content[name] = .number(JSONNumber(level))
    }
    if preset == .publicChat, var events = content["events"]?.object {
      events["m.call.invite"] = 50
      content["events"] = .object(events)
    }
    for member in powerLevels { content[member.key] = member.value }
    return content
  }
}
