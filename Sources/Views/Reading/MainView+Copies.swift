import Signals
import ViewModels

/// Copying from the selected message.
extension MainView {
  static let copies: [BoundAction<MainView>] = [
    BoundAction(
      "copy-message", "copy the message", hint: "copy", .init("y", in: [.timeline]),
      menus: [.timeline], when: { .shown(when: $0.selectedRow?.hasWords == true) }
    ) { main in main.selectedRow.map { main.copy($0.copiedWords) } },
    BoundAction(
      "copy-code", "copy the code", menus: [.timeline],
      when: { .shown(when: $0.selectedRow?.hasCode == true) }
    ) { main in main.selectedRow.map { main.copy($0.copiedCode) } },
    BoundAction(
      "copy-link", "copy the link", menus: [.timeline], when: { $0.linkAvailability }
    ) { $0.copyLink() },
    BoundAction(
      "copy-message-address", "copy the message's address", menus: [.timeline],
      when: { .shown(when: $0.selectedRow?.hasAddress == true) }
    ) { main in main.selectedRow?.copiedAddress.map { main.copy($0) } },
    BoundAction(
      "copy-message-id", "copy the message's ID", menus: [.timeline],
      when: { .shown(when: $0.selectedRow?.hasAddress == true) }
    ) { main in main.selectedRow?.copiedID.map { main.copy($0) } },
  ]

  var selectedRow: MessageRowViewModel? { conversation?.timeline.selectedRow }

  var linkAvailability: Availability { .shown(when: selectedRow?.links.value.isEmpty == false) }

  private func copyLink() {
    guard let selectedRow else { return }
    model.copyLink(of: selectedRow) { [host] in host.copy($0.text, $0.noticeText) }
  }

  /// Copies an address or an ID.
  func copy(_ text: String) { host.copy(text, "Copied: \(text)") }

  private func copy(_ copied: CopiedText) { host.copy(copied.text, copied.noticeText) }
}
