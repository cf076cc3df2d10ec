import GRDB

/// `/sync`, and the requests whose only effect other clients see through it: typing and receipts.
struct Syncing: Sendable {
  let store: Store
  let feed: Feed
  let configuration: HomeserverConfiguration

  var routes: [Route] {
    [
      Route.user("GET", "client/sync", sync),
      Route.user("PUT", "client/rooms/:room/typing/:user", putTyping),
      Route.user("POST", "client/rooms/:room/receipt/:type/:event", postReceipt),
      Route.user("POST", "client/rooms/:room/read_markers", postReadMarkers),
    ].flatMap { $0 }
  }

  /// Responds with what is new, or waits for it.
  private func sync(_ request: Request, _ requester: Requester) async throws -> Response {
    var query = try SyncQuery(
      request, requester, filter: try await filter(request.argument("filter"), of: requester.user),
      now: configuration.clock.now())
    if let presence = query.presence {
      feed.beginPresence(of: query.user, as: presence, now: query.now)
    }
    defer { if query.presence != nil { feed.endPresence(of: requester.user) } }
    guard query.waits else { return try await respond(try await read(query), query) }
    let listener = feed.listen(for: requester, .milliseconds(query.timeout))
    defer { feed.forget(listener) }
    while true {
      let content = try await read(query)
      guard content.isEmpty else { return try await respond(content, query) }
      switch await listener.next() {
      case .changed:
        query.since = content.token
        query.now = configuration.clock.now()
      case .signedOut: throw MatrixError.unknownToken(isSoft: false)
      case nil: return try await respond(content, query)
      }
    }
  }

  /// The filter of the `filter` argument, which is either JSON or the number of a stored filter.
  ///
  /// - Throws: `M_NOT_JSON` and `M_BAD_JSON` for a malformed filter, `M_INVALID_PARAM` for an
  ///   unknown number.
  private func filter(_ argument: String?, of user: UserID) async throws -> SyncFilter {
    guard let argument else { return .all }
    if argument.hasPrefix("{") { return try SyncFilter(json: Array(argument.utf8)) }
    guard argument.utf8.allSatisfy(\.isASCIIDigit), let id = Int64(argument) else {
      throw MatrixError.invalid("'filter' must be an object or the number of a stored filter")
    }
    guard let json = try await store.read({ try AccountData.filter(id, of: user, in: $0) }) else {
      throw MatrixError.invalid("the filter does not exist")
    }
    return try SyncFilter(json: json)
  }

  private func respond(_ content: SyncContent, _ query: SyncQuery) async throws -> Response {
    let bytes = SyncWriter(query).write(content)
    return content.hold?.response(bytes) ?? .json(bytes)
  }

  private func read(_ query: SyncQuery) async throws -> SyncContent {
    let hold = try await configuration.memory.reserve(for: query.user)
    var content = try await store.read { [feed, configuration] database in
      try SyncReader(query, limits: configuration.responses, database: database)
        .read(
          typing: { feed.typing(in: $0, after: $1) }, presence: feed.presences(after:),
          boot: feed.boot)
    }
    // A sync that waits for news must not hold memory.
    if !content.isEmpty { content.hold = hold }
    return content
  }
}
