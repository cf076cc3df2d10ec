import GRDB
import ModelKit

/// The current membership of a user in a room.
struct MembershipRow: Sendable {
  let membership: Membership
  /// Whether the user has forgotten the room.
  let isForgotten: Bool

  /// Reads a membership; nil if there never was one.
  static func read(
    of user: UserID, in room: RoomID, from database: Database
  ) throws -> MembershipRow? {
    let row = try Row.one(
      database, "SELECT membership, is_forgotten FROM memberships WHERE user = ? AND room = ?",
      [user, room])
    guard let row else { return nil }
    guard let membership = Membership(rawValue: row["membership"]) else {
      throw DamagedRow(table: "memberships", key: user.rawValue)
    }
    return MembershipRow(membership: membership, isForgotten: row["is_forgotten"])
  }
}
