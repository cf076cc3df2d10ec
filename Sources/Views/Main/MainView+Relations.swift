import Signals
import ViewModels

/// The actions on the selected message.
extension MainView {
  private var relatedRow: MessageRowViewModel? {
    conversation?.timeline.selectedRow.flatMap { $0.canRelate ? $0 : nil }
  }

  /// Hidden without a message; disabled where nothing can be sent.
  var relationAvailability: Availability {
    guard relatedRow != nil, let composer = conversation?.composer else { return .hidden }
    return composer.editAvailability
  }

  func reply() {
    guard let relatedRow else { return }
    conversation?.composer.model.reply(to: relatedRow)
    focusComposer()
  }

  /// Ends the reply, and only then leaves the composer.
  func leaveComposer() {
    if conversation?.composer.model.dropBanner() != true { stepOut() }
  }

  func askToReact() {
    if let relatedRow { model.askToReact(to: relatedRow) }
  }
}
