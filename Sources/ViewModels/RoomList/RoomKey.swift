import Models

/// What decides the place of a room within its section.
nonisolated struct RoomKey: Comparable {
  private let rank: Int
  private let name: String
  private let activity: Int64
  private let id: String

  init(_ room: Room, by sort: RoomSort) {
    rank = sort == .unread ? Self.rank(room) : 0
    name = sort == .name ? Names.text(room).lowercased() : ""
    activity = room.lastActivity?.milliseconds ?? .min
    id = room.id.rawValue
  }

  /// The indices of some keys in their order; here and not in `RoomOrder`, because closures of the main actor
  /// check their executor at each comparison.
  static func order(_ keys: [RoomKey]) -> [Int] {
    keys.indices.sorted { keys[$0] < keys[$1] }
  }

  private static func rank(_ room: Room) -> Int {
    room.shownMentionCount > 0 ? 0 : room.isUnread ? 1 : 2
  }

  static func < (left: RoomKey, right: RoomKey) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    if left.name != right.name { return left.name < right.name }
    if left.activity != right.activity { return left.activity > right.activity }
    return left.id < right.id
  }
}
