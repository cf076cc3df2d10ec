import Controllers
import Models
import Signals

extension MainViewModel {
  /// Asks why to report a message to the server's administrators, and then whether to do so.
  ///
  /// - Parameter tell: Says that it was done.
  public func askToReport(_ row: MessageRowViewModel, tell: @escaping (String) -> Void) {
    guard row.canReport, let message = row.shown, let event = message.eventID else { return }
    let (timelines, room, questions) = (session.timelines, message.roomID, questions)
    let server = Names.serverLabel(session.userID)
    let author = Names.label(row.content.value.senderText)
    let subject = quote(of: row)
    questions.ask(
      "Report the message to the administrators of \(server)?",
      placeholder: "the reason, which only they see", about: subject, isChange: true
    ) { reason in
      questions.confirm(
        "Tell the administrators of \(server) that \(author) wrote this? "
          + "Reason: \(reason)", "y: report it, any other key: no", about: subject,
        titleRows: 4
      ) {
        timelines.report(event, in: room, reason: reason).onMain(completed: {
          tell("Reported: the server's administrators can read it now")
        })
      }
      return .empty
    }
  }
}

extension MessageRowViewModel {
  /// Whether the message can be reported: words of somebody else that the server has.
  public var canReport: Bool { canRelate && !isOwn && shown?.eventID != nil }
}
