/// What the rules of an account demand for one event.
///
/// The values are stored: they must not change.
package struct PushOutcome: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The account is told of the event, which counts as unread.
  package static let notifies = PushOutcome(rawValue: 1)
  /// The event concerns the account in particular, as a mention does.
  package static let highlights = PushOutcome(rawValue: 2)
  /// The account hears of the event.
  package static let sounds = PushOutcome(rawValue: 4)
}
