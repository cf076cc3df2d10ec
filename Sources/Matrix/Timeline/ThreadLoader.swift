import Controllers
import MatrixWire
import ModelKit
import Models

/// Loads messages of threads and lists of threads, each page once however often it is asked for.
actor ThreadLoader {
  /// What one load adds to.
  enum Load: Hashable {
    case thread(ThreadID, before: Message.ID?)
    case list(of: RoomID)
  }

  private let network: MatrixNetworkController
  private let store: AccountStore
  private var running: [Load: Task<Result<Void, RequestError>, Never>] = [:]

  init(network: MatrixNetworkController, store: AccountStore) {
    self.network = network
    self.store = store
  }

  /// Cancels all loads; their callers fail.
  func cancelAll() {
    for task in running.values { task.cancel() }
  }

  /// Loads a page; joins the same load if it runs.
  func load(_ load: Load) async throws(RequestError) {
    let task = running[load] ?? start(load)
    let result = await task.value
    if running[load] == task { running[load] = nil }
    try result.get()
  }

  /// Loads the newest messages of a thread if some of them may be missing.
  ///
  /// A failure is tried again when the room changes, which it does once the network is back.
  func loadEnd(of thread: ThreadID) async {
    let mayMiss = try? await store.read { contents, tables in
      guard let room = contents.rooms[thread.room],
        let root = try room.event(of: thread.root, tables)
      else { return false }
      return try room.mayMissEnd(ofThread: root, tables)
    }
    if mayMiss == true { try? await load(.thread(thread, before: nil)) }
  }

  private func start(_ load: Load) -> Task<Result<Void, RequestError>, Never> {
    let task = Task { [network, store] () -> Result<Void, RequestError> in
      do throws(RequestError) {
        switch load {
        case .thread(let thread, let message):
          try await Self.load(thread, before: message, network, store)
        case .list(let room): try await Self.loadList(of: room, network, store)
        }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    running[load] = task
    return task
  }

  private static func load(
    _ thread: ThreadID, before message: Message.ID?, _ network: MatrixNetworkController,
    _ store: AccountStore
  ) async throws(RequestError) {
    try await loadRoot(of: thread, network, store)
    let gap = try await store.read { try $0.gap(in: thread, before: message, $1) }
    guard let gap else { return }
    let response = try await network.request(.thread(gap, in: thread.room))
    try await store.change { contents, tables in
      contents.report(response.issues)
      return try contents.add(
        ThreadPage(events: response.value.chunk, next: response.value.next), to: thread, at: gap,
        tables)
    }
  }

  /// Requests the message that begins a thread unless the store has it.
  private static func loadRoot(
    of thread: ThreadID, _ network: MatrixNetworkController, _ store: AccountStore
  ) async throws(RequestError) {
    let unknown = try await store.read { contents, tables -> EventID? in
      guard let room = contents.rooms[thread.room],
        let root = try room.event(of: thread.root, tables), !room.missingEvents.contains(root)
      else { return nil }
      return try tables.line(ofEvent: root, in: room.number) == nil ? root : nil
    }
    guard let unknown else { return }
    do throws(RequestError) {
      let raw = try await network.request(.event(unknown, in: thread.room))
      try await store.change { try $0.addQuoted(raw, as: unknown, to: thread.room, $1) }
    } catch {
      guard !error.isTransient else { throw error }
      // The thread is shown without its beginning.
      try await store.change { contents, _ in contents.noteMissing(unknown, in: thread.room) }
    }
  }

  private static func loadList(
    of room: RoomID, _ network: MatrixNetworkController, _ store: AccountStore
  ) async throws(RequestError) {
    var token: String?
    switch store.current.rooms[room]?.threadList {
    case .start: token = nil
    case .token(let next): token = next
    case .end, nil: return
    }
    let response = try await network.request(.threads(of: room, from: token))
    try await store.change { contents, tables in
      contents.report(response.issues)
      return try contents.addThreadList(
        response.value.chunk, next: response.value.next, to: room, tables)
    }
  }
}

extension Endpoint where Response == LenientResponse<RawEventPage> {
  /// The messages of a thread before a token, newest first; without a token, the newest.
  ///
  /// Source: Matrix client-server API, "Relationships API".
  static func thread(_ gap: ThreadGap, in room: RoomID) -> Endpoint {
    var query = [(name: "dir", value: "b"), (name: "limit", value: "50")]
    if let token = gap.token { query.append((name: "from", value: token)) }
    return Endpoint(
      .loadTimeline,
      path: [
        "_matrix", "client", "v1", "rooms", room.rawValue, "relations", gap.root.rawValue,
        ThreadRelation.type,
      ], query: query, timeout: .seconds(60), isLarge: true)
  }

  /// The messages that begin a room's threads, from the one with the newest message on.
  ///
  /// Source: Matrix client-server API, "Querying threads in a room".
  static func threads(of room: RoomID, from token: String?) -> Endpoint {
    var query = [(name: "include", value: "all"), (name: "limit", value: "20")]
    if let token { query.append((name: "from", value: token)) }
    return Endpoint(
      .loadTimeline, path: ["_matrix", "client", "v1", "rooms", room.rawValue, "threads"],
      query: query, timeout: .seconds(60), isLarge: true)
  }
}
