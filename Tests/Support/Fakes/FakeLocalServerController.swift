package import Controllers
package import Signals

/// A local server whose accounts the test sets, and whose answers it scripts.
@MainActor
package final class FakeLocalServerController: LocalServerController {
  /// The accounts as the test wants them.
  package let known: MutableProperty<[LocalAccount]>
  package let onLoad = Script<Void, [LocalAccount]>("load", .restore)
  package let onSignUp = Script<String, LocalSignUp>("signUp", .signUp)

  /// Makes a controller that knows accounts.
  package init(accounts: [LocalAccount] = []) {
    known = MutableProperty(accounts)
  }

  package var accounts: Property<[LocalAccount]> { known }

  package func load() -> Signal<[LocalAccount], RequestError> { onLoad.signal(()) }

  package func signUp(name: String) -> Signal<LocalSignUp, RequestError> { onSignUp.signal(name) }
}
