/// Writing in the user's editor.
extension MainView {
  static let editor: [BoundAction<MainView>] = [
    BoundAction(
      "editor", "write in $EDITOR", hint: "$EDITOR", .init("C-e", in: [.prefix]),
      menus: [.composer],
      when: { $0.conversation?.composer.editAvailability ?? .hidden }
    ) { $0.openEditor() },
    BoundAction("editor-prefix", "begins C-x C-e, C-f, C-v", .init("C-x", in: [.composer])) {
      $0.isAfterPrefix = true
    },
  ]

  private func openEditor() {
    guard let composer = conversation?.composer else { return }
    let text = composer.field.editor.text
    // The room may close meanwhile; its draft takes the text all the same.
    host.edit(text) { [host] outcome in
      switch outcome {
      case .text(let edited): composer.take(edited, replacing: text)
      case .failed(let reason): host.notify(reason)
      }
    }
  }
}

extension ComposerView {
  /// Takes a text from the editor; what came into the composer meanwhile stays behind it.
  fileprivate func take(_ edited: String, replacing before: String) {
    guard edited != before else { return }
    let current = field.editor.text
    let text = current == before ? edited : "\(edited)\n\(current)"
    field.edit { $0.complete(0..<current.count, with: text) }
  }
}
