import Controllers
import Signals

/// The lists and questions of the settings, in front of any screen.
final class SettingsScreen {
  let sheets: Sheets
  let questions: Questions
  let world: World

  init(sheets: Sheets, questions: Questions, world: World) {
    (self.sheets, self.questions, self.world) = (sheets, questions, world)
  }

  /// Shows the settings; `tell` says what came of a change.
  ///
  /// - Parameters:
  ///   - accounts: The accounts to list; nil for none.
  ///   - alertRules: Shows of what the account in front is told; nil without one.
  func show(
    of accounts: AccountsViewModel?, alertRules: (() -> Void)?, keys: KeyChoices,
    tell: @escaping (String) -> Void
  ) {
    let model = SettingsViewModel(
      accounts: accounts?.rows, hasAlertRules: alertRules != nil, preferences: world.preferences,
      tell: tell)
    let sheet = SheetViewModel(
      title: "Settings", rows: model.rows, note: model.noteText, keepsFocus: true,
      more: .init(moved: model.moved, step: model.step), accounts: accounts
    ) { [weak self] row in
      if let accounts, accounts.has(row) {
        self?.sheets.close()
        accounts.show(row)
      } else if SettingsViewModel.Entry(rawValue: row.id.text) == .alertRules {
        alertRules?()
      } else {
        self?.choose(row, in: model, keys, tell)
      }
    }
    sheet.place = 1
    sheets.show(sheet)
  }

  private func choose(
    _ row: SheetRow, in model: SettingsViewModel, _ keys: KeyChoices,
    _ tell: @escaping (String) -> Void
  ) {
    if SettingsViewModel.Entry(rawValue: row.id.text) == .keys { return showKeys(keys, tell) }
    guard let preference = model.preference(row) else { return }
    switch preference.kind {
    case .flag: model.step(row, by: 1)
    case .choice(let choices), .words(let choices): showChoices(choices, of: preference, in: model)
    case .number(let range, let unit):
      ask(preference, "\(range.lowerBound) to \(range.upperBound) \(unit)", in: model)
    case .text(let example, _): ask(preference, example, in: model)
    }
  }

  /// Shows the values in place of the settings; one of several closes the list.
  private func showChoices(
    _ choices: [Preference.Choice], of preference: Preference, in model: SettingsViewModel
  ) {
    let rows = world.chosen.map { chosen in
      choices.map { SheetRow(choice: $0, in: preference.read(chosen)) }
    }
    let list = SheetViewModel(
      title: preference.title, rows: rows, note: Property(preference.explanation),
      keepsFocus: true
    ) { [weak self] row in
      if case .words = preference.kind { return model.toggle(row.id.text, of: preference) }
      model.set(preference, to: .text(row.id.text))
      self?.sheets.close()
    }
    sheets.show(list, inside: sheets.open.value)
  }

  private func ask(_ preference: Preference, _ placeholder: String, in model: SettingsViewModel) {
    questions.askOptionally(
      "\(preference.title): \(preference.explanation)", placeholder: placeholder,
      answer: Self.text(model.value(preference))
    ) { text in
      guard let value = model.value(of: text, for: preference) else {
        return .unusable("This takes \(PreferenceText.values(preference.kind)).")
      }
      model.set(preference, to: value)
      return .empty
    }
  }

  private static func text(_ value: PreferenceValue) -> String {
    switch value {
    case .number(let number): "\(number)"
    case .text(let text): text
    case .flag, .words: ""
    }
  }
}

extension Signal where Value == Void, Failure == RequestError {
  /// Refuses an answer, with words for the user.
  static func unusable(_ words: String) -> Signal {
    .failed(RequestError(operation: .changePreference, reason: .unusableValue(words)))
  }
}

extension SheetRow {
  fileprivate init(choice: Preference.Choice, in value: PreferenceValue) {
    let isChosen =
      switch value {
      case .text(let word): word == choice.word
      case .words(let words): words.contains(choice.word)
      case .flag, .number: false
      }
    self.init(
      id: RowID(choice.word), timeText: "", markText: isChosen ? Self.chosenMark : " ",
      quote: QuoteText(bodyText: SettingText.meaning(choice)))
  }
}
