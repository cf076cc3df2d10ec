import Controllers
import Models

/// Something to show that is computed from an account's store.
struct StoreQuery<Value: Equatable & Sendable>: Sendable {
  /// Computes the current value.
  let value: @Sendable (StoreContents, AccountTables) throws -> Value
  /// Whether a change may change the value.
  let isAffected: @Sendable (StoreChanges) -> Bool
  /// What a value that was read ahead is found by; nil for queries that are not read ahead.
  var key: StoreQueryKey?
}

/// The identity of a query that may be read ahead.
enum StoreQueryKey: Equatable, Sendable {
  case timeline(RoomID, TimelinePlace)
}

extension StoreQuery<Timeline> {
  static func timeline(of room: RoomID, at place: TimelinePlace = .newest) -> Self {
    Self(
      value: { try $0.timeline(of: room, at: place, $1) },
      isAffected: { !$0.people.isEmpty || $0.rooms.contains(room) },
      key: .timeline(room, place))
  }
}

extension StoreQuery<EventID?> {
  static func newestMessage(of room: RoomID) -> Self {
    Self(
      value: { try $0.rooms[room]?.newestMessage($1) }, isAffected: { $0.rooms.contains(room) })
  }
}

extension StoreQuery<RoomMembers> {
  static func members(of room: RoomID) -> Self {
    Self(value: { try $0.members(of: room, $1) }, isAffected: { $0.rooms.contains(room) })
  }
}

extension StoreQuery<RoomPowers?> {
  static func powers(in room: RoomID) -> Self {
    Self(
      value: { contents, _ in contents.rooms[room]?.shownPowers },
      isAffected: { $0.rooms.contains(room) })
  }
}

extension StoreQuery<PersonInRoom> {
  static func person(_ user: UserID, in room: RoomID) -> Self {
    Self(
      value: { try $0.person(user, in: room, $1) }, isAffected: { $0.rooms.contains(room) })
  }
}

extension StoreQuery<Set<UserID>> {
  static var ignored: Self {
    Self(value: { contents, _ in contents.ignored }, isAffected: { $0.touchesProfiles })
  }
}

extension StoreQuery<Profile> {
  static func profile(of user: UserID) -> Self {
    Self(
      value: { try $0.profile(of: user, $1) },
      isAffected: { $0.touchesProfiles || $0.people.contains(user) })
  }
}
