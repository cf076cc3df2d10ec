import GRDB
import ModelKit

/// What a user may see of a room.
struct RoomAccess: Sendable {
  enum Standing: Sendable {
    /// Sees the room as it is.
    case member
    /// Sees the room as it was when they left.
    case departed
    /// Sees the room as it is, because everybody does.
    case visitor
    /// Sees what there was to see for them, event by event, and nothing of the room.
    case none
  }

  let room: RoomID
  let standing: Standing
  let memberships: MembershipHistory
  /// The events that they may see.
  let ranges: PositionRanges
  /// Whose events they do not want to see.
  let ignored: IgnoredUsers

  /// The place in the order whose state they may see; the greatest one for the current state.
  var statePosition: Int64 {
    standing == .departed ? memberships.lastJoined ?? .max : .max
  }

  /// Reads it, for rooms that there are not too.
  static func read(
    of user: UserID, in room: RoomID, from database: Database
  ) throws -> RoomAccess {
    let row = try MembershipRow.read(of: user, in: room, from: database)
    let isForgotten = row.map { $0.isForgotten && $0.membership != .join } ?? true
    let memberships =
      isForgotten
      ? MembershipHistory(changes: [])
      : try MembershipHistory.read(of: user, in: room, from: database)
    let visibilities = try EventRows.history(
      of: StateKey("m.room.history_visibility"), in: room, from: database
    ) {
      HistoryVisibility.Change(position: $0.position, visibility: try HistoryVisibility($0))
    }
    let standing: Standing =
      switch row?.membership {
      case .join: .member
      case .leave where memberships.lastJoined != nil, .ban where memberships.lastJoined != nil:
        .departed
      default: visibilities.last?.visibility == .worldReadable ? .visitor : .none
      }
    return RoomAccess(
      room: room, standing: standing, memberships: memberships,
      ranges: HistoryVisibility.visible(visibilities, memberships),
      ignored: try IgnoredUsers.read(of: user, from: database))
  }

  /// Reads it for who wants to see the room itself.
  ///
  /// - Throws: `M_FORBIDDEN`, also for rooms that there are not.
  static func require(
    of user: UserID, in room: RoomID?, from database: Database
  ) throws -> RoomAccess {
    guard let room else { throw forbidden }
    let access = try read(of: user, in: room, from: database)
    guard access.standing != .none else { throw forbidden }
    return access
  }

  static let forbidden = MatrixError.forbidden("you are not in that room")

  /// An event of the room that the user may see; nil when there is none.
  func event(_ id: EventID, from database: Database) throws -> StoredEvent? {
    guard let event = try EventRows.event(id, in: database), event.room == room,
      ranges.contains(event.position), !ignored.hides(event)
    else { return nil }
    return event
  }

  /// The state that the user may see, oldest first.
  func state(from database: Database) throws -> [StoredEvent] {
    try EventRows.state(of: room, at: statePosition, from: database)
  }

  /// What stands at a place of the state that the user may see.
  func stateEvent(_ key: StateKey, from database: Database) throws -> StoredEvent? {
    try EventRows.stateEvent(key, of: room, at: statePosition, from: database)
  }
}
