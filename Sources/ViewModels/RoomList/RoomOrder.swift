import Models

/// The rows of the list in order, with binary search.
struct RoomOrder {
  private(set) var rows: [RoomRowViewModel] = []

  /// The number of invites, which come first.
  var inviteCount: Int { place { Section($0) == .invites } }
  /// The number of direct chats, which come next.
  var directCount: Int { place { Section($0) != .rooms } - inviteCount }

  init() {}

  /// Sorts rows, by keys: to copy two rooms for each comparison took a tenth of the time until the
  /// first rooms show.
  init(sorting rows: [RoomRowViewModel]) {
    let keys = rows.map { Key($0.room) }
    self.rows = rows.indices.sorted { keys[$0] < keys[$1] }.map { rows[$0] }
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
    let key = Key(room)
    let isAfter = index == 0 || Key(rows[index - 1].room) < key
    let isBefore = index == rows.count - 1 || key < Key(rows[index + 1].room)
    guard !isAfter || !isBefore else { return }
    rows.remove(at: index)
    insert(row)
  }

  /// The index at which a room is, or would be inserted.
  private func place(of room: Room) -> Int {
    let key = Key(room)
    return place { Key($0) < key }
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

  /// What decides a room's place: its section, then its newest activity.
  private struct Key {
    let section: Section
    let activity: Int64
    let id: String

    init(_ room: Room) {
      section = Section(room)
      activity = room.lastActivity?.milliseconds ?? .min
      id = room.id.rawValue
    }

    static func < (left: Key, right: Key) -> Bool {
      if left.section != right.section { return left.section.rawValue < right.section.rawValue }
      if left.activity != right.activity { return left.activity > right.activity }
      return left.id < right.id
    }
  }

  private enum Section: Int {
    case invites, direct, rooms

    init(_ room: Room) {
      self = room.membership == .invited ? .invites : room.directUser == nil ? .rooms : .direct
    }
  }
}
