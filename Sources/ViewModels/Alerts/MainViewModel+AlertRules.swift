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
    let subject = AlertSubject.person(profile.userID)
    _ = session.alertRules.set(subject, isTold: isTold).observe(on: .main).subscribe(
      value: { _ in }, failed: { tell(ErrorSentences.text($0)) },
      completed: { tell(AlertSubjectText.announcement(subject, isTold: isTold)) })
  }
}
