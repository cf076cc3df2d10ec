import ViewModels

/// Opening the links of the selected message.
extension MainView {
  static let links: [BoundAction<MainView>] = [
    BoundAction(
      "open-link", "open the link", hint: "open link", .init("o", in: [.timeline]),
      menus: [.timeline], when: { $0.linkAvailability }
    ) { $0.openLink() }
  ]

  private func openLink() {
    guard let selectedRow else { return }
    // A link may lead to a message of another room.
    focusAfterOpening = .timeline
    model.openLink(of: selectedRow, open: host.open, tell: host.notify)
  }
}
