package import Controllers
package import Signals

/// An account controller that does what the test scripts.
package final class FakeAccountController: AccountController {
  /// Emitted as they are; one of them may be this device.
  package let onDevices = Script<String, [Device]>("devices", .manageDevices)
  /// Called with the id and the name.
  package let onRename = Script<[String], Void>("rename", .manageDevices)
  /// Called with the id and the proof.
  package let onSignOut = Script<[String], Void>("signOut", .manageDevices)
  /// Called with the proof, the new password and whether others are signed out.
  package let onChangePassword = Script<[String], Void>("changePassword", .changePassword)

  /// Called with the proof and whether the account is erased.
  package let onDeactivate = Script<[String], Void>("deactivate", .deactivate)
  package let onPage = Script<String, String?>("page", .manageDevices)

  /// Creates a controller without an answer.
  package init() {}

  package func devices() -> Signal<[Device], RequestError> { onDevices.signal("") }

  package func rename(_ device: String, to name: String) -> Signal<Void, RequestError> {
    onRename.signal([device, name])
  }

  package func signOut(_ device: String, proof: AccountProof) -> Signal<Void, RequestError> {
    onSignOut.signal([device, Self.text(proof)])
  }

  package func changePassword(
    to new: Secret<String>, signingOutOthers: Bool, proof: AccountProof
  ) -> Signal<Void, RequestError> {
    onChangePassword.signal([Self.text(proof), new.reveal(), "\(signingOutOthers)"])
  }

  package func deactivate(isErasing: Bool, proof: AccountProof) -> Signal<Void, RequestError> {
    onDeactivate.signal([Self.text(proof), "\(isErasing)"])
  }

  /// The password, or "browser" with the session of the page.
  private static func text(_ proof: AccountProof) -> String {
    switch proof {
    case .password(let password): password.reveal()
    case .browser(let page): "browser " + (page?.session ?? "")
    }
  }

  package func page() -> Signal<String?, RequestError> { onPage.signal("") }
}
