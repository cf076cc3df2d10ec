import Controllers
import MatrixWire

/// A protocol by which a server tells what is new in an account.
protocol SyncEngine: Sendable {
  /// Whose tokens it reads.
  var kind: SyncToken.Kind { get }

  /// Asks once for the news after a token; without a token, from the beginning.
  ///
  /// The server holds its response for up to `wait` while there is no news. A request may be
  /// repeated with the same token when its response was lost.
  func poll(after token: String?, wait: Duration) async throws(RequestError) -> SyncNews
}

extension SyncToken {
  /// Throws when a server sends no token or one that no server needs.
  init(_ kind: Kind, checking text: String?, at path: String) throws(RequestError) {
    guard let text, !text.isEmpty, text.utf8.count <= 8192 else {
      throw RequestError(operation: .sync, reason: .malformedResponse(path: path))
    }
    self.init(kind, text)
  }
}

/// Polls `/sync`.
struct FullSyncEngine: SyncEngine {
  let network: MatrixNetworkController
  let presence: PresenceBoard

  var kind: SyncToken.Kind { .full }

  func poll(after token: String?, wait: Duration) async throws(RequestError) -> SyncNews {
    let own = presence.own
    presence.isTold = own != nil
    let response = try await network.request(.sync(since: token, wait: wait, as: own))
    let next = try SyncToken(.full, checking: response.value.nextBatch, at: "next_batch")
    return SyncNews(
      response.value, issues: response.issues, isInitial: token == nil, token: next.text)
  }
}
