import Models

/// The rows of the list in order, with binary search.
struct RoomOrder {
  private(set) var rows: [RoomRowViewModel] = []

  /// The number of invites, which come first.
  var inviteCount: Int { place { Section($0) == .invites } }
  /// The number of direct chats, which come next.
  var directCount: Int { place { Section($0) != .rooms } - inviteCount }

  init() {}

  /// Sorts rows.
  init(sorting rows: [RoomRowViewModel]) {
    self.rows = rows.sorted { Self.isBefore($0.room, $1.room) }
  }

  /// The index of a row; nil if the row is not in the list.
  func index(of row: RoomRowViewModel) -> Int? {
    let index = place(of: row.room)
    return index < rows.count && rows[index] === row ? index : nil
  }

  /// Inserts a new row at its place.
  mutating func insert(_ row: RoomRowViewModel) {
    rows.insert(row, at: place(of: row.room))
  }

  /// Removes a row.
  mutating func remove(_ row: RoomRowViewModel) {
    if let index = index(of: row) { rows.remove(at: index) }
  }

  /// Updates a row's room, and moves the row to its new place.
  mutating func show(_ room: Room, on row: RoomRowViewModel) {
    guard let index = index(of: row) else { return }
    row.show(room)
    let isAfter = index == 0 || Self.isBefore(rows[index - 1].room, room)
    let isBefore = index == rows.count - 1 || Self.isBefore(room, rows[index + 1].room)
    guard !isAfter || !isBefore else { return }
    rows.remove(at: index)
    insert(row)
  }

  /// The index at which a room is, or would be inserted.
  private func place(of room: Room) -> Int {
    place { Self.isBefore($0, room) }
  }

  /// The length of the prefix for which a condition holds; the condition must fail for all later
  /// rows.
  private func place(_ isAmong: (Room) -> Bool) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if isAmong(rows[middle].room) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Sorts by section, then by newest activity.
  private static func isBefore(_ left: Room, _ right: Room) -> Bool {
    let (one, other) = (Section(left), Section(right))
    if one != other { return one.rawValue < other.rawValue }
    let (activity, otherActivity) = (left.lastActivity, right.lastActivity)
    if activity != otherActivity {
      return (activity?.milliseconds ?? .min) > (otherActivity?.milliseconds ?? .min)
    }
    return left.id.rawValue < right.id.rawValue
  }

  private enum Section: Int {
    case invites, direct, rooms

    init(_ room: Room) {
      self = room.membership == .invited ? .invites : room.directUser == nil ? .rooms : .direct
    }
  }
}
