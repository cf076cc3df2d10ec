import ArgumentParser
import Controllers
import ViewModels

/// The preferences that the command line fixes for this run.
struct CommandLineChoices: Sendable {
  /// The options by the names of the preferences.
  private(set) var options: [String: String] = [:]
  private var values: [(preference: Preference, value: PreferenceValue)] = []

  /// Fixes a preference; refuses a value that it does not take.
  mutating func fix(
    _ key: String, by option: String, to value: PreferenceValue
  ) throws(ValidationError) {
    guard let preference = Preference.named(key), preference.takes(value) else {
      throw ValidationError("\(option) takes \(Self.values(of: key))")
    }
    options[key] = option
    values.append((preference, value))
  }

  /// Puts the values in the place of others.
  func apply(to preferences: inout Preferences) {
    for (preference, value) in values { preference.set(value, in: &preferences) }
  }

  private static func values(of key: String) -> String {
    switch Preference.named(key)?.kind {
    case .words(let choices)?:
      "some of \(choices.map(\.word).joined(separator: ",")), or off"
    case .text(let example, _)?: example
    case .number(let range, _)?: "a number from \(range.lowerBound) to \(range.upperBound)"
    default: "another value"
    }
  }
}
