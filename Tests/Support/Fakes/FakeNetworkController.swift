package import Controllers
package import Models
package import Signals

/// A network controller that answers as the test says.
package final class FakeNetworkController: NetworkController {
  package let onFetchUser = Script<UserID, User>("fetchUser", .fetchUser)

  /// Makes a controller without answers.
  package init() {}

  package func fetchUser(_ id: UserID) -> Signal<User, RequestError> { onFetchUser.signal(id) }
}
