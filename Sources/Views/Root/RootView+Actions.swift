import ViewModels

extension RootView {
  /// Opens the actions menu.
  static let opening: [BoundAction<RootView>] = [
    BoundAction(
      "actions", "show what you can do here", hint: "actions",
      .init(".", in: [.timeline, .roomList, .profile, .sheet]), .init("F2", in: .withMenu),
      when: { .shown(when: $0.sheet.map(\.model.hasMenu) ?? true) }
    ) { $0.openMenu() }
    // The form of a narrow screen has no room for more.
    .hinting { $0.signIn == nil ? nil : "menu" }
  ]

  /// The keys that dismiss a question; any unbound key also dismisses a confirmation.
  static let closing: [BoundAction<RootView>] = [
    BoundAction(
      "no", "no (or any other key)", hint: "no", .init("n", in: [.confirmation]),
      when: { .shown(when: $0.prompt?.isExecuting != true) }
    ) { $0.closePrompt() },
    BoundAction(
      "cancel", "close the question", hint: "cancel", .init("Esc", in: [.prompt, .confirmation])
    ) { $0.closePrompt() }
    // What was confirmed goes on.
    .hinting { $0.prompt?.isExecuting == true ? "close" : nil },
  ]

  /// The keys that leave the actions menu, or take letters back; letters select, and other keys do what they
  /// do without the menu.
  static let menuActions: [BoundAction<RootView>] = [
    BoundAction("menu-run", "do it", hint: "do it", .init("Enter", in: [.menu])) {
      $0.runMenuAction()
    },
    BoundAction("menu-delete", "take back the last letter", .init("Backspace", in: [.menu])) {
      $0.deleteMenuLetter()
    },
    BoundAction(
      "menu-delete-word", "take back the last word",
      .init("C-w", "C-Backspace", "M-Backspace", in: [.menu])
    ) {
      $0.deleteMenuWord()
    },
    BoundAction("menu-clear", "take back all letters", .init("C-u", in: [.menu])) {
      $0.menu?.deleteLetters()
    },
    BoundAction("menu-close", "close the menu", hint: "close", .init("Esc", ".", "F2", in: [.menu]))
    {
      $0.closeMenu()
    },
  ]

  /// The keys that leave the help overlay.
  static let helpActions: [BoundAction<RootView>] = [
    BoundAction("help-close", "close help", hint: "close", .init("Esc", "F1", in: [.help])) {
      $0.closeHelp()
    }
  ]

  /// Actions that work in every context.
  static let anywhere: [BoundAction<RootView>] = [
    BoundAction(
      "help", "show the keys", hint: "help",
      .init("F1", in: .anywhere.subtracting([.help])),
      .init("?", in: [.timeline, .roomList, .profile])
    ) { $0.openHelp() },
    BoundAction("quit", "quit", hint: "quit", .init("C-q", in: .anywhere)) { $0.quit() },
    BoundAction("interrupt", "clear the line; twice: quit", .init("C-c", in: .anywhere)) {
      $0.interrupt()
    },
    BoundAction("suspend", "suspend the program", .init("C-z", in: .anywhere)) { $0.suspend() },
    BoundAction("redraw", "redraw the screen", .init("C-l", in: .anywhere)) { $0.redraw() },
  ]
}
