import GRDB
import ModelKit

/// What a user is to a room now.
struct MembershipRow: Sendable {
  let membership: Membership
  /// Whether the user wants to know nothing of the room any more.
  let isForgotten: Bool

  /// nil when there never was anything.
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
