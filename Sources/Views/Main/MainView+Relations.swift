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

  /// Closes the preview, then ends the reply, and only then leaves the composer.
  func leaveComposer() {
    guard let composer = conversation?.composer.model else { return stepOut() }
    if !composer.preview.close(), !composer.dropBanner() { stepOut() }
  }

  func askToReact() {
    if let relatedRow { model.askToReact(to: relatedRow) }
  }

  /// Whether the selected message can be edited: one that was not sent returns to the composer.
  var editAvailability: Availability {
    guard let row = conversation?.timeline.selectedRow else { return .hidden }
    if row.canChange.value { return conversation?.composer.editAvailability ?? .hidden }
    return .shown(when: row.unsentText.value != nil)
  }

  /// Hidden where there is nothing to remove; disabled for messages of others that the account may not
  /// remove.
  var removalAvailability: Availability {
    guard let row = relatedRow, let composer = conversation?.composer else { return .hidden }
    guard row.canRemove.value else { return .disabled("It is being removed already") }
    guard model.canRemove(row) else {
      return .disabled("You may only remove your own messages here")
    }
    return composer.editAvailability
  }

  func askToRemove() {
    if let relatedRow { model.askToRemove(relatedRow) }
  }

  func askToRemoveWithReason() {
    if let relatedRow { model.askToRemoveWithReason(relatedRow) }
  }
}
