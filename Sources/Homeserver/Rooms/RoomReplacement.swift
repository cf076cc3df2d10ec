import MatrixWire
import ModelKit

/// What a room takes over from the one that it replaces.
struct RoomReplacement {
  let old: RoomSnapshot
  let powers: RoomPowers
  /// The event that will close the old room.
  let tombstone: EventID
  let version: RoomVersion
  let user: UserID

  private static let copiedTypes = [
    EventType.joinRules, EventType.historyVisibility, EventType.guestAccess, EventType.name,
    EventType.topic, EventType.avatar, EventType.encryption, EventType.serverACL,
  ]

  /// The new room; its creator has all power until it has the levels of the old one.
  var creation: RoomCreation {
    var creation = RoomCreation(creator: user, version: version)
    let isOpen = old.content(EventType.joinRules)?["join_rule"]?.string == "public"
    creation.preset = isOpen ? .publicChat : .privateChat
    creation.content = [
      "predecessor": ["room_id": .string(old.id.rawValue), "event_id": .string(tombstone.rawValue)]
    ]
    let oldCreation = old.content(EventType.create)
    for name in ["type", "m.federate"] { creation.content[name] = oldCreation?[name] }
    creation.initialState =
      Self.copiedTypes.compactMap { state(StateKey($0)) }
      + old.state.keys.filter { $0.type == EventType.spaceChild }.compactMap(state)
    if !version.areCreatorsAbove {
      creation.powerLevels = ["users": .object([user.rawValue: .number(JSONNumber(highest))])]
    }
    return creation
  }

  /// The levels of the old room, in which creators count as far as the version lets them; nil when it
  /// has none.
  var powerContent: JSONObject? {
    guard var content = old.content(EventType.powerLevels) else { return nil }
    var users = content["users"]?.object ?? [:]
    if powers.areCreatorsAbove {
      for creator in powers.creators { users[creator.rawValue] = .number(JSONNumber(highest)) }
    }
    if version.areCreatorsAbove { users[user.rawValue] = nil }
    content["users"] = .object(users)
    return content
  }

  /// The state that closes the old room: it loses its aliases, and only those with power may write
  /// and invite.
  var closing: [(type: String, content: JSONObject)] {
    var closing: [(type: String, content: JSONObject)] = []
    if old.content(EventType.canonicalAlias) != nil {
      closing.append((EventType.canonicalAlias, [:]))
    }
    if var content = old.content(EventType.powerLevels) {
      let least = max(50, powers.needed(to: .usersDefault) + 1)
      for field in [PowerLevels.Field.eventsDefault, .invite] {
        let level = max(powers.needed(to: field), least)
        content[field.rawValue] = .number(JSONNumber(level))
      }
      closing.append((EventType.powerLevels, content))
    }
    return closing
  }

  /// The highest level that the old room has for anything.
  private var highest: Int {
    guard let levels = powers.levels else { return 100 }
    let given = Array(levels.users.values) + levels.events.values + levels.notifications.values
    return (given + PowerLevels.Field.allCases.map { levels[$0] }).reduce(100) { max($0, $1) }
  }

  private func state(_ key: StateKey) -> RoomCreation.State? {
    guard let content = old.content(key.type, key.key), !content.members.isEmpty else {
      return nil
    }
    return RoomCreation.State(key: key, content: content)
  }
}
