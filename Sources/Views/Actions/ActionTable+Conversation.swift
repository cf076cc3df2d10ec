extension ActionTable {
  /// The keys of the composer beside those of every input line.
  static let composer: [Action] = [
    Action(
      "send", "send the message", hint: "send", .init("Enter", in: [.composer]),
      when: { $0.main?.conversation?.composer.sendAvailability ?? .hidden }
    ) { $0.main?.sendMessage() },
    Action(
      "newline", "new line", hint: "newline", .init("C-j", "M-Enter", "S-Enter", in: [.composer]),
      when: { $0.main?.conversation?.composer.editAvailability ?? .hidden }
    ) { $0.focusedField?.edit { $0.insert("\n") } },
    Action("row-up", "one row up", .init("Up", "C-p", in: [.composer])) {
      $0.main?.conversation?.composer.moveRow(by: -1)
    },
    Action("row-down", "one row down", .init("Down", "C-n", in: [.composer])) {
      $0.main?.conversation?.composer.moveRow(by: 1)
    },
    Action(
      "to-messages", "step out, to the messages", hint: "messages",
      .init("Esc", in: [.composer])
    ) {
      $0.main?.stepOut()
    },
  ]

  /// The keys of the messages.
  static let timeline: [Action] = [
    Action("message-up", "previous message", hint: "up", .init("k", "Up", in: [.timeline])) {
      $0.main?.conversation?.timeline.moveSelection(by: -1)
    },
    Action("message-down", "next message", hint: "down", .init("j", "Down", in: [.timeline])) {
      $0.main?.conversation?.timeline.moveSelection(by: 1)
    },
    Action(
      "sender-profile", "profile of the sender", hint: "profile",
      .init("p", in: [.timeline]), menus: [.timeline],
      when: { $0.main?.conversation?.timeline.senderAvailability ?? .hidden }
    ) { $0.main?.conversation?.timeline.openSender() },
    Action(
      "send-again", "send the message again", menus: [.timeline],
      when: { $0.main?.conversation?.timeline.retryAvailability ?? .hidden }
    ) { $0.main?.conversation?.timeline.retrySelection() },
    Action(
      "discard", "discard the unsent message", menus: [.timeline],
      when: { $0.main?.conversation?.timeline.discardAvailability ?? .hidden }
    ) { $0.main?.askToDiscard() },
    Action(
      "undo-discard", "put back what was discarded", hint: "put back",
      .init("u", in: [.timeline]), menus: [.timeline, .composer],
      when: { $0.main?.undoDiscardAvailability ?? .hidden }
    ) { $0.main?.undoDiscard() },
    Action(
      "reload-picture", "load the picture again", hint: "load again",
      .init("R", in: [.timeline]), menus: [.timeline],
      when: { $0.main?.conversation?.timeline.reloadAvailability ?? .hidden }
    ) { $0.main?.conversation?.timeline.reloadPicture() },
    Action(
      "open-message", "open changes, or the sender", hint: "open",
      .init("Enter", "Space", in: [.timeline]),
      when: { $0.main?.conversation?.timeline.openAvailability ?? .hidden }
    ) { $0.openSelectedMessage() },
    Action("first-message", "first message", .init("g", "Home", in: [.timeline])) {
      $0.main?.conversation?.timeline.selectFirst()
    },
    Action("last-message", "last message", .init("G", "End", in: [.timeline])) {
      $0.main?.conversation?.timeline.selectLast()
    },
    Action("write", "go to the composer", hint: "write", .init("i", in: [.timeline])) {
      $0.main?.focusComposer()
    },
    Action("to-rooms", "step out, to the rooms", hint: "rooms", .init("Esc", in: [.timeline])) {
      $0.main?.stepOut()
    },
  ]
}
