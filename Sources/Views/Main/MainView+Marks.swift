import Signals
import ViewModels

/// Marking rooms as unread and as read.
extension MainView {
  static let marks: [BoundAction<MainView>] = [
    BoundAction(
      "mark-unread", "mark the room as unread", .init("u", in: [.roomList]), menus: .main,
      when: { .shown(when: $0.joinedSubject?.hasUnread == false) }
    ) { main in main.joinedSubject.map { main.model.markUnread($0, tell: main.host.notify) } },
    BoundAction(
      "mark-read", "mark the room as read", .init("U", in: [.roomList]), menus: [.roomList],
      when: { .shown(when: $0.joinedSubject?.hasUnread == true) }
    ) { main in main.joinedSubject.map { main.model.markRead($0, tell: main.host.notify) } },
  ]
}
