import Models

/// The rows of the list in their order, which is found again by halving.
struct RoomOrder {
  private(set) var rows: [RoomRowViewModel] = []

  /// The number of invites, which come first.
  var inviteCount: Int { place { Section($0) == .invites } }
  /// The number of direct chats, which come next.
  var directCount: Int { place { Section($0) != .rooms } - inviteCount }

  init() {}

  /// Puts rows into their order.
  init(sorting rows: [RoomRowViewModel]) {
    self.rows = rows.sorted { Self.isBefore($0.room, $1.room) }
  }

  /// Where a row stands; nil for one that does not.
  func index(of row: RoomRowViewModel) -> Int? {
    let index = place(of: row.room)
    return index < rows.count && rows[index] === row ? index : nil
  }

  /// Puts a new row to its place.
  mutating func insert(_ row: RoomRowViewModel) {
    rows.insert(row, at: place(of: row.room))
  }

  /// Takes a row out.
  mutating func remove(_ row: RoomRowViewModel) {
    if let index = index(of: row) { rows.remove(at: index) }
  }

  /// Shows on a row what has become of its room, and puts it where it belongs then.
  mutating func show(_ room: Room, on row: RoomRowViewModel) {
    guard let index = index(of: row) else { return }
    row.show(room)
    let isAfter = index == 0 || Self.isBefore(rows[index - 1].room, room)
    let isBefore = index == rows.count - 1 || Self.isBefore(room, rows[index + 1].room)
    guard !isAfter || !isBefore else { return }
    rows.remove(at: index)
    insert(row)
  }

  /// Where a room stands, or would.
  private func place(of room: Room) -> Int {
    place { Self.isBefore($0, room) }
  }

  /// How many rooms at the beginning a condition holds for; for all others it does not.
  private func place(_ isAmong: (Room) -> Bool) -> Int {
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if isAmong(rows[middle].room) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Section by section, in each the newest activity first.
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
