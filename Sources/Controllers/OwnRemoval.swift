package import Models

/// Somebody else has ended the account's membership of a room.
package struct OwnRemoval: Hashable, Sendable {
  /// The room as the account knew it last.
  package var room: Room
  /// Who did it, as the room names them.
  package var remover: User
  /// Why, in their words; nil when the account ignores them.
  package var reason: String?
  /// Whether the account cannot come back.
  package var isBan: Bool

  package init(room: Room, remover: User, reason: String? = nil, isBan: Bool = false) {
    self.room = room
    self.remover = remover
    self.reason = reason
    self.isBan = isBan
  }
}
