import ViewModels

/// Correcting misspelled words.
extension MainView {
  static let spelling: [BoundAction<MainView>] = [
    BoundAction(
      "spelling", "correct the marked word…", .init("F7", in: [.composer]), menus: [.composer],
      when: { $0.conversation?.composer.editAvailability ?? .hidden }
    ) { $0.correctWord() }
  ]

  private func correctWord() {
    guard let composer = conversation?.composer else { return }
    model.correctWord(
      edit: { edit in composer.field.edit { $0.correct(edit.range, with: edit.text) } },
      tell: host.report)
  }
}
