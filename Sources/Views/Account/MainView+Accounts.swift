import ViewModels

/// The other accounts of this machine.
extension MainView {
  static let accounts: [BoundAction<MainView>] = [
    BoundAction(
      "accounts", "go to another account…", .init("F9", in: .main.union([.profile])),
      menus: [.roomList]
    ) { main in main.model.showAccounts(tell: main.host.report) },
    BoundAction(
      "add-account", "add an account…", hint: "add", .init("+", in: [.sheet]), menus: [.sheet],
      when: { .shown(when: $0.sheet?.model.accounts != nil) }
    ) { $0.addAccount() },
    BoundAction(
      "disconnect", "disconnect the account…", menus: [.sheet],
      when: { main in
        main.accountRow.map {
          .when($0.accounts.isConnected($0.row), else: "This account is not connected")
        } ?? .hidden
      }
    ) { main in main.accountRow.map { $0.accounts.askToDisconnect($0.row) } },
    BoundAction(
      "sign-out-account", "sign out the account…", menus: [.sheet],
      when: { .shown(when: $0.accountRow != nil) }
    ) { main in main.accountRow.map { $0.accounts.askToSignOut($0.row) } },
  ]

  private func addAccount() {
    guard let accounts = sheet?.model.accounts else { return }
    model.closeSheet()
    accounts.add()
  }

  private var accountRow: (accounts: AccountsViewModel, row: SheetRow)? {
    guard let sheet, let accounts = sheet.model.accounts, let row = sheet.selectedRow,
      accounts.has(row)
    else { return nil }
    return (accounts, row)
  }
}
