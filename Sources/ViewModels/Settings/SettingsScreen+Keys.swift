import Controllers
import Signals

/// The keys of actions.
extension SettingsScreen {
  /// Shows the actions with their keys in place of the settings.
  func showKeys(_ choices: KeyChoices, _ tell: @escaping (String) -> Void) {
    let filter = MutableProperty("")
    let rows = world.chosen.combineLatest(with: filter).map { chosen, filter in
      let words = filter.lowercased().split(separator: " ")
      return choices.actions.map { SheetRow($0, keys: chosen.keys[$0.name] ?? $0.keys) }.filter {
        let text = "\($0.labelText) \($0.quote.bodyText)".lowercased()
        return words.allSatisfy { text.contains($0) }
      }
    }
    let search = world.chosen.map { $0.key(.sheetSearch) }
    let note = rows.combineLatest(with: search).map { rows, key in
      rows.isEmpty ? "No action has these words; \(key) searches for others." : ""
    }
    let list = SheetViewModel(
      title: "Keys", rows: rows, note: note, keepsFocus: true,
      more: .init(search: { [questions] in
        questions.askOptionally(
          "Find an action", placeholder: "a key or words; empty for all", answer: filter.value
        ) {
          filter.value = $0
          return .empty
        }
      })
    ) { [weak self] row in
      guard let action = choices.actions.first(where: { $0.name == row.id.text }) else { return }
      self?.ask(for: action, choices, tell)
    }
    sheets.show(list, inside: sheets.open.value)
  }

  private func ask(
    for action: ActionKeys, _ choices: KeyChoices, _ tell: @escaping (String) -> Void
  ) {
    let preferences = world.preferences
    let last = preferences.preferences.value.keys[action.name] ?? action.keys
    let usual = action.keys.isEmpty ? "none" : action.keys.joined(separator: " ")
    questions.askOptionally(
      "Keys of “\(action.titleText)” (usually \(usual))",
      placeholder: "such as C-x F11; empty for the usual ones",
      answer: last.joined(separator: " ")
    ) { text in
      let words = text.split { $0.isWhitespace }.map(String.init)
      let keys = words.isEmpty ? action.keys : words
      let all = preferences.preferences.value.keys.merging([action.name: keys]) { $1 }
      if let reason = choices.refusal(action.name, all) {
        return .unusable("This is not possible: \(reason).")
      }
      if keys == last { return .empty }
      _ = preferences.bind(action.name, to: keys)
        .handled(failed: { tell(PreferenceText.sentence($0)) }).detached()
      return .empty
    }
  }
}

extension SheetRow {
  fileprivate init(_ action: ActionKeys, keys: [String]) {
    self.init(
      setting: action.name, keys.isEmpty ? "menu" : keys.joined(separator: " "),
      "\(action.titleText) (\(action.placeText))", action: "change")
  }
}
