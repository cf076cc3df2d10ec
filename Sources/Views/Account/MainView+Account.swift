import ViewModels

/// The account's devices and its password.
extension MainView {
  static let devices: [BoundAction<MainView>] = [
    BoundAction(
      "rename-device", "rename the device…", hint: "rename", .init("e", in: [.sheet]),
      menus: [.sheet], when: { .shown(when: $0.deviceRow != nil) }
    ) { main in main.deviceRow.map { $0.devices.askToRename($0.row) } },
    BoundAction(
      "sign-out-device", "sign out the device…", menus: [.sheet],
      when: { main in
        main.deviceRow.map { .enabled(unless: $0.devices.refusal(toSignOut: $0.row)) } ?? .hidden
      }
    ) { main in main.deviceRow.map { $0.devices.askToSignOut($0.row) } },
  ]

  /// What concerns the account, in the menu of the own profile.
  static let security: [BoundAction<MainView>] = [
    BoundAction(
      "devices", "show your devices", menus: [.profile],
      when: { $0.profile?.ownAvailability ?? .hidden }
    ) { main in main.model.showDevices(open: main.host.open, tell: main.host.notify) },
    BoundAction(
      "change-password", "change the password…", menus: [.profile],
      when: { $0.passwordAvailability }
    ) { main in main.model.askToChangePassword(open: main.host.open, tell: main.host.notify) },
    BoundAction(
      "account-page", "manage it in a browser", menus: [.profile],
      when: { $0.profile?.ownAvailability ?? .hidden }
    ) { main in main.model.openAccountPage(open: main.host.open, tell: main.host.notify) },
    BoundAction(
      "deactivate", "deactivate the account…", menus: [.profile],
      when: { $0.passwordAvailability }
    ) { main in main.model.askToDeactivate(open: main.host.open, tell: main.host.notify) },
  ]

  /// Ignoring the person of the open profile, and the list of those who are.
  static let ignoring: [BoundAction<MainView>] = [
    BoundAction(
      "ignore", "ignore the person…", menus: [.profile],
      when: { $0.profile?.ignoringAvailability(isIgnored: false) ?? .hidden }
    ) { main in main.model.askToIgnore(tell: main.host.notify) },
    BoundAction(
      "end-ignoring", "no longer ignore the person", menus: [.profile],
      when: { $0.profile?.ignoringAvailability(isIgnored: true) ?? .hidden }
    ) { main in main.model.endIgnoring(tell: main.host.notify) },
    BoundAction(
      "ignored-people", "show whom you ignore", menus: [.profile],
      when: { $0.profile?.ownAvailability ?? .hidden }
    ) { $0.model.showIgnored() },
  ]

  /// Of what the account's password does.
  private var passwordAvailability: Availability {
    guard let profile, profile.ownAvailability == .enabled else { return .hidden }
    return .enabled(unless: model.passwordRefusal)
  }

  private var deviceRow: (devices: DevicesViewModel, row: SheetRow)? {
    guard let sheet, let devices = sheet.model.devices, let row = sheet.selectedRow else {
      return nil
    }
    return (devices, row)
  }
}
