import Signals
import ViewModels

/// Arranging the list of rooms.
extension MainView {
  static let sections: [BoundAction<MainView>] = [
    BoundAction(
      "favourite", "favourite, or no longer", .init("*", in: [.roomList]),
      menus: .main, when: { .shown(when: $0.joinedSubject != nil) }
    ) { main in main.joinedSubject.map { main.model.toggleFavourite($0, tell: main.host.notify) } },
    BoundAction(
      "low-priority", "low priority, or no longer", .init("-", in: [.roomList]),
      menus: .main, when: { .shown(when: $0.joinedSubject != nil) }
    ) { main in
      main.joinedSubject.map { main.model.toggleLowPriority($0, tell: main.host.notify) }
    },
    BoundAction(
      "silence", "silent, or no longer", .init("!", in: [.roomList]), menus: .main,
      when: { .shown(when: $0.joinedSubject != nil) }
    ) { main in main.joinedSubject.map { main.model.toggleSilence($0, tell: main.host.notify) } },
    BoundAction(
      "mentions-only", "mentions only, or no longer", .init("@", in: [.roomList]), menus: .main,
      when: { .shown(when: $0.joinedSubject != nil) }
    ) { main in
      main.joinedSubject.map { main.model.toggleMentionsOnly($0, tell: main.host.notify) }
    },
    BoundAction(
      "quiet", "do not disturb, or no longer", .init("~", in: [.roomList]), menus: .main
    ) { main in main.model.alerts.toggleQuiet(tell: main.host.notify) },
    BoundAction(
      "fold-section", "fold or unfold the section", .init("z", in: [.roomList]),
      menus: [.roomList], when: { .shown(when: $0.roomList.canFold) }
    ) { $0.roomList.fold() },
    BoundAction(
      "fold-all", "fold or unfold all", .init("Z", in: [.roomList]), menus: [.roomList]
    ) { $0.roomList.model.toggleAllSections() },
    BoundAction(
      "sort-section", "sort by activity, unread, name", .init("s", in: [.roomList]),
      menus: [.roomList], when: { .shown(when: $0.roomList.canSort) }
    ) { main in main.roomList.sortNext().map(main.host.notify) },
    BoundAction(
      "filter-rooms", "show one kind of rooms", .init("f", in: [.roomList]),
      menus: [.roomList]
    ) { $0.roomList.model.filterNext() },
    BoundAction(
      "find-rooms", "find rooms by name", .init("/", in: [.roomList]), menus: [.roomList]
    ) { main in main.model.askToFilter(opened: main.focusComposer) },
    BoundAction(
      "all-rooms", "show all rooms again", hint: "all rooms", .init("Esc", in: [.roomList]),
      when: { .shown(when: !$0.roomList.model.filterText.value.isEmpty) }
    ) { $0.roomList.model.endFilter() },
  ]
}

extension MainView {
  /// Asks where to go, and puts the focus there.
  func askWhereToGo() {
    model.askWhereToGo { [weak self] in self?.arrive(at: $0) }
  }

  /// Gives the focus to what is shown after going somewhere.
  func arrive(at arrival: Arrival) {
    switch arrival {
    case .conversation: focusComposer()
    case .profile: break
    case .roomList(let id):
      focusRoomList()
      roomList.setCursor(id)
    }
  }
}

extension RoomListView {
  /// Whether the cursor is in a section that folds.
  var canFold: Bool { cursor.map { model.canFold(at: $0) } ?? false }

  /// Whether the cursor is in a section that sorts.
  var canSort: Bool { cursor.map { model.canSort(at: $0) } ?? false }

  func fold() {
    if let cursor { model.toggleSection(at: cursor) }
  }

  /// Gives the cursor's section its next order; returns what that is.
  func sortNext() -> String? { cursor.flatMap { model.sortNext(at: $0) } }
}
