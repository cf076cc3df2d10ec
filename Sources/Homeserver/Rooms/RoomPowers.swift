import MatrixWire
import ModelKit

/// The power levels of the users of a room, and the levels that actions require.
///
/// Source: Matrix specification, room versions 11 and 12, "Authorization rules".
struct RoomPowers: Sendable {
  /// Nil while the room has no `m.room.power_levels`.
  let levels: PowerLevels?
  let creators: Set<UserID>
  /// Whether the creators rank above all levels.
  let areCreatorsAbove: Bool

  /// The power level of a user; creators of version 12 rooms have `Int.max`.
  func level(of user: UserID) -> Int {
    if areCreatorsAbove, creators.contains(user) { return .max }
    guard let levels else { return creators.contains(user) ? 100 : 0 }
    return levels.users[user] ?? levels[.usersDefault]
  }

  /// The level that banning, kicking, inviting or redacting requires.
  func needed(to field: PowerLevels.Field) -> Int {
    if let levels { return levels[field] }
    // Without power levels, anyone may send state.
    return field == .stateDefault ? 0 : field.standard
  }

  /// The level that sending an event requires.
  func needed(for type: String, isState: Bool) -> Int {
    levels?.events[ExactText(type)] ?? needed(to: isState ? .stateDefault : .eventsDefault)
  }

  /// Whether a user may notify everybody in a way, which for a mention is `room`.
  func canNotify(_ user: UserID, by kind: String = "room") -> Bool {
    level(of: user) >= (levels?.notifying(kind) ?? 50)
  }
}

extension RoomPowers {
  init(of room: RoomSnapshot) throws {
    let areCreatorsAbove = RoomVersion(rawValue: room.version)?.areCreatorsAbove ?? false
    let others = areCreatorsAbove ? room.content(EventType.create)?["additional_creators"] : nil
    let creators = (others?.array ?? []).compactMap { $0.string.flatMap(UserID.init) }
    self.init(
      levels: try room.content(EventType.powerLevels).map { try PowerLevels($0) },
      creators: Set(creators + [room.creator]), areCreatorsAbove: areCreatorsAbove)
  }
}
