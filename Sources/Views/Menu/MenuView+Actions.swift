extension MenuView {
  /// The keys that move through the actions menu; letters search it.
  static let actions: [BoundAction<MenuView>] = [
    BoundAction(
      "menu-down", "next action", hint: "choose", .init("Down", "Tab", "C-n", in: [.menu])
    ) {
      $0.moveCursor(by: 1)
    },
    BoundAction("menu-up", "previous action", .init("Up", "S-Tab", "C-p", in: [.menu])) {
      $0.moveCursor(by: -1)
    },
    BoundAction("menu-page-down", "a page down", .init("PageDown", in: [.menu])) {
      $0.moveCursor(byPages: 1)
    },
    BoundAction("menu-page-up", "a page up", .init("PageUp", in: [.menu])) {
      $0.moveCursor(byPages: -1)
    },
    BoundAction("menu-first", "first action", .init("Home", in: [.menu])) {
      $0.moveCursor(to: .min)
    },
    BoundAction("menu-last", "last action", .init("End", in: [.menu])) {
      $0.moveCursor(to: .max)
    },
  ]
}
