import Controllers
import Signals

/// The other accounts of this machine.
extension MainViewModel {
  /// Shows the accounts; `tell` says what became of them.
  public func showAccounts(tell: @escaping (String) -> Void) {
    let accounts = AccountsViewModel(
      sessions: sessions, overview: overview, questions: questions, tell: tell)
    let sheet = SheetViewModel(
      title: "Accounts", rows: accounts.rows, note: Property(""), accounts: accounts
    ) { [weak self] row in
      self?.closeSheet()
      accounts.show(row)
    }
    sheet.place = accounts.nextIndex
    show(sheet)
  }
}
