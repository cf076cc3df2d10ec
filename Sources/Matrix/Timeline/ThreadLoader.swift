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

  /// The maximum number of consecutive pages without a message that one load skips.
  private static let mostPages = 5
  /// The maximum number of pages that are loaded to reach one message: 2,000 messages.
  private static let mostPagesToMessage = 40

  /// Among how many of a room's newest messages of threads the unknown roots are looked for, and how many
  /// of these are requested in one run: other servers can make up any number.
  private static let (mostAnswers, mostRoots) = (50, 100)

  private let network: MatrixNetworkController
  private let store: AccountStore
  private var askedRoots: [RoomID: Set<EventID>] = [:]
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

  /// Requests the messages with which the newest threads of a room begin and that are not known: messages of
  /// a thread without one show in the room.
  func loadRoots(in room: RoomID) async {
    let roots = try? await store.read { contents, tables in
      try contents.rooms[room].map {
        try tables.unknownRoots(of: $0.number, among: Self.mostAnswers)
      } ?? []
    }
    for root in roots ?? [] where askedRoots[room, default: []].count < Self.mostRoots {
      guard askedRoots[room, default: []].insert(root).inserted else { continue }
      do throws(RequestError) {
        try await Self.loadRoot(root, in: room, network, store)
      } catch {
        // The next change of the room asks again.
        askedRoots[room]?.remove(root)
        return
      }
    }
  }

  /// Loads pages of a thread, from the newest gap on backwards, until a message has its place there.
  ///
  /// Gives up after `mostPagesToMessage` pages, or when nothing is missing any more.
  func load(_ thread: ThreadID, upTo message: Message.ID) async throws(RequestError) {
    for _ in 0..<Self.mostPagesToMessage {
      let isMissing = try await store.read { contents, tables in
        guard let room = contents.rooms[thread.room],
          try tables.place(of: message, in: room.number) == nil
        else { return false }
        return try contents.gap(in: thread, before: nil, tables) != nil
      }
      guard isMissing else { return }
      try await load(.thread(thread, before: nil))
    }
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
    for _ in 0..<mostPages {
      let gap = try await store.read { try $0.gap(in: thread, before: message, $1) }
      guard let gap else { return }
      let response = try await network.request(.thread(gap, in: thread.room))
      let chunk = response.value.chunk
      try await store.change { contents, tables in
        contents.report(response.issues)
        return try contents.add(
          ThreadPage(events: chunk, next: response.value.next), to: thread, at: gap, tables)
      }
      if chunk.contains(where: { StoredEvent($0)?.thread == gap.root }) { return }
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
    if let unknown { try await loadRoot(unknown, in: thread.room, network, store) }
  }

  private static func loadRoot(
    _ root: EventID, in room: RoomID, _ network: MatrixNetworkController, _ store: AccountStore
  ) async throws(RequestError) {
    do throws(RequestError) {
      let raw = try await network.request(.event(root, in: room))
      try await store.change { contents, tables in
        var changes = try contents.addQuoted(raw, as: root, to: room, tables)
        guard let number = contents.rooms[room]?.number else { return changes }
        if try tables.line(ofEvent: root, in: number) == nil {
          changes.formUnion(try contents.setVoid(root, in: room, tables))
        }
        return changes
      }
    } catch {
      guard !error.isTransient else { throw error }
      try await store.change { contents, tables in
        var changes = try contents.setVoid(root, in: room, tables)
        changes.formUnion(contents.noteMissing(root, in: room))
        return changes
      }
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
  /// With them, by servers that know `recurse`, what relates to these: nothing else brings the reactions
  /// and edits of messages that are older than what the room has.
  ///
  /// Source: Matrix client-server API, "Relationships API".
  static func thread(_ gap: ThreadGap, in room: RoomID) -> Endpoint {
    var query = [
      (name: "dir", value: "b"), (name: "limit", value: "50"), (name: "recurse", value: "true"),
    ]
    if let token = gap.token { query.append((name: "from", value: token)) }
    return Endpoint(
      .loadTimeline,
      path: [
        "_matrix", "client", "v1", "rooms", room.rawValue, "relations", gap.root.rawValue,
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
