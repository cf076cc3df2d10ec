import Controllers
import Signals

/// The settings of the program.
extension MainViewModel {
  /// Shows the settings; `tell` says what came of a change.
  public func showSettings(keys: KeyChoices, tell: @escaping (String) -> Void) {
    let accounts = AccountsViewModel(
      sessions: sessions, overview: overview, questions: questions, tell: tell)
    settings.show(
      of: accounts,
      alertRules: { [weak self] in self?.showAlertRules(inside: self?.sheet.value, tell: tell) },
      keys: keys, tell: tell)
  }
}
