import Controllers
import Models
import Signals

extension MainViewModel {
  /// Lets a room count as unread until it is opened; `tell` says why not.
  public func markUnread(_ row: RoomRowViewModel, tell: @escaping (String) -> Void) {
    work(session.rooms.setMarkedUnread(true, row.roomID), tell)
  }

  /// Marks a room as read without opening it; `tell` says why not.
  public func markRead(_ row: RoomRowViewModel, tell: @escaping (String) -> Void) {
    let (rooms, room) = (session.rooms, row.roomID)
    work(
      .concat([
        rooms.markRead(room, for: world.receiptAudience), rooms.setMarkedUnread(false, room),
      ]),
      tell)
  }

  /// Ends the mark of a room that the user has opened; a failure leaves it.
  func endMark(of room: RoomID) { work(session.rooms.setMarkedUnread(false, room)) { _ in } }

  private func work(
    _ request: Signal<Void, RequestError>, _ tell: @escaping (String) -> Void
  ) {
    _ = request.handled { tell(ErrorSentences.text($0)) }.detached()
  }
}

extension RoomRowViewModel {
  /// Whether the room counts as unread.
  public var isUnread: Bool { room.isUnread }
}
