/// The typing users of each room, in memory only.
///
/// A room where typing has ended keeps its entry, because clients must still learn of the end. The
/// number of entries is bounded by the rooms, each of which takes far more space on disk.
struct TypingBoard {
  /// The most typing users of a room; further notices are ignored.
  private static let usersPerRoom = 100

  private struct Entry {
    var changed: Int64
    /// The latest snapshot of the room; nil while nobody types.
    var room: RoomSnapshot?
    var users: [UserID: (number: Int64, timer: Task<Void, Never>)] = [:]
  }

  private var rooms: [RoomID: Entry] = [:]
  /// Numbers the notices, so that a timer cancelled too late does not end a newer notice.
  private var starts: Int64 = 0
  /// The position of the last change.
  private(set) var last: Int64 = 0

  /// - Parameter timer: Makes the timer that ends this notice.
  ///
  /// - Returns: Whether the typing users changed.
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

  /// - Parameter number: The notice that timed out; nil for any.
  ///
  /// - Returns: The room if its typing users changed.
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

  /// Updates the snapshot of a room; users who left stop typing.
  mutating func take(_ room: RoomSnapshot) {
    guard let entry = rooms[room.id], entry.room != nil else { return }
    rooms[room.id]?.room = room
    for user in entry.users.keys where room.membership(of: user) != .join {
      _ = stop(user, in: room.id)
    }
  }

  /// Something else has taken a position.
  mutating func skip(to position: Int64) { last = max(last, position) }

  private mutating func change(_ room: RoomID) {
    last += 1
    rooms[room]?.changed = last
  }

  /// The typing users of a room if they changed after a position.
  func users(in room: RoomID, changedAfter place: Int64) -> [UserID]? {
    guard let entry = rooms[room], entry.changed > place else { return nil }
    return entry.users.keys.sorted { $0.rawValue < $1.rawValue }
  }
}
