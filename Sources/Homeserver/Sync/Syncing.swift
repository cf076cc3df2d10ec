import GRDB

/// What tells clients what happens: `/sync`, and what they tell each other by it: typing, receipts.
final class Syncing: Sendable {
  let store: Store
  let feed: Feed
  let configuration: HomeserverConfiguration
  private let filters = FilterCache()
  private let lazyMembers = LazyMembers()
  private var limits: AnswerLimits { configuration.answers }

  init(store: Store, feed: Feed, configuration: HomeserverConfiguration) {
    self.store = store
    self.feed = feed
    self.configuration = configuration
  }

  /// The endpoints.
  var routes: [Route] {
    [
      Route.user("GET", "client/sync") { try await self.sync($0, $1) },
      Route.user("PUT", "client/rooms/:room/typing/:user") { try await self.putTyping($0, $1) },
      Route.user("POST", "client/rooms/:room/receipt/:type/:event") {
        try await self.postReceipt($0, $1)
      },
      Route.user("POST", "client/rooms/:room/read_markers") {
        try await self.postReadMarkers($0, $1)
      },
    ].flatMap { $0 }
  }

  /// Answers with what is new, or waits for it.
  private func sync(_ call: Call, _ requester: Requester) async throws -> Answer {
    let started = feed.commitCount
    let now = feed.now
    let filter = try await filters.filter(
      call.argument("filter"), of: requester.user, store: store)
    var query = try SyncQuery(call, requester, filter: filter, now: configuration.clock.now())
    // Who has not got all parts of an answer gets the next one, even if it tells nothing.
    let isWaiting =
      query.since.map { $0.rest == nil } ?? false && !query.isFullState && query.timeout > 0
    let deadline = now + Int64(query.timeout)
    while true {
      // Each time, for whoever asks seldom may have been forgotten meanwhile.
      feed.register(requester.user)
      let token: StreamToken
      switch try await news(query, orNothing: isWaiting) {
      case .answer(let answer): return answer
      case .nothing(let place): token = place
      }
      // What is held here is held for each client that waits.
      let outcome = await feed.wait(
        for: requester, after: token, until: deadline, started: started)
      switch outcome {
      case .changed: query.goOn(from: token, now: configuration.clock.now())
      case .timeout: return try await answer(SyncContent(token: token), query)
      case .signedOut: throw MatrixError.unknownToken(isSoft: false)
      }
    }
  }

  private enum News {
    case answer(Answer)
    /// Up to a place.
    case nothing(StreamToken)
  }

  /// The answer, if there is something to tell or it is to be told that there is nothing.
  private func news(_ query: SyncQuery, orNothing mayBeNothing: Bool) async throws -> News {
    let content = try await content(of: query)
    guard mayBeNothing, content.isEmpty else { return .answer(try await answer(content, query)) }
    return .nothing(content.token)
  }

  private func answer(_ content: SyncContent, _ query: SyncQuery) async throws -> Answer {
    var hold = content.hold
    if hold == nil, content.size >= configuration.memory.bounds.least {
      hold = try await configuration.memory.reserve(content.size, for: query.user)
    }
    if query.filter.loadsMembersLazily {
      lazyMembers.note(content, to: query.requester, isInitial: query.since == nil)
    }
    let bytes = SyncWriter(query).write(content)
    return hold?.answer(bytes) ?? .json(bytes)
  }

  /// What there is to tell now.
  private func content(of query: SyncQuery) async throws -> SyncContent {
    guard let since = query.since, since.rest == nil, !query.isFullState else {
      return try await read(query)
    }
    for _ in 0..<3 {
      switch feed.changes(for: query.user, since: since) {
      case .nothing(let token): return SyncContent(token: token)
      case .unknown: return try await read(query)
      case .missingCounts(let rooms):
        try await readCounts(in: rooms, for: query.user)
      case .rooms(let rooms, let token):
        guard let content = try await content(of: rooms, token, query) else {
          return try await read(query)
        }
        return content
      }
    }
    return try await read(query)
  }

  private func content(
    of rooms: [RecentRoom], _ token: StreamToken, _ query: SyncQuery
  ) async throws -> SyncContent? {
    var content = SyncContent(token: token)
    let recent = RecentSync(query: query, store: store, lazyMembers: lazyMembers)
    for room in rooms where query.filter.allows(room: room.room) {
      guard let told = try await recent.content(of: room) else { return nil }
      guard told.timelineSize <= limits.timeline else { return nil }
      if !told.isEmpty { content.rooms.append(joined: told) }
      guard content.rooms.size <= limits.sync else { return nil }
    }
    return content
  }

  /// Reads what is new from the file.
  private func read(_ query: SyncQuery) async throws -> SyncContent {
    let hold = try await configuration.memory.reserve(for: query.user)
    var outcome = try await store.read { [feed, lazyMembers, limits] database in
      let reader = try SyncReader(
        query, lazyMembers: lazyMembers, limits: limits, database: database)
      return try reader.read(
        typing: { feed.typing(in: $0, after: $1) }, boot: feed.boot)
    }
    feed.install(
      joined: outcome.joined, ignoresNobody: outcome.ignoresNobody, of: query.user,
      at: outcome.content.token.position)
    // Who waits for news holds nothing.
    if !outcome.content.isEmpty { outcome.content.hold = hold }
    return outcome.content
  }

  /// Reads the unread counts of rooms, so that the next times they are in memory.
  private func readCounts(in rooms: [RoomID], for user: UserID) async throws {
    let uncounted = rooms.filter { !feed.countsUnread(in: $0) }
    let read = try await store.read { database in
      let position = try SyncReader.position(of: database)
      return try rooms.map { room in
        ReadCounts(
          room: room, position: position,
          index: uncounted.contains(room)
            ? try UnreadIndex.read(room, at: position, from: database) : nil,
          read: try UnreadIndex.readPosition(of: user, in: room, from: database))
      }
    }
    for counts in read {
      feed.install(
        counts.index, read: counts.read, of: user, in: counts.room, at: counts.position)
    }
  }
}

/// The unread messages of a room as the file has them.
private struct ReadCounts: Sendable {
  let room: RoomID
  let position: Int64
  let index: UnreadIndex?
  let read: Int64
}
