import ViewModels

/// The source of the selected message.
extension MainView {
  static let sources: [BoundAction<MainView>] = [
    BoundAction(
      "source", "show the source", menus: [.timeline],
      when: { .shown(when: $0.selectedRow?.hasAddress == true) }
    ) { main in main.selectedRow.map { main.model.showSource(of: $0) } }
  ]
}
