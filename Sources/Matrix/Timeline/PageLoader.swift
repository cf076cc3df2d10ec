import Controllers
import MatrixWire
import ModelKit
import Models

/// Loads older pages, one at a time for each room.
actor PageLoader {
  /// The maximum number of consecutive pages without a visible line that one load skips.
  private static let mostPages = 5

  private let network: MatrixNetworkController
  private let store: AccountStore
  private var running: [RoomID: Task<Result<Void, RequestError>, Never>] = [:]

  init(network: MatrixNetworkController, store: AccountStore) {
    self.network = network
    self.store = store
  }

  /// Cancels all loads; their callers fail.
  func cancelAll() {
    for task in running.values { task.cancel() }
  }

  /// Loads a page; joins a load that already runs for the room.
  func load(_ room: RoomID) async throws(RequestError) {
    let task = running[room] ?? start(room)
    let result = await task.value
    if running[room] == task { running[room] = nil }
    try result.get()
  }

  private func start(_ room: RoomID) -> Task<Result<Void, RequestError>, Never> {
    let task = Task { [network, store] () -> Result<Void, RequestError> in
      do throws(RequestError) {
        return .success(try await Self.loadPages(room, network, store))
      } catch {
        return .failure(error)
      }
    }
    running[room] = task
    return task
  }

  private static func loadPages(
    _ room: RoomID, _ network: MatrixNetworkController, _ store: AccountStore
  ) async throws(RequestError) {
    for _ in 0..<mostPages {
      guard let history = store.current.rooms[room]?.history, !history.reachedStart else { return }
      let token = history.olderToken
      let response = try await network.request(.messages(room, before: token))
      await store.change {
        $0.prepend(response.value, issues: response.issues, to: room, from: token)
      }
      let count = store.current.rooms[room]?.history.lines.count ?? 0
      if count > history.lines.count { return }
    }
  }
}

extension Endpoint where Response == LenientResponse<RawMessagesResponse> {
  /// A page of events before a token, newest first; without a token, the newest.
  fileprivate static func messages(_ room: RoomID, before token: String?) -> Endpoint {
    var query = [
      (name: "dir", value: "b"), (name: "limit", value: "50"),
      (name: "filter", value: JSONValue.object(["lazy_load_members": true]).text),
    ]
    if let token { query.append((name: "from", value: token)) }
    return Endpoint(
      .loadTimeline, path: .client("rooms", room.rawValue, "messages"), query: query,
      timeout: .seconds(60))
  }
}
