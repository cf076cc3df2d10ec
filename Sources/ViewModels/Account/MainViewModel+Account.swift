import Controllers
import Signals

/// The account's devices and its password.
extension MainViewModel {
  /// Shows the devices that are signed in; `tell` says what became of them.
  public func showDevices(tell: @escaping (String) -> Void) {
    let devices = DevicesViewModel(
      session: session, questions: questions, world: world, tell: tell)
    show(
      SheetViewModel(
        title: "Devices of this account", rows: devices.rows, note: devices.noteText,
        devices: devices))
  }

  /// Asks for the old password and twice for the new one; `tell` says that it is changed.
  ///
  /// The other devices stay signed in: they are listed, and can be signed out there.
  public func askToChangePassword(tell: @escaping (String) -> Void) {
    questions.askForSecret("Change the password", placeholder: "the current password") {
      [weak self] old in
      self?.askForNewPassword(instead: old, tell)
      return .empty
    }
  }

  private func askForNewPassword(
    instead old: Secret<String>, _ tell: @escaping (String) -> Void
  ) {
    questions.askForSecret("Change the password", placeholder: "the new password") {
      [weak self] new in
      self?.confirm(new, instead: old, tell)
      return .empty
    }
  }

  private func confirm(
    _ new: Secret<String>, instead old: Secret<String>, _ tell: @escaping (String) -> Void
  ) {
    let account = session.account
    questions.askForSecret("Change the password", placeholder: "the new password once more") {
      again in
      guard again.reveal() == new.reveal() else {
        return .failed(RequestError(operation: .changePassword, reason: .differentPasswords))
      }
      return account.changePassword(from: old, to: new, signingOutOthers: false)
        .onMain(completed: { tell("The password is changed; other devices stay signed in") })
    }
  }
}
