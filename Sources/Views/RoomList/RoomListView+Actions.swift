extension RoomListView {
  /// The keys that move through the room list.
  static let actions: [BoundAction<RoomListView>] = [
    BoundAction("room-down", "next entry", .init("j", "Down", in: [.roomList])) {
      $0.moveCursor(by: 1)
    },
    BoundAction("room-up", "previous entry", .init("k", "Up", in: [.roomList])) {
      $0.moveCursor(by: -1)
    },
    // PageDown and PageUp move through the messages, also from here.
    BoundAction("room-half-page-down", "half a page down", .init("C-d", in: [.roomList])) {
      $0.moveCursor(byHalfPages: 1)
    },
    BoundAction("room-half-page-up", "half a page up", .init("C-u", in: [.roomList])) {
      $0.moveCursor(byHalfPages: -1)
    },
    BoundAction("first-room", "first entry", .init("g", "Home", in: [.roomList])) {
      $0.moveCursor(to: .first)
    },
    BoundAction("last-room", "last entry", .init("G", "End", in: [.roomList])) {
      $0.moveCursor(to: .last)
    },
  ]
}
