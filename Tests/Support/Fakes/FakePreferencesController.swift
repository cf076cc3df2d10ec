package import Controllers
package import Signals

/// Preferences without a file: changes hold, and are recorded.
package final class FakePreferencesController: PreferencesController {
  package let preferences: Property<Preferences>
  package let problems: Property<[PreferenceProblem]>
  package let keepsLast: Property<Bool>
  package let path = "/home/ada/.config/chat-tui/config.toml"

  /// The preferences, as a test changes them behind the back of view models.
  package let current: MutableProperty<Preferences>
  /// What is wrong with the file.
  package let told = MutableProperty<[PreferenceProblem]>([])
  /// Whether the file has an error since it was changed.
  package let isKept = MutableProperty(false)
  /// The options of the command line.
  package var fixed: [String: String] = [:]
  /// Why changes are not written from now on.
  package var failure: PreferenceFailure?
  /// The changes so far: "appearance.theme = text(\"dark\")".
  package private(set) var changes: [String] = []

  /// Creates preferences.
  package init(_ preferences: Preferences = Preferences()) {
    current = MutableProperty(preferences)
    self.preferences = current
    problems = told
    keepsLast = isKept
  }

  package func change(
    _ preference: Preference, to value: PreferenceValue
  ) -> Signal<Void, PreferenceFailure> {
    changes.append("\(preference.key) = \(value)")
    current.modify { preference.set(value, in: &$0) }
    return failure.map { .failed($0) } ?? .empty
  }

  package func bind(_ action: String, to keys: [String]) -> Signal<Void, PreferenceFailure> {
    changes.append("keys.\(action) = \(keys.joined(separator: " "))")
    current.modify { $0.keys[action] = keys }
    return failure.map { .failed($0) } ?? .empty
  }
}
