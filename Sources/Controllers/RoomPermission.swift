/// What the people of a room may do from a certain power on.
///
/// Source: Matrix client-server API, `m.room.power_levels`.
package enum RoomPermission: String, Hashable, Sendable, CaseIterable {
  case write, pin
  /// Removing what others wrote.
  case erase
  /// Notifying everybody in the room at once.
  case mentionRoom
  case invite
  /// Removing members.
  case kick
  case ban
  /// Changing what has no power of its own, such as most settings.
  case edit
}
