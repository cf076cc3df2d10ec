import Models
import Signals

extension RoomListViewModel {
  /// The row that many places below the open room, wrapping around and skipping invites; without an
  /// open room, the first or last one.
  func row(stepping offset: Int) -> RoomRowViewModel? {
    let rooms = joinedRows
    guard !rooms.isEmpty else { return nil }
    guard let index = selectedIndex else { return offset > 0 ? rooms.first : rooms.last }
    let step = (index - rooms.startIndex + offset) % rooms.count
    return rooms[rooms.startIndex + (step + rooms.count) % rooms.count]
  }

  /// The row of the next room below the open one with unread messages, mentions first.
  var nextUnreadRow: RoomRowViewModel? {
    nextRow { $0.room.mentionCount > 0 } ?? nextRow { $0.room.isUnread }
  }

  private func nextRow(where isWanted: (RoomRowViewModel) -> Bool) -> RoomRowViewModel? {
    let rooms = joinedRows
    guard let index = selectedIndex else { return rooms.first(where: isWanted) }
    return rooms[(index + 1)...].first(where: isWanted) ?? rooms[..<index].first(where: isWanted)
  }

  private var joinedRows: ArraySlice<RoomRowViewModel> { order.rows.dropFirst(order.inviteCount) }

  /// The index of the open room's row among those of joined rooms.
  private var selectedIndex: Int? {
    let index = selectedRow.value.flatMap { order.index(of: $0) }
    return index.flatMap { joinedRows.indices.contains($0) ? $0 : nil }
  }
}
