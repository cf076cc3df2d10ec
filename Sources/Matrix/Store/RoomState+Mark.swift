import MatrixWire
import Models

/// The mark by which the account wants a room to count as unread.
///
/// Source: Matrix client-server API, "Marking rooms as unread"; older clients use the name of MSC2867.
extension RoomState {
  static func isMark(_ type: String) -> Bool {
    type == EventType.markedUnread || type == EventType.oldMarkedUnread
  }

  /// Takes over the marks of one response, by their types.
  mutating func apply(marks: [String: Bool]) {
    if let old = marks[EventType.oldMarkedUnread] { hasOldMark = old }
    // Where a room has both, clients of today have changed the newer one last.
    let mark = marks[EventType.markedUnread] ?? marks[EventType.oldMarkedUnread]
    isMarkedUnread = mark ?? isMarkedUnread
  }
}

extension StoreContents {
  /// Records that the server has the mark, or no longer.
  mutating func setMarkedUnread(_ isMarked: Bool, _ id: RoomID) -> StoreChanges {
    guard var room = rooms[id] else { return StoreChanges() }
    room.isMarkedUnread = isMarked
    if !isMarked { room.hasOldMark = false }
    put(room)
    return StoreChanges(rooms: [id])
  }
}
