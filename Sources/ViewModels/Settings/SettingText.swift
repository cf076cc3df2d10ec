import Controllers

/// Words of the settings screen.
enum SettingText {
  /// All entries, under the headings of their parts.
  static func rows(
    accounts: [SheetRow]?, hasAlertRules: Bool, _ chosen: Preferences, fixed: [String: String],
    path: String
  ) -> [SheetRow] {
    let first = accounts.map { [SheetRow(heading: "Accounts", isFirst: true)] + $0 } ?? []
    let sections = Preference.Section.allCases.flatMap { section in
      [SheetRow(heading: title(section), isFirst: first.isEmpty && section == .allCases.first)]
        + Preference.all.filter { $0.section == section }.map { preference in
          row(preference, chosen, fixed: fixed[preference.key])
        } + (section == .notifications && hasAlertRules ? [alertRules] : [])
    }
    return first + sections + [SheetRow(heading: "Keys"), keys(chosen), file(path)]
  }

  /// What an entry does, below the list.
  static func explanation(of row: SheetRow, _ chosen: Preferences) -> String {
    if let preference = Preference.named(row.id.text) { return preference.explanation }
    switch SettingsViewModel.Entry(rawValue: row.id.text) {
    case .alertRules: return "Of what you are told, on all your devices."
    case .keys: return "The keys of all actions, which can be changed."
    case .file: return "What you change here is written there; comments and order stay."
    case nil:
      guard !row.isHeading else { return "" }
      let (open, add) = (chosen.key(.sheetOpen), chosen.key(.addAccount))
      return "\(open) shows the account, \(add) adds one; \(chosen.key(.actions)) has the rest."
    }
  }

  private static func title(_ section: Preference.Section) -> String {
    switch section {
    case .appearance: "Appearance"
    case .input: "Writing and mouse"
    case .notifications: "Notifications"
    case .privacy: "Privacy"
    case .media: "Media"
    }
  }

  private static func row(
    _ preference: Preference, _ chosen: Preferences, fixed option: String?
  ) -> SheetRow {
    SheetRow(
      setting: preference.key, preference.title,
      value(preference.read(chosen), of: preference), action: "change",
      refusal: option.map { "fixed by \($0) until you quit" } ?? "", canStep: canStep(preference))
  }

  private static func canStep(_ preference: Preference) -> Bool {
    switch preference.kind {
    case .flag, .choice, .number: true
    case .words, .text: false
    }
  }

  /// A value as people say it.
  static func value(_ value: PreferenceValue, of preference: Preference) -> String {
    switch (value, preference.kind) {
    case (.flag(let isOn), _): isOn ? "on" : "off"
    case (.number(let number), .number(_, let unit)): "\(number) \(unit)"
    case (.text(let word), .choice(let choices)):
      choices.first { $0.word == word }.map { meaning($0) } ?? word
    case (.text(let text), _): text.isEmpty ? "none" : text
    case (.words(let words), _): words.isEmpty ? "nothing" : words.joined(separator: ", ")
    case (.number(let number), _): "\(number)"
    }
  }

  static func meaning(_ choice: Preference.Choice) -> String { "\(choice.word): \(choice.meaning)" }

  private static let alertRules = SheetRow(
    setting: SettingsViewModel.Entry.alertRules.rawValue, "Told of",
    "rules for words, people and rooms", action: "show")

  private static func keys(_ chosen: Preferences) -> SheetRow {
    let count = chosen.keys.count
    return SheetRow(
      setting: SettingsViewModel.Entry.keys.rawValue, "Keys",
      count == 0 ? "the usual ones" : count == 1 ? "1 action changed" : "\(count) actions changed",
      action: "show")
  }

  private static func file(_ path: String) -> SheetRow {
    SheetRow(setting: SettingsViewModel.Entry.file.rawValue, "File", path, action: "")
  }
}
