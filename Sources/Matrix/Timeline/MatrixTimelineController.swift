package import Controllers
package import Models
package import Signals

/// Vends room histories from an account's store and loads older pages; any thread may call.
package final class MatrixTimelineController: TimelineController {
  private let store: AccountStore
  private let loader: PageLoader

  /// Makes a controller; sends nothing yet.
  package init(network: MatrixNetworkController, store: AccountStore) {
    self.store = store
    loader = PageLoader(network: network, store: store)
  }

  deinit {
    Task { [loader] in await loader.cancelAll() }
  }

  package func timeline(of room: RoomID) -> Signal<Timeline, Never> {
    store.timeline(of: room)
  }

  package func loadOlder(in room: RoomID) -> Signal<Void, RequestError> {
    .from { [loader] () async throws(RequestError) in
      try await loader.load(room)
    }
  }
}
