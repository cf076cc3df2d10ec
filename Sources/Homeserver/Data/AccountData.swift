import ModelKit

/// The data that clients store for their user: account data, tags, filters, push rules.
///
/// Source: Matrix client-server API, "Client config", "Room tagging", "Filtering", "Push rules".
struct AccountData: Sendable {
  /// The maximum length of a type or a tag, in bytes.
  private static let nameLimit = 255

  let store: Store

  var routes: [Route] {
    [
      Route.user("GET", "client/user/:user/account_data/:type", content),
      Route.user("PUT", "client/user/:user/account_data/:type", setContent),
      Route.user("GET", "client/user/:user/rooms/:room/account_data/:type", content),
      Route.user("PUT", "client/user/:user/rooms/:room/account_data/:type", setContent),
      Route.user("GET", "client/user/:user/rooms/:room/tags", tags),
      Route.user("PUT", "client/user/:user/rooms/:room/tags/:tag", setTag),
      Route.user("DELETE", "client/user/:user/rooms/:room/tags/:tag", removeTag),
      Route.user("POST", "client/user/:user/filter", addFilter),
      Route.user("GET", "client/user/:user/filter/:filter", filter),
      PushRuleEndpoints(store: store).routes,
    ].flatMap { $0 }
  }

  /// Refuses a path that names a user other than the requester.
  func checkOwn(_ request: Request, _ requester: Requester) throws {
    guard try request.parameter("user") == requester.user.rawValue else {
      throw MatrixError.forbidden("these data belong to another user")
    }
  }

  /// A path segment that becomes a key of the database.
  func name(_ parameter: String, of request: Request) throws -> String {
    let name = try request.parameter(parameter)
    guard name.utf8.count <= Self.nameLimit else {
      throw MatrixError.invalid("'\(parameter)' may have \(Self.nameLimit) bytes")
    }
    return name
  }

  /// The room of the path; nil for global account data.
  private func room(_ request: Request) throws -> RoomID? {
    try request.parameters["room"].map { _ in try request.identifier("room") }
  }

  private func content(_ request: Request, _ requester: Requester) async throws -> Response {
    let room = try room(request)
    try checkOwn(request, requester)
    let type = try name("type", of: request)
    if type == PushRules.type, room == nil {
      return .json(try await store.read { try PushRules.content(of: requester.user, in: $0) })
    }
    let content = try await store.read { database in
      try AccountDataRows.content(type, of: requester.user, room: room, in: database)
    }
    guard let content else { throw MatrixError.notFound("there are no such account data") }
    return .json(content)
  }

  private func setContent(_ request: Request, _ requester: Requester) async throws -> Response {
    let room = try room(request)
    try checkOwn(request, requester)
    let type = try name("type", of: request)
    let content = try await request.bodyObject()
    // The specification demands this status; the code is Synapse's.
    guard type != "m.fully_read", type != PushRules.type else {
      throw MatrixError(405, "M_BAD_JSON", "\(type) has its own endpoint")
    }
    try await store.write { context in
      try AccountDataRows.set(type, of: requester.user, room: room, to: content, in: context)
    }
    return .empty
  }
}
