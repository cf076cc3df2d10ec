/// Whether an action can be done now.
enum Availability: Equatable {
  case enabled
  /// Its key is inert; the reason is shown when somebody presses it.
  case disabled(String)
  /// It has no meaning at the moment: inert, and without a hint.
  case hidden

  /// Enabled when the condition holds, and else disabled for a reason.
  static func when(_ isEnabled: Bool, else reason: String) -> Availability {
    isEnabled ? .enabled : .disabled(reason)
  }

  /// Enabled when the condition holds, and else of no meaning.
  static func shown(when isShown: Bool) -> Availability {
    isShown ? .enabled : .hidden
  }
}
