import Signals
import ViewModels

/// The actions on the selected message.
extension MainView {
  private var relatedRow: MessageRowViewModel? {
    conversation?.timeline.selectedRow.flatMap { $0.canRelate ? $0 : nil }
  }

  /// Hidden without a message; disabled where nothing can be sent.
  private var relationAvailability: Availability {
    guard relatedRow != nil, let composer = conversation?.composer else { return .hidden }
    return composer.editAvailability
  }

  var reactAvailability: Availability { relationAvailability }

  func askToReact() {
    if let relatedRow { model.askToReact(to: relatedRow) }
  }
}
