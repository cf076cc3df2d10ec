package import Controllers
import MatrixWire
package import Models
package import Signals

/// Vends profiles from the store and refreshes them from the server; any thread may call.
package final class MatrixProfileController: ProfileController {
  private let network: MatrixNetworkController
  private let store: AccountStore
  private let now: WallClock

  /// Makes a controller; sends nothing yet.
  package init(
    network: MatrixNetworkController, store: AccountStore,
    now: @escaping WallClock = systemWallClock
  ) {
    self.network = network
    self.store = store
    self.now = now
  }

  package func profile(of user: UserID) -> Signal<Profile, Never> {
    store.watch(.profile(of: user))
  }

  package func refresh(_ user: UserID) -> Signal<Profile, RequestError> {
    let refresh = ProfileRefresh(user: user, network: network, store: store, now: now)
    return .from { () async throws(RequestError) -> Profile in try await refresh.run() }
  }
}
