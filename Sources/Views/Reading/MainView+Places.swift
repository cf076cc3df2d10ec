import ViewModels

/// Places in the open room, and who has read up to them.
extension MainView {
  static let places: [BoundAction<MainView>] = [
    BoundAction(
      "first-new", "first unread message", .init("n", in: [.timeline]),
      menus: [.composer, .timeline], when: { $0.newAvailability }
    ) { $0.goToFirstNew() },
    BoundAction(
      "go-to-date", "go to a date…", .init("d", in: [.timeline]), menus: [.composer, .timeline],
      when: { $0.dateAvailability }
    ) { $0.askForDate() },
    BoundAction(
      "readers", "who has read the message", menus: [.timeline],
      when: { .shown(when: $0.selectedRow?.hasReaders == true) }
    ) { main in main.selectedRow.map { main.model.showReaders(of: $0) } },
    BoundAction(
      "reactors", "who has reacted", menus: [.timeline],
      when: { .shown(when: $0.selectedRow?.hasReactions == true) }
    ) { main in main.selectedRow.map { main.model.showReactors(of: $0) } },
  ]

  private var newAvailability: Availability {
    guard let timeline = conversation?.timeline else { return .hidden }
    return .when(timeline.hasNew, else: "Nothing here was new when you came")
  }

  private func goToFirstNew() {
    focusTimeline()
    conversation?.timeline.goToFirstNew()
  }

  /// A thread has no order of its own to look for dates in.
  private var dateAvailability: Availability {
    .shown(when: conversation?.model.isBesideRoom == false)
  }

  private func askForDate() {
    focusTimeline()
    model.askForDate()
  }
}
