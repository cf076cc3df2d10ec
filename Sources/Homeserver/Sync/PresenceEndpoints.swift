import ModelKit

/// Whether users are there, and what they say of it.
///
/// Source: Matrix client-server API, "Presence".
struct PresenceEndpoints: Sendable {
  /// The longest status, in bytes.
  private static let longestStatus = 1_024

  let store: Store
  let feed: Feed
  let configuration: HomeserverConfiguration

  var routes: [Route] {
    [
      Route.user("GET", "client/presence/:user/status", get),
      Route.user("PUT", "client/presence/:user/status", put),
    ].flatMap { $0 }
  }

  private func get(_ request: Request, _ requester: Requester) async throws -> Response {
    let user: UserID = try request.identifier("user")
    let isShown = try await store.read { database in
      try user == requester.user || SharedRooms.exist(of: user, requester.user, in: database)
    }
    guard isShown else { throw MatrixError.forbidden("you share no room with this user") }
    let now = configuration.clock.now()
    let presence = feed.presence(of: user)
    return .json(JSONWriter.object { presence.write(to: &$0, now: now) })
  }

  private func put(_ request: Request, _ requester: Requester) async throws -> Response {
    let user: UserID = try request.identifier("user")
    guard user == requester.user else {
      throw MatrixError.forbidden("you can only set your own presence")
    }
    let body = try await request.bodyObject()
    guard let value = body["presence"] else { throw MatrixError.missing("presence") }
    guard let state = value.string.flatMap({ UserPresence.State(rawValue: $0) }) else {
      throw MatrixError.invalid("'presence' must be offline, online or unavailable")
    }
    let status = body["status_msg"]
    guard status == nil || status == .null || status?.string != nil else {
      throw MatrixError.invalid("'status_msg' is not a string")
    }
    let text = status?.string ?? ""
    guard text.utf8.count <= Self.longestStatus else {
      throw MatrixError.invalid("'status_msg' has more than \(Self.longestStatus) bytes")
    }
    let new = text.isEmpty ? nil : text
    // Clients repeat their status with each change of their state.
    if new != feed.presence(of: user).status {
      try await store.write { try Statuses.set(new, of: user, in: $0.database) }
    }
    feed.set(state, status: new, of: user, now: configuration.clock.now())
    return .empty
  }
}

extension UserPresence {
  /// Writes the content of an event `m.presence`.
  func write(to writer: inout JSONWriter, now: Int64) {
    writer.member("presence", state.rawValue)
    if let active { writer.member("last_active_ago", max(now - active, 0)) }
    if let status { writer.member("status_msg", status) }
    writer.member("currently_active", state == .online)
  }
}
