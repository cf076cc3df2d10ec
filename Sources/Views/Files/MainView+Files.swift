import Signals
import ViewModels

/// The files of messages, and those that are sent.
extension MainView {
  static let files: [BoundAction<MainView>] = [
    BoundAction(
      "save-file", "save the file…", hint: "save", .init("S", in: [.timeline]),
      menus: [.timeline], when: { $0.fileAvailability }
    ) { $0.saveFile() },
    BoundAction(
      "open-file", "open the file…", hint: "open file", .init("O", in: [.timeline]),
      menus: [.timeline], when: { $0.fileAvailability }
    ) { $0.openFile() },
    BoundAction(
      "stop-transfer", "stop the upload or download", hint: "stop", .init("x", in: [.timeline]),
      menus: [.timeline], when: { .shown(when: $0.selectedRow?.isTransferring.value == true) }
    ) { main in main.selectedRow.map { main.model.stopTransfer(of: $0) } },
  ]

  /// Sending what was copied to the open room.
  static let attaching: [BoundAction<MainView>] = [
    BoundAction(
      "attach-clipboard", "send what was copied", .init("C-v", in: [.prefix]),
      menus: [.composer, .timeline],
      when: { $0.conversation?.composer.editAvailability ?? .hidden }
    ) { $0.attachClipboard() }
  ]

  /// Hidden where there is no file; disabled while it is being downloaded.
  private var fileAvailability: Availability {
    guard let row = selectedRow, row.hasFile else { return .hidden }
    return .when(!row.isDownloading, else: "It is being downloaded: x stops that")
  }

  private func saveFile() {
    if let selectedRow { model.askToSave(selectedRow, tell: host.report) }
  }

  private func openFile() {
    guard let selectedRow else { return }
    model.askToOpen(selectedRow, open: host.openFile, tell: host.report)
  }

  private func attachClipboard() {
    host.readClipboard { [model, host] content in
      switch content {
      case .files(let paths): model.offerToSend(paths: paths, tell: host.report)
      case .failed(let words): host.report(words)
      }
    }
  }

  /// Offers to send the files that a pasted text names, unless the paste went elsewhere.
  func offerToSend(pasted text: String) {
    guard prompt == nil, let composer = conversation?.composer else { return }
    model.offerToSend(pasted: text) { composer.remove(text) }
  }
}

extension ComposerView {
  /// Removes a text that was pasted, wherever it is now.
  fileprivate func remove(_ pasted: String) {
    let characters = Array(field.editor.text)
    let wanted = Array(pasted)
    guard !wanted.isEmpty, characters.count >= wanted.count,
      let start = (0...(characters.count - wanted.count)).first(where: {
        characters[$0..<($0 + wanted.count)].elementsEqual(wanted)
      })
    else { return }
    field.edit { $0.complete(start..<(start + wanted.count), with: "") }
  }
}
