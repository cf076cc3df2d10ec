import ViewModels

/// The actions that open and leave threads.
extension MainView {
  static let threads: [BoundAction<MainView>] = [
    BoundAction(
      "threads", "the room's threads", .init("T", in: [.timeline]),
      menus: [.composer, .timeline], when: { $0.threadListAvailability }
    ) { $0.openThreads() }
  ]

  /// Hidden on what begins no thread, such as a message of a thread.
  var threadAvailability: Availability {
    .shown(when: conversation?.timeline.selectedRow?.canOpenThread == true)
  }

  private var threadListAvailability: Availability {
    .shown(when: conversation?.model.isThreadList == false)
  }

  func openThread() {
    guard let row = conversation?.timeline.selectedRow else { return }
    model.openThread(of: row)
  }

  private func openThreads() { model.openThreads() }

  /// Goes back to the messages of the room, or to the list from which the thread was opened.
  func leaveThread() {
    focusAfterOpening = .timeline
    selectionAfterOpening = conversation?.model.outwardRow
    model.closeThread()
  }

  var backAvailability: Availability {
    conversation?.model.isBesideRoom == true
      ? .enabled : conversation?.timeline.backAvailability ?? .hidden
  }

  /// Back to where the last jump began; without one, out of the thread.
  func goBack() {
    if conversation?.timeline.backAvailability == .enabled {
      conversation?.timeline.model.jumpBack()
    } else {
      leaveThread()
    }
  }
}
