package import Controllers
package import Signals

/// An account controller that does what the test scripts.
package final class FakeAccountController: AccountController {
  /// Emitted as they are; one of them may be this device.
  package let onDevices = Script<String, [Device]>("devices", .manageDevices)
  /// Called with the id and the name.
  package let onRename = Script<[String], Void>("rename", .manageDevices)
  /// Called with the id and the password.
  package let onSignOut = Script<[String], Void>("signOut", .manageDevices)
  /// Called with the old password, the new one and whether others are signed out.
  package let onChangePassword = Script<[String], Void>("changePassword", .changePassword)

  /// Called with the password and whether the account is erased.
  package let onDeactivate = Script<[String], Void>("deactivate", .deactivate)
  package let onPage = Script<String, String?>("page", .manageDevices)

  /// Creates a controller without an answer.
  package init() {}

  package func devices() -> Signal<[Device], RequestError> { onDevices.signal("") }

  package func rename(_ device: String, to name: String) -> Signal<Void, RequestError> {
    onRename.signal([device, name])
  }

  package func signOut(
    _ device: String, password: Secret<String>
  ) -> Signal<Void, RequestError> {
    onSignOut.signal([device, password.reveal()])
  }

  package func changePassword(
    from old: Secret<String>, to new: Secret<String>, signingOutOthers: Bool
  ) -> Signal<Void, RequestError> {
    onChangePassword.signal([old.reveal(), new.reveal(), "\(signingOutOthers)"])
  }

  package func deactivate(
    password: Secret<String>, isErasing: Bool
  ) -> Signal<Void, RequestError> {
    onDeactivate.signal([password.reveal(), "\(isErasing)"])
  }

  package func page() -> Signal<String?, RequestError> { onPage.signal("") }
}
