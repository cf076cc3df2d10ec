import Models
import Signals

extension RoomListViewModel {
  /// The row of the room so many places below the open one, in a circle without the invites; of the
  /// first or last room when none is open.
  func row(stepping offset: Int) -> RoomRowViewModel? {
    let rooms = joinedRows
    guard !rooms.isEmpty else { return nil }
    guard let index = selectedIndex else { return offset > 0 ? rooms.first : rooms.last }
    let step = (index - rooms.startIndex + offset) % rooms.count
    return rooms[rooms.startIndex + (step + rooms.count) % rooms.count]
  }

  /// The row of the next room below the open one with unread messages, mentions first.
  var nextUnreadRow: RoomRowViewModel? {
    nextRow { $0.room.mentionCount > 0 } ?? nextRow { $0.room.unreadCount > 0 }
  }

  private func nextRow(where isWanted: (RoomRowViewModel) -> Bool) -> RoomRowViewModel? {
    let rooms = joinedRows
    guard let index = selectedIndex else { return rooms.first(where: isWanted) }
    return rooms[(index + 1)...].first(where: isWanted) ?? rooms[..<index].first(where: isWanted)
  }

  private var joinedRows: ArraySlice<RoomRowViewModel> { order.rows.dropFirst(order.inviteCount) }

  /// Where the row of the open room stands among those of the joined ones.
  private var selectedIndex: Int? {
    let index = selectedRow.value.flatMap { order.index(of: $0) }
    return index.flatMap { joinedRows.indices.contains($0) ? $0 : nil }
  }
}
