extension TimelineView {
  /// The keys of the messages.
  static let actions: [BoundAction<TimelineView>] = [
    BoundAction("message-up", "previous message", hint: "up", .init("k", "Up", in: [.timeline])) {
      $0.moveSelection(by: -1)
    },
    BoundAction("message-down", "next message", hint: "down", .init("j", "Down", in: [.timeline])) {
      $0.moveSelection(by: 1)
    },
    BoundAction(
      "sender-profile", "profile of the sender",
      .init("p", in: [.timeline]), menus: [.timeline],
      when: { $0.senderAvailability }
    ) { $0.openSender() },
    BoundAction(
      "uncover", "show or hide what is covered", hint: "uncover",
      .init("s", in: [.timeline]), menus: [.timeline],
      when: { $0.uncoverAvailability }
    ) { $0.uncoverSelection() },
    BoundAction(
      "send-again", "send the message again", menus: [.timeline],
      when: { $0.retryAvailability }
    ) { $0.retrySelection() },
    BoundAction(
      "reload-picture", "load the whole picture", hint: "load picture",
      .init("R", in: [.timeline]), menus: [.timeline],
      when: { $0.reloadAvailability }
    ) { $0.reloadPicture() },
    BoundAction("first-message", "first message", .init("g", "Home", in: [.timeline])) {
      $0.selectFirst()
    },
    BoundAction("last-message", "last message", .init("G", "End", in: [.timeline])) {
      $0.selectLast()
    },
  ]
}
