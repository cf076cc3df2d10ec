extension MenuView {
  /// The keys that move through the actions menu.
  static let actions: [BoundAction<MenuView>] = [
    BoundAction("menu-down", "next action", hint: "choose", .init("Down", "j", "Tab", in: [.menu]))
    {
      $0.moveCursor(by: 1)
    },
    BoundAction("menu-up", "previous action", .init("Up", "k", "S-Tab", in: [.menu])) {
      $0.moveCursor(by: -1)
    },
  ]
}
