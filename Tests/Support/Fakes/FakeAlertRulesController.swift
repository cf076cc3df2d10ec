package import Controllers
package import Signals

/// The rules that the test sends, and the decisions that it got.
package final class FakeAlertRulesController: AlertRulesController {
  /// A decision about something of which the account may be told.
  package struct Decision: Hashable, Sendable {
    package var subject: AlertSubject
    package var isTold: Bool

    package init(_ subject: AlertSubject, _ isTold: Bool) {
      self.subject = subject
      self.isTold = isTold
    }
  }

  /// What the rules say; replays the latest.
  package let told = ReplaySubject<[AlertSubject: Bool], Never>(capacity: 1)
  package let onSet = Script<Decision, Void>("set", .setAlerts)

  /// Creates a controller without rules.
  package init() {}

  package var rules: Signal<[AlertSubject: Bool], Never> { told.signal }

  package func set(_ subject: AlertSubject, isTold: Bool) -> Signal<Void, RequestError> {
    onSet.signal(Decision(subject, isTold))
  }
}
