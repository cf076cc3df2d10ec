/// Who is typing where; kept in memory alone.
///
/// Of a room where nobody types any more is kept that this is so, or whoever was told otherwise would
/// not hear of it: as many entries as rooms where somebody typed since the start, which are on the
/// disk with much more.
struct TypingBoard {
  /// Of one room; more are not told.
  private static let usersPerRoom = 100

  private struct Entry {
    var changed: Int64
    /// What the room was last; nil while nobody types.
    var room: RoomSnapshot?
    var users: [UserID: (number: Int64, timer: Task<Void, Never>)] = [:]
  }

  private var rooms: [RoomID: Entry] = [:]
  /// Counts the starts, so that a timer that was too late to be cancelled ends nothing newer.
  private var starts: Int64 = 0
  /// Counts the changes.
  private(set) var last: Int64 = 0

  /// Notes that a user types.
  ///
  /// - Parameter timer: Makes what stops this start after its time.
  /// - Returns: Whether that is something to tell.
  mutating func start(
    _ user: UserID, in room: RoomSnapshot, timer: (Int64) -> Task<Void, Never>
  ) -> Bool {
    var entry = rooms[room.id] ?? Entry(changed: last)
    let earlier = entry.users[user]
    guard earlier != nil || entry.users.count < Self.usersPerRoom else { return false }
    earlier?.timer.cancel()
    starts += 1
    entry.users[user] = (starts, timer(starts))
    entry.room = room
    rooms[room.id] = entry
    if earlier == nil { change(room.id) }
    return earlier == nil
  }

  /// Notes that a user stopped.
  ///
  /// - Parameter number: The start that ended; nil for any.
  /// - Returns: The room, if that is something to tell.
  mutating func stop(_ user: UserID, in id: RoomID, _ number: Int64? = nil) -> RoomSnapshot? {
    guard let start = rooms[id]?.users[user], number ?? start.number == start.number else {
      return nil
    }
    start.timer.cancel()
    rooms[id]?.users[user] = nil
    change(id)
    let room = rooms[id]?.room
    if rooms[id]?.users.isEmpty == true { rooms[id]?.room = nil }
    return room
  }

  /// Takes over who is in a room; those who left type no more.
  mutating func take(_ room: RoomSnapshot) {
    guard let entry = rooms[room.id], entry.room != nil else { return }
    rooms[room.id]?.room = room
    for user in entry.users.keys where room.membership(of: user) != .join {
      _ = stop(user, in: room.id)
    }
  }

  private mutating func change(_ room: RoomID) {
    last += 1
    rooms[room]?.changed = last
  }

  /// Who types in a room, if that changed behind a place.
  func users(in room: RoomID, changedAfter place: Int64) -> [UserID]? {
    guard let entry = rooms[room], entry.changed > place else { return nil }
    return entry.users.keys.sorted { $0.rawValue < $1.rawValue }
  }
}
