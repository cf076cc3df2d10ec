import MatrixWire
import ModelKit

/// The power of everybody in a room, and what it takes to do things there.
///
/// Source: Matrix specification, room versions 11 and 12, "Authorization rules".
struct RoomPowers: Sendable {
  /// Nil while the room has no `m.room.power_levels`.
  let levels: PowerLevels?
  /// Those who made the room.
  let creators: Set<UserID>
  /// Whether those who made the room stand above all levels.
  let areCreatorsAbove: Bool

  init(levels: PowerLevels?, creators: Set<UserID>, areCreatorsAbove: Bool) {
    self.levels = levels
    self.creators = creators
    self.areCreatorsAbove = areCreatorsAbove
  }

  /// The powers as the state of the room has them.
  init(of room: RoomSnapshot) throws {
    levels = try room.content(EventName.powerLevels).map { try PowerLevels($0) }
    areCreatorsAbove = RoomVersion(rawValue: room.version)?.areCreatorsAbove ?? false
    var creators: Set<UserID> = [room.creator]
    if areCreatorsAbove {
      let more = room.content(EventName.create)?["additional_creators"]?.array ?? []
      creators.formUnion(more.compactMap { $0.string.flatMap(UserID.init) })
    }
    self.creators = creators
  }

  /// The power of a user; nothing is above `Int.max`.
  func level(of user: UserID) -> Int {
    if areCreatorsAbove, creators.contains(user) { return .max }
    guard let levels else { return creators.contains(user) ? 100 : 0 }
    return levels.users[user] ?? levels[.usersDefault]
  }

  /// What it takes to ban, kick, invite or redact.
  func needed(to field: PowerLevels.Field) -> Int {
    if let levels { return levels[field] }
    // State is free for all as long as no event says otherwise.
    return field == .stateDefault ? 0 : field.standard
  }

  /// What it takes to send an event.
  func needed(for type: String, isState: Bool) -> Int {
    levels?.events[ExactText(type)] ?? needed(to: isState ? .stateDefault : .eventsDefault)
  }

  /// Whether a user's mention of everybody counts.
  func canNotifyRoom(_ user: UserID) -> Bool {
    level(of: user) >= (levels?.notifyingRoom ?? 50)
  }
}
