import Controllers
import Models
import Signals

extension MainViewModel {
  /// Lets a room count as unread until it is opened; `tell` says what came of it.
  public func markUnread(_ row: RoomRowViewModel, tell: @escaping (String) -> Void) {
    let key = world.chosen.value.key(.markRead)
    let words = "\(row.content.value.nameText) is marked as unread; \(key) takes that back"
    work(session.rooms.setMarkedUnread(true, row.roomID), words, tell)
  }

  /// Marks a room as read without opening it; `tell` says what came of it.
  public func markRead(_ row: RoomRowViewModel, tell: @escaping (String) -> Void) {
    let (rooms, room) = (session.rooms, row.roomID)
    let key = world.chosen.value.key(.markUnread)
    work(
      .concat([
        rooms.markRead(room, for: world.chosen.value.receiptAudience),
        rooms.setMarkedUnread(false, room),
      ]),
      "\(row.content.value.nameText) is marked as read; \(key) marks it as unread", tell)
  }

  /// Ends the mark of a room that the user has opened; a failure leaves it.
  func endMark(of room: RoomID) {
    _ = session.rooms.setMarkedUnread(false, room).handled { _ in }.detached()
  }

  private func work(
    _ request: Signal<Void, RequestError>, _ words: String, _ tell: @escaping (String) -> Void
  ) {
    _ = request.handled(
      completed: { tell(words) }, failed: { tell(ErrorSentences.text($0)) }
    ).detached()
  }
}

extension RoomRowViewModel {
  /// Whether the room has unread messages, or a mark.
  public var hasUnread: Bool { room.hasUnread }
}
