package import Controllers
package import Signals

/// A local server whose accounts and results the test sets.
@MainActor
package final class FakeLocalServerController: LocalServerController {
  /// The accounts, set by the test.
  package let known: MutableProperty<[LocalAccount]>
  package let onLoad = Script<Void, [LocalAccount]>("load", .restore)
  package let onSignUp = Script<String, LocalSignUp>("signUp", .signUp)

  /// Creates a controller with known accounts.
  package init(accounts: [LocalAccount] = []) {
    known = MutableProperty(accounts)
  }

  package var accounts: Property<[LocalAccount]> { known }

  package func load() -> Signal<[LocalAccount], RequestError> { onLoad.signal(()) }

  package func signUp(name: String) -> Signal<LocalSignUp, RequestError> { onSignUp.signal(name) }
}
