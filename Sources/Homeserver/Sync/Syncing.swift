import GRDB

/// What tells clients what happens: `/sync`, and what they tell each other by it: typing, receipts.
final class Syncing: Sendable {
  let store: Store
  let feed: Feed
  let configuration: HomeserverConfiguration
  private let lazyMembers = LazyMembers()

  init(store: Store, feed: Feed, configuration: HomeserverConfiguration) {
    self.store = store
    self.feed = feed
    self.configuration = configuration
  }

  /// The endpoints.
  var routes: [Route] {
    [
      Route.user("GET", "client/sync", sync),
      Route.user("PUT", "client/rooms/:room/typing/:user", putTyping),
      Route.user("POST", "client/rooms/:room/receipt/:type/:event", postReceipt),
      Route.user("POST", "client/rooms/:room/read_markers", postReadMarkers),
    ].flatMap { $0 }
  }

  /// Answers with what is new, or waits for it.
  private func sync(_ request: Request, _ requester: Requester) async throws -> Response {
    var query = try SyncQuery(
      request, requester, filter: try await filter(request.argument("filter"), of: requester.user),
      now: configuration.clock.now())
    guard query.waits else { return try await respond(try await read(query), query) }
    let listener = feed.listen(for: requester, .milliseconds(query.timeout))
    defer { feed.forget(listener) }
    while true {
      let content = try await read(query)
      guard content.isEmpty else { return try await respond(content, query) }
      switch await listener.next() {
      case .changed: query.goOn(from: content.token, now: configuration.clock.now())
      case .signedOut: throw MatrixError.unknownToken(isSoft: false)
      case nil: return try await respond(content, query)
      }
    }
  }

  /// The filter that an argument means: JSON, or the number of a stored one.
  ///
  /// - Throws: `M_NOT_JSON` and `M_BAD_JSON` for what is no filter, `M_INVALID_PARAM` for a number
  ///   that names none.
  private func filter(_ argument: String?, of user: UserID) async throws -> SyncFilter {
    guard let argument else { return .all }
    if argument.hasPrefix("{") { return try SyncFilter(json: Array(argument.utf8)) }
    guard argument.utf8.allSatisfy(\.isASCIIDigit), let id = Int64(argument) else {
      throw MatrixError.invalid("'filter' is neither an object nor the number of a filter")
    }
    guard let json = try await store.read({ try AccountData.filter(id, of: user, in: $0) }) else {
      throw MatrixError.invalid("there is no such filter")
    }
    return try SyncFilter(json: json)
  }

  private func respond(_ content: SyncContent, _ query: SyncQuery) async throws -> Response {
    if query.filter.loadsMembersLazily {
      lazyMembers.note(content, to: query.requester, isInitial: query.since == nil)
    }
    let bytes = SyncWriter(query).write(content)
    return content.hold?.response(bytes) ?? .json(bytes)
  }

  /// Reads what is new.
  private func read(_ query: SyncQuery) async throws -> SyncContent {
    let hold = try await configuration.memory.reserve(for: query.user)
    var content = try await store.read { [feed, lazyMembers, configuration] database in
      try SyncReader(
        query, lazyMembers: lazyMembers, limits: configuration.responses, database: database
      ).read(typing: { feed.typing(in: $0, after: $1) }, boot: feed.boot)
    }
    // Who waits for news holds nothing.
    if !content.isEmpty { content.hold = hold }
    return content
  }
}
