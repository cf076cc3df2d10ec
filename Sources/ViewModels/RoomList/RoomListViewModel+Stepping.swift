import Models
import Signals

extension RoomListViewModel {
  /// The row that many places below the open room, wrapping around and skipping invites and what is folded
  /// or filtered; without an open room in sight, the first or last one.
  func row(stepping offset: Int) -> RoomRowViewModel? {
    let rooms = entries.value.compactMap { entry -> RoomRowViewModel? in
      guard case .room(let row) = entry, row.room.membership == .joined else { return nil }
      return row
    }
    guard !rooms.isEmpty else { return nil }
    guard let index = rooms.firstIndex(where: { $0 === selectedRow.value }) else {
      return offset > 0 ? rooms.first : rooms.last
    }
    let step = (index + offset) % rooms.count
    return rooms[(step + rooms.count) % rooms.count]
  }

  /// The row of the next room below the open one with unread messages, mentions first, also of those that
  /// are folded or filtered.
  var nextUnreadRow: RoomRowViewModel? {
    nextRow { $0.room.shownMentionCount > 0 } ?? nextRow { $0.room.isUnread }
  }

  private func nextRow(where isWanted: (RoomRowViewModel) -> Bool) -> RoomRowViewModel? {
    let rooms = order.rows.filter { $0.room.membership == .joined }
    let open = rooms.firstIndex { $0 === selectedRow.value }
    guard let open else { return rooms.first(where: isWanted) }
    return rooms[(open + 1)...].first(where: isWanted) ?? rooms[..<open].first(where: isWanted)
  }
}
