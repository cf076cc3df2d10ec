package import Controllers
package import Models
package import Signals

/// A network controller with scripted results.
package final class FakeNetworkController: NetworkController {
  package let onFetchUser = Script<UserID, User>("fetchUser", .fetchUser)
  package let onSearchPeople = Script<String, [User]>("searchPeople", .searchPeople)

  /// Creates a controller without results.
  package init() {}

  package func fetchUser(_ id: UserID) -> Signal<User, RequestError> { onFetchUser.signal(id) }

  package func searchPeople(_ text: String) -> Signal<[User], RequestError> {
    onSearchPeople.signal(text)
  }
}
