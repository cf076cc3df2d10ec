package import Controllers
package import Models
package import Signals

/// A registration controller that does what the test scripts.
package final class FakeRegistrationController: RegistrationController {
  /// Called with the name and the server.
  package let onCheckName = Script<[String], Void>("check(name:)", .register)
  /// Called with the token and the server.
  package let onCheckToken = Script<[String], Void>("check(token:)", .register)
  /// Called with the name, the password, the token, whether the terms are accepted, and the server.
  package let onRegister = Script<[String], UserID>("register", .register)

  /// Creates a controller without an answer.
  package init() {}

  package func check(name: String, on server: String) -> Signal<Void, RequestError> {
    onCheckName.signal([name, server])
  }

  package func check(token: Secret<String>, on server: String) -> Signal<Void, RequestError> {
    onCheckToken.signal([token.reveal(), server])
  }

  package func register(
    _ account: NewAccount, on server: String
  ) -> Signal<UserID, RequestError> {
    onRegister.signal([
      account.name, account.password.reveal(), account.token?.reveal() ?? "",
      "\(account.acceptsTerms)", server,
    ])
  }
}
