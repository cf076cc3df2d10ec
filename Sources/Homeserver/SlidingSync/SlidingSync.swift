import MatrixWire

/// Simplified sliding sync: `/sync` for a part of the rooms, of which the client chooses how much.
///
/// Source: matrix-spec-proposals, MSC4186.
struct SlidingSync: Sendable {
  let store: Store
  let feed: Feed
  let configuration: HomeserverConfiguration
  var connections = SlidingConnections()

  var routes: [Route] {
    Route.user("POST", "/_matrix/client/unstable/org.matrix.simplified_msc3575/sync", sync)
  }

  /// Responds with what is new, or waits for it.
  private func sync(_ call: Request, _ requester: Requester) async throws -> Response {
    let timeout = try SyncQuery.timeout(call)
    let name = call.argument("pos")
    try check(name)
    let request = try SlidingRequest(try await call.body(), user: requester.user)
    let presence = try SyncQuery.presence(call)
    if let presence {
      feed.beginPresence(of: requester.user, as: presence, now: configuration.clock.now())
    }
    defer { if presence != nil { feed.endPresence(of: requester.user) } }
    let told = try name.map { try connections.position($0, of: requester, request.connection) }
    guard told != nil, timeout > 0 else {
      return try await respond(request, requester, told, name, isWaiting: false) ?? .empty
    }
    let listener = feed.listen(for: requester, .milliseconds(timeout))
    defer { feed.forget(listener) }
    while true {
      if let response = try await respond(request, requester, told, name, isWaiting: true) {
        return response
      }
      switch await listener.next() {
      case .changed: continue
      case .signedOut: throw MatrixError.unknownToken(isSoft: false)
      case nil: return try await respond(request, requester, told, name, isWaiting: false) ?? .empty
      }
    }
  }

  /// - Throws: `M_UNKNOWN` for a text that no server of this kind has made.
  private func check(_ name: String?) throws {
    guard let name else { return }
    let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Int64(parts[0]) != nil, StreamToken(String(parts[1])) != nil else {
      throw MatrixError(400, "M_UNKNOWN", "'pos' is not a token of this server")
    }
  }

  /// The response; nil when it is empty and the client waits for a better one.
  private func respond(
    _ request: SlidingRequest, _ requester: Requester, _ told: SlidingPosition?, _ name: String?,
    isWaiting: Bool
  ) async throws -> Response? {
    let now = configuration.clock.now()
    let hold = try await configuration.memory.reserve(for: requester.user)
    let content = try await store.read { [feed, configuration] database in
      try SlidingReader(
        request, requester, told: told, now: now, limits: configuration.responses,
        database: database
      ).read(typing: { feed.typing(in: $0, after: $1) }, boot: feed.boot)
    }
    // A client that waits for news must not hold memory.
    if isWaiting, content.isEmpty { return nil }
    let position = try connections.add(
      content.next, after: name, of: requester, request.connection)
    let parts = SyncWriter(SyncQuery(requester, since: nil, now: now))
    return hold.response(
      SlidingWriter(request: request, parts: parts, isContinued: told != nil)
        .write(content, position: position))
  }
}
