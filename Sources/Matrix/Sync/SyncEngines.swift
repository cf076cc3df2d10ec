import Controllers
import MatrixWire
import Models

/// The protocols by which an account can sync.
struct SyncEngines: Sendable {
  private let network: MatrixNetworkController
  private let offers: OfferBoard
  private let full: FullSyncEngine
  /// Nil when it is not to be used, whatever the server offers.
  private let sliding: SlidingSyncEngine?

  init(network: MatrixNetworkController, store: AccountStore, usesSliding: Bool) {
    self.network = network
    offers = store.offers
    full = FullSyncEngine(network: network, presence: store.presence)
    sliding =
      usesSliding
      ? SlidingSyncEngine(
        network: network, own: store.userID.rawValue, presence: store.presence) : nil
  }

  subscript(kind: SyncToken.Kind) -> any SyncEngine {
    switch kind {
    case .full: full
    case .sliding: sliding ?? full
    }
  }

  /// Asks the server what it offers, and whether that includes sliding sync; nil when it refuses to say, or a
  /// proxy in front of it.
  func offersSliding() async throws(RequestError) -> Bool? {
    guard sliding != nil else { return false }
    let endpoint = Endpoint(
      .sync, path: ["_matrix", "client", "versions"], waitsWhenLimited: false,
      timeout: .seconds(15), response: RawVersions.self)
    do throws(RequestError) {
      let versions = try await network.request(endpoint)
      offers.set(ServerOffer(versions))
      return versions.offersSlidingSync == true
    } catch {
      guard error.reason == .refused, error.status.map({ $0 < 500 }) ?? false else { throw error }
      return nil
    }
  }
}
