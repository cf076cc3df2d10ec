import Controllers
import MatrixWire
import Synchronization

/// Polls simplified sliding sync: first the rooms at the top of the list, then ever more.
///
/// Source: matrix-spec-proposals, MSC4186.
final class SlidingSyncEngine: SyncEngine {
  private let network: MatrixNetworkController
  private let own: String
  private let presence: PresenceBoard
  private let window = Mutex(SlidingWindow())

  init(network: MatrixNetworkController, own: String, presence: PresenceBoard) {
    self.network = network
    self.own = own
    self.presence = presence
  }

  var kind: SyncToken.Kind { .sliding }

  func poll(after token: String?, wait: Duration) async throws(RequestError) -> SyncNews {
    let asked = window.withLock { window in
      // A new connection begins with the first rooms again, so that they come soon.
      if token == nil { window = SlidingWindow() }
      return window
    }
    // MSC4186 has no extension for presence.
    presence.isTold = false
    let response = try await network.request(
      .slidingSync(asked, after: token, wait: wait, as: presence.own))
    let next = try SyncToken(.sliding, checking: response.value.position, at: "pos")
    let view = SlidingView(response.value, asked: asked)
    window.withLock { $0 = view.next ?? asked }
    return SyncNews(response, view: view, own: own, isFirst: token == nil, token: next)
  }
}
