import ViewModels

/// The selected message in full, and its source.
extension MainView {
  static let sources: [BoundAction<MainView>] = [
    BoundAction(
      "read-whole", "read the whole message", menus: [.timeline],
      when: { .shown(when: $0.selectedRow?.isLong == true) }
    ) { main in main.selectedRow.map { main.model.showWhole($0) } },
    BoundAction(
      "source", "show the source", menus: [.timeline],
      when: { .shown(when: $0.selectedRow?.hasAddress == true) }
    ) { main in main.selectedRow.map { main.model.showSource(of: $0) } },
  ]
}
