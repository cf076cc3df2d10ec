import ViewModels

extension ConversationView {
  /// The composer's keys in addition to those of every input line.
  static let composing: [BoundAction<ConversationView>] = [
    BoundAction(
      "send", "send the message", hint: "send", .init("Enter", in: [.composer]),
      when: { $0.isReplaced ? .enabled : $0.composer.sendAvailability }
    ) { $0.isReplaced ? $0.goOn() : $0.send() }
    .hinting { $0.isReplaced ? "new room" : nil },
    BoundAction(
      "go-on", "go to the new room", menus: [.composer, .timeline],
      when: { .shown(when: $0.isReplaced) }
    ) { $0.goOn() },
    BoundAction(
      "newline", "new line", hint: "newline", .init("C-j", "M-Enter", "S-Enter", in: [.composer]),
      when: { $0.composer.editAvailability }
    ) { $0.composer.field.edit { $0.insert("\n") } },
    BoundAction(
      "preview", "preview, or close it", .init("F4", in: [.composer]),
      when: { $0.composer.editAvailability }
    ) { $0.togglePreview() },
    BoundAction(
      "row-up", "row up; empty: edit the last",
      .init("Up", "C-p", in: [.composer])
    ) { $0.moveUp() },
    BoundAction("row-down", "one row down", .init("Down", "C-n", in: [.composer])) {
      $0.composer.moveRow(by: 1)
    },
  ]
}
