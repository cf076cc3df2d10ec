/// Whether an action is available now.
enum Availability: Equatable {
  case enabled
  /// The key does nothing; pressing it shows the reason.
  case disabled(String)
  /// The action does not apply now: the key does nothing and the footer omits it.
  case hidden

  /// Enabled when the condition holds, otherwise disabled with a reason.
  static func when(_ isEnabled: Bool, else reason: String) -> Availability {
    isEnabled ? .enabled : .disabled(reason)
  }

  /// Enabled without a reason not to be.
  static func enabled(unless reason: String?) -> Availability {
    reason.map { .disabled($0) } ?? .enabled
  }

  /// Enabled when the condition holds, otherwise hidden.
  static func shown(when isShown: Bool) -> Availability {
    isShown ? .enabled : .hidden
  }
}
