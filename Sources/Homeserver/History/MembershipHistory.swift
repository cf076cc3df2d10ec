import GRDB
import MatrixWire
import ModelKit

/// The memberships of a user in a room over time.
struct MembershipHistory: Sendable {
  struct Change: Sendable, Hashable {
    let position: Int64
    let membership: Membership
  }

  /// In order of position; a profile change repeats the membership.
  let changes: [Change]

  static func read(
    of user: UserID, in room: RoomID, from database: Database
  ) throws -> MembershipHistory {
    MembershipHistory(
      changes: try EventRows.history(
        of: StateKey(EventType.member, user.rawValue), in: room, from: database
      ) {
        Change(position: $0.position, membership: try $0.membership() ?? .leave)
      })
  }

  /// The membership after the event at a position; nil before the first one.
  func membership(at position: Int64) -> Membership? {
    changes.last { $0.position <= position }?.membership
  }

  /// The position at which the present stay began; nil when the user is not in the room.
  var joinedSince: Int64? { changes.reversed().prefix { $0.membership == .join }.last?.position }

  /// The last position at which the user was joined: `.max` for a present member, nil for a user
  /// who never joined.
  var lastJoined: Int64? {
    guard let index = changes.lastIndex(where: { $0.membership == .join }) else { return nil }
    return index + 1 < changes.count ? changes[index + 1].position : .max
  }
}

extension StoredEvent {
  /// The membership in an `m.room.member` event; nil when it is unknown.
  func membership() throws -> Membership? {
    (try content().value())["membership"]?.string.flatMap(Membership.init)
  }
}
