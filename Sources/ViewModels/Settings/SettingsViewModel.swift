import Controllers
import Signals

/// The settings of the program, as the entries of a list: the accounts, the preferences, and the keys.
final class SettingsViewModel {
  let rows: Property<[SheetRow]>
  /// What the entry under the cursor does.
  let noteText: Property<String>

  /// The entries that are neither accounts nor preferences.
  enum Entry: String {
    case alertRules, keys, file
  }

  private let preferences: any PreferencesController
  private let place = MutableProperty(1)
  private let tell: (String) -> Void

  /// - Parameters:
  ///   - accounts: The accounts; nil where none are listed.
  ///   - hasAlertRules: Whether there is an account that is told of something.
  ///   - tell: Says what went wrong with a change.
  init(
    accounts: Property<[SheetRow]>?, hasAlertRules: Bool, preferences: any PreferencesController,
    tell: @escaping (String) -> Void
  ) {
    self.preferences = preferences
    self.tell = tell
    let (fixed, path) = (preferences.fixed, preferences.path)
    let listed: Property<[SheetRow]?> = accounts?.map { $0 } ?? Property(nil)
    rows = listed.combineLatest(with: preferences.preferences).map { accounts, chosen in
      SettingText.rows(
        accounts: accounts, hasAlertRules: hasAlertRules, chosen, fixed: fixed, path: path)
    }
    let chosen = preferences.preferences
    noteText = rows.combineLatest(with: place).map { rows, place in
      rows.indices.contains(place)
        ? SettingText.explanation(of: rows[place], chosen.value) : ""
    }
  }

  /// The preference of an entry; nil for others.
  func preference(_ row: SheetRow) -> Preference? { Preference.named(row.id.text) }

  /// The value that a preference has now.
  func value(_ preference: Preference) -> PreferenceValue {
    preference.read(preferences.preferences.value)
  }

  /// The cursor is at an entry.
  func moved(to place: Int) { self.place.value = place }

  /// Gives a preference another value, which holds at once.
  func set(_ preference: Preference, to value: PreferenceValue) {
    let tell = tell
    _ = preferences.change(preference, to: value)
      .handled(failed: { tell(PreferenceText.sentence($0)) }).detached()
  }

  /// Gives a preference its next value, or an earlier one.
  func step(_ row: SheetRow, by count: Int) {
    guard row.refusalText.isEmpty, let preference = preference(row) else { return }
    switch (preference.kind, value(preference)) {
    case (.flag, .flag(let isOn)): set(preference, to: .flag(!isOn))
    case (.choice(let choices), .text(let word)):
      let index = choices.firstIndex { $0.word == word } ?? 0
      set(preference, to: .text(choices[(index + count + choices.count) % choices.count].word))
    case (.number(let range, _), .number(let number)):
      let next = min(max(number + count, range.lowerBound), range.upperBound)
      if next != number { set(preference, to: .number(next)) }
    default: break
    }
  }

  /// Adds a word to a preference of several words, or takes it away.
  func toggle(_ word: String, of preference: Preference) {
    guard case .words(let choices) = preference.kind, case .words(let words) = value(preference)
    else { return }
    let isOn = words.contains(word)
    set(
      preference,
      to: .words(choices.map(\.word).filter { $0 == word ? !isOn : words.contains($0) }))
  }

  /// The value that a typed text stands for; nil when the preference does not take it.
  func value(of text: String, for preference: Preference) -> PreferenceValue? {
    let value: PreferenceValue? =
      if case .number = preference.kind { Int(text).map { .number($0) } } else { .text(text) }
    return value.flatMap { preference.takes($0) ? $0 : nil }
  }
}
