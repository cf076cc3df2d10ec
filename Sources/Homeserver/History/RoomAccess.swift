import GRDB
import MatrixWire
import ModelKit

/// What a user may see of a room.
struct RoomAccess: Sendable {
  enum Standing: Sendable {
    /// Sees the present room.
    case member
    /// Sees the room as it was when they left.
    case departed
    /// Sees the present room, because it is world readable.
    case visitor
    /// Sees single events that were visible to them, but not the room.
    case none
  }

  let room: RoomID
  let standing: Standing
  let memberships: MembershipHistory
  /// The visible events.
  let ranges: PositionRanges
  /// The users whose events they have hidden.
  let ignored: IgnoredUsers

  /// The position whose state they may see; `.max` for the current state.
  var statePosition: Int64 {
    standing == .departed ? memberships.lastJoined ?? .max : .max
  }

  /// Also works for rooms that do not exist.
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
      of: StateKey(EventType.historyVisibility), in: room, from: database
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

  /// Access to the room itself.
  ///
  /// - Throws: `M_FORBIDDEN`, also when the room does not exist.
  static func require(
    of user: UserID, in room: RoomID?, from database: Database
  ) throws -> RoomAccess {
    guard let room else { throw forbidden }
    let access = try read(of: user, in: room, from: database)
    guard access.standing != .none else { throw forbidden }
    return access
  }

  static let forbidden = MatrixError.forbidden("you are not in this room")

  /// A visible event of the room; nil when there is none.
  func event(_ id: EventID, from database: Database) throws -> StoredEvent? {
    guard let event = try EventRows.event(id, in: database), event.room == room,
      ranges.contains(event.position), !ignored.hides(event)
    else { return nil }
    return event
  }

  /// The visible state, oldest first.
  func state(from database: Database) throws -> [StoredEvent] {
    try EventRows.state(of: room, at: statePosition, from: database)
  }

  /// A visible state event.
  func stateEvent(_ key: StateKey, from database: Database) throws -> StoredEvent? {
    try EventRows.stateEvent(key, of: room, at: statePosition, from: database)
  }
}
