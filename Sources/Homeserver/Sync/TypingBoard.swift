/// Who is typing where; kept in memory alone.
struct TypingBoard {
  /// Of one room; more are not told.
  private static let usersPerRoom = 100

  private struct RoomEntry {
    var changed: Int64
    /// When each ends, as the wheel has it.
    var users: [UserID: Int64] = [:]
  }

  private var rooms: [RoomID: RoomEntry] = [:]
  /// Counts the changes.
  private(set) var last: Int64 = 0

  /// When a user stops typing unless told otherwise; nil when the user does not type.
  func deadline(of user: UserID, in room: RoomID) -> Int64? { rooms[room]?.users[user] }

  /// Notes that a user types until a deadline.
  ///
  /// - Returns: whether that is something to tell; nil when too many type already.
  mutating func start(_ user: UserID, in room: RoomID, until deadline: Int64) -> Bool? {
    let isNew = rooms[room]?.users[user] == nil
    guard !isNew || rooms[room]?.users.count ?? 0 < Self.usersPerRoom else { return nil }
    if isNew { change(room) }
    rooms[room]?.users[user] = deadline
    return isNew
  }

  /// Notes that a user stopped.
  ///
  /// - Returns: whether that is something to tell.
  mutating func stop(_ user: UserID, in room: RoomID) -> Bool {
    guard rooms[room]?.users.removeValue(forKey: user) != nil else { return false }
    change(room)
    return true
  }

  private mutating func change(_ room: RoomID) {
    last += 1
    rooms[room, default: RoomEntry(changed: last)].changed = last
  }

  /// Who types in a room, if that changed behind a place.
  func users(in room: RoomID, changedAfter place: Int64) -> [UserID]? {
    guard let entry = rooms[room], entry.changed > place else { return nil }
    return entry.users.keys.sorted { $0.rawValue < $1.rawValue }
  }
}
