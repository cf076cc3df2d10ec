import Controllers
import MatrixWire
import ModelKit
import Models

/// Loads older pages, one at a time for each room.
actor PageLoader {
  /// The maximum number of consecutive pages without a visible line that one load skips.
  private static let mostPages = 5
  /// The maximum number of pages that are loaded to reach one event: 2,000 events.
  private static let mostPagesToEvent = 40

  private let network: MatrixNetworkController
  private let store: AccountStore
  private var running: [Load: Task<Result<Void, RequestError>, Never>] = [:]

  /// The place at which a load adds messages.
  private struct Load: Hashable {
    let room: RoomID
    /// The message before which they stand.
    let message: Message.ID?
    /// Where the user looks, for a gap that may begin there.
    var place: Message.ID?
  }

  init(network: MatrixNetworkController, store: AccountStore) {
    self.network = network
    self.store = store
  }

  /// Cancels all loads; their callers fail.
  func cancelAll() {
    for task in running.values { task.cancel() }
  }

  /// Loads a page unless the store has older messages; joins a load that already runs at the place.
  func load(_ room: RoomID, before message: Message.ID?) async throws(RequestError) {
    try await run(Load(room: room, message: message))
  }

  /// Loads a page of what is missing before a message, from the side at which the user looks.
  func fill(
    _ room: RoomID, before message: Message.ID, near place: Message.ID
  ) async throws(RequestError) {
    try await run(Load(room: room, message: message, place: place))
  }

  private func run(_ load: Load) async throws(RequestError) {
    let task = running[load] ?? start(load)
    let result = await task.value
    if running[load] == task { running[load] = nil }
    try result.get()
  }

  /// Loads pages, from the newest gap on backwards, until an event has its place in the history.
  ///
  /// Gives up after `mostPagesToEvent` pages, or when nothing is missing any more.
  func load(_ room: RoomID, upTo event: EventID) async throws(RequestError) {
    for _ in 0..<Self.mostPagesToEvent {
      let gap = try await store.read { contents, tables in
        try contents.lacksPlace(event, in: room, tables)
          ? contents.gap(in: room, before: nil, tables) : nil
      }
      guard let gap else { return }
      _ = try await Self.loadPage(at: gap, of: room, network, store)
    }
  }

  private func start(_ load: Load) -> Task<Result<Void, RequestError>, Never> {
    let task = Task { [network, store] () -> Result<Void, RequestError> in
      do throws(RequestError) {
        if try await Self.loadAhead(load, network, store) { return .success(()) }
        return .success(try await Self.loadPages(load, network, store))
      } catch {
        return .failure(error)
      }
    }
    running[load] = task
    return task
  }

  private static func loadPages(
    _ load: Load, _ network: MatrixNetworkController, _ store: AccountStore
  ) async throws(RequestError) {
    let first = try await store.read { contents, tables in
      try contents.hasOlder(in: load.room, than: load.message, tables)
        ? nil : contents.gap(in: load.room, before: load.message, tables)
    }
    var next = first
    for _ in 0..<mostPages {
      guard let gap = next else { return }
      if try await loadPage(at: gap, of: load.room, network, store) { return }
      next = try await store.read { try $0.gap(after: gap.chunk, in: load.room, $1) }
    }
  }

  /// Loads the page after an excerpt at which the user looks; false when there is none to load.
  private static func loadAhead(
    _ load: Load, _ network: MatrixNetworkController, _ store: AccountStore
  ) async throws(RequestError) -> Bool {
    guard let message = load.message, let place = load.place else { return false }
    var isLoaded = false
    for _ in 0..<mostPages {
      let token = try await store.read {
        try $0.tokenAhead(in: load.room, before: message, near: place, $1)
      }
      guard let token else { return isLoaded }
      let response = try await network.request(.messages(load.room, after: token))
      let page = PageAhead(response.value, issues: response.issues, from: token)
      try await store.change { try $0.add(page, to: load.room, $1) }
      if page.events.contains(where: { StoredEvent($0)?.kind == .line }) { return true }
      isLoaded = true
    }
    return true
  }

  /// Loads the page before a gap; returns whether it has a visible line.
  private static func loadPage(
    at gap: HistoryGap, of room: RoomID, _ network: MatrixNetworkController, _ store: AccountStore
  ) async throws(RequestError) -> Bool {
    let response = try await network.request(.messages(room, before: gap.token))
    let page = HistoryPage(response: response.value, issues: response.issues, gap: gap)
    for piece in page.pieces {
      try await store.change { try $0.prepend(piece, to: room, $1) }
    }
    return response.value.chunk.contains { StoredEvent($0)?.kind == .line }
  }
}

extension Endpoint where Response == LenientResponse<RawMessagesResponse> {
  /// A page of events before a token, newest first; without a token, the newest.
  static func messages(_ room: RoomID, before token: String?) -> Endpoint {
    messages(room, direction: "b", token)
  }

  /// A page of events after a token, oldest first.
  static func messages(_ room: RoomID, after token: String) -> Endpoint {
    messages(room, direction: "f", token)
  }

  private static func messages(
    _ room: RoomID, direction: String, _ token: String?
  ) -> Endpoint {
    var query = [
      (name: "dir", value: direction), (name: "limit", value: "50"),
      (name: "filter", value: JSONValue.object(["lazy_load_members": true]).text),
    ]
    if let token { query.append((name: "from", value: token)) }
    return Endpoint(
      .loadTimeline, path: .client("rooms", room.rawValue, "messages"), query: query,
      timeout: .seconds(60), isLarge: true)
  }
}
