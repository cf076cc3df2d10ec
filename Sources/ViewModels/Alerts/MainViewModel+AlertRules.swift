import Controllers
import Models
import Signals

/// Of what the account is told, besides what single rooms decide.
extension MainViewModel {
  /// Shows of what the account is told; `tell` says what came of a change.
  public func showAlertRules(tell: @escaping (String) -> Void) {
    showAlertRules(inside: nil, tell: tell)
  }

  /// Shows the same, and goes back to a list.
  func showAlertRules(inside parent: SheetViewModel?, tell: @escaping (String) -> Void) {
    let model = AlertRulesViewModel(session: session, questions: questions, tell: tell)
    show(
      SheetViewModel(
        title: "What you are told of, on all your devices", rows: model.rows, note: model.noteText,
        keepsFocus: true
      ) { model.choose($0) }, inside: parent)
  }

  /// Decides whether the user is told of messages of the open profile's person.
  public func setTold(_ isTold: Bool, tell: @escaping (String) -> Void) {
    guard let profile = profile.value, !profile.isOwn else { return }
    session.alertRules.decide(.person(profile.userID), isTold: isTold, tell)
  }
}

extension AlertRulesController {
  /// Decides whether the account is told of something, and says what came of it.
  ///
  /// The list or profile may be closed before the server has answered.
  @MainActor
  func decide(_ subject: AlertSubject, isTold: Bool, _ tell: @escaping (String) -> Void) {
    _ = set(subject, isTold: isTold).handled(
      completed: { tell(AlertSubjectText.announcement(subject, isTold: isTold)) },
      failed: { tell(ErrorSentences.text($0)) }
    ).detached()
  }
}
