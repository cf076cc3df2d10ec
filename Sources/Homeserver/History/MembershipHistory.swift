import GRDB
import ModelKit

/// What a user was to a room, and since when.
struct MembershipHistory: Sendable {
  struct Change: Sendable, Hashable {
    let position: Int64
    let membership: Membership
  }

  /// By position; the same membership twice in a row when the profile changed.
  private(set) var changes: [Change]

  init(changes: [Change]) {
    self.changes = changes
  }

  /// All of it.
  static func read(
    of user: UserID, in room: RoomID, from database: Database
  ) throws -> MembershipHistory {
    MembershipHistory(
      changes: try EventRows.history(
        of: StateKey("m.room.member", user.rawValue), in: room, from: database
      ) {
        Change(position: $0.position, membership: try $0.membership() ?? .leave)
      })
  }

  /// What the user was after the event at a position; nil when there was nothing yet.
  func membership(at position: Int64) -> Membership? {
    changes.last { $0.position <= position }?.membership
  }

  /// The position at which the user came who is in the room now; nil for who is not.
  var joinedSince: Int64? { changes.reversed().prefix { $0.membership == .join }.last?.position }

  /// The last position at which the user was joined, the greatest one for who is so now; nil for
  /// who never was.
  var lastJoined: Int64? {
    guard let index = changes.lastIndex(where: { $0.membership == .join }) else { return nil }
    return index + 1 < changes.count ? changes[index + 1].position : .max
  }
}

extension StoredEvent {
  /// What an `m.room.member` event makes of its user; nil when it says nothing that is known.
  func membership() throws -> Membership? {
    (try content().value())["membership"]?.string.flatMap(Membership.init)
  }
}
