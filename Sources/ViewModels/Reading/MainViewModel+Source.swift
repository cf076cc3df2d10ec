import Controllers
import Models
import Signals

extension MainViewModel {
  /// Shows the event of a row as the server sent it, and those about it: edits, reactions and votes.
  public func showSource(of row: MessageRowViewModel) {
    guard let message = row.shown, message.eventID != nil else { return }
    let reader = SourceReader(message, session.timelines, world)
    show(
      SheetViewModel(
        title: "Source of the event", rows: reader.rows, note: reader.noteText,
        stepText: reader.stepText, more: .init(step: { _, count in reader.step(by: count) })),
      with: reader.start())
  }
}
