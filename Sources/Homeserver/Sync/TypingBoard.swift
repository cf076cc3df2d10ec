/// Who is typing where; kept in memory alone.
///
/// Of a room where nobody types any more is kept that this is so, or whoever was told otherwise would
/// not hear of it; of the last such rooms only. Clients that have not asked since before are told
/// that of every room.
struct TypingBoard {
  /// Of one room; more are not told.
  private static let usersPerRoom = 100
  /// How many rooms are kept at least where nobody types; twice as many at most.
  static let quietRooms = 500

  private struct RoomEntry {
    var changed: Int64
    /// When each ends, as the wheel has it.
    var users: [UserID: Int64] = [:]
  }

  private var rooms: [RoomID: RoomEntry] = [:]
  /// How many of them are without users.
  private var quietCount = 0
  /// The last change of those that are kept no more.
  private var forgotten: Int64 = 0
  /// Counts the changes.
  private(set) var last: Int64 = 0

  /// How many rooms are kept.
  var roomCount: Int { rooms.count }

  /// When a user stops typing unless told otherwise; nil when the user does not type.
  func deadline(of user: UserID, in room: RoomID) -> Int64? { rooms[room]?.users[user] }

  /// Notes that a user types until a deadline.
  ///
  /// - Returns: whether that is something to tell; nil when too many type already.
  mutating func start(_ user: UserID, in room: RoomID, until deadline: Int64) -> Bool? {
    let isNew = rooms[room]?.users[user] == nil
    guard !isNew || rooms[room]?.users.count ?? 0 < Self.usersPerRoom else { return nil }
    if isNew {
      if rooms[room]?.users.isEmpty == true { quietCount -= 1 }
      change(room)
    }
    rooms[room]?.users[user] = deadline
    return isNew
  }

  /// Notes that a user stopped.
  ///
  /// - Returns: whether that is something to tell.
  mutating func stop(_ user: UserID, in room: RoomID) -> Bool {
    guard rooms[room]?.users.removeValue(forKey: user) != nil else { return false }
    change(room)
    if rooms[room]?.users.isEmpty == true {
      quietCount += 1
      if quietCount > 2 * Self.quietRooms { forgetQuietRooms() }
    }
    return true
  }

  private mutating func change(_ room: RoomID) {
    last += 1
    rooms[room, default: RoomEntry(changed: last)].changed = last
  }

  private mutating func forgetQuietRooms() {
    let quiet = rooms.filter { $0.value.users.isEmpty }.sorted {
      $0.value.changed < $1.value.changed
    }
    for (room, entry) in quiet.dropLast(Self.quietRooms) {
      rooms[room] = nil
      quietCount -= 1
      forgotten = entry.changed
    }
  }

  /// Who types in a room, if that changed behind a place, or may have.
  func users(in room: RoomID, changedAfter place: Int64) -> [UserID]? {
    guard let entry = rooms[room] else {
      // At the first place nobody has been told of anybody.
      return place > 0 && place < forgotten ? [] : nil
    }
    guard entry.changed > place else { return nil }
    return entry.users.keys.sorted { $0.rawValue < $1.rawValue }
  }
}
