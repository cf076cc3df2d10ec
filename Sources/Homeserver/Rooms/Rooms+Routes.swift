import MatrixWire
import ModelKit

extension Rooms {
  var routes: [Route] {
    [membershipRoutes, eventRoutes, directoryRoutes, publicRoomRoutes, spaceRoutes, upgradeRoutes]
      .flatMap { $0 }
  }

  private var membershipRoutes: [Route] {
    [
      Route.user("POST", "client/createRoom", createRoom),
      Route.user("POST", "client/join/:target", joinTarget),
      Route.user("POST", "client/knock/:target", knockOnTarget),
      Route.user("POST", "client/rooms/:room/join", joinRoom),
      Route.user("POST", "client/rooms/:room/leave") { [self] request, requester in
        try limits.events.take(requester.user)
        return try await changeOwn(request, requester) { room, reason, context in
          try self.leave(room, user: requester.user, reason: reason, in: context)
        }
      },
      Route.user("POST", "client/rooms/:room/forget") { [self] request, requester in
        try await changeOwn(request, requester) { room, _, context in
          try self.forget(room, user: requester.user, in: context)
        }
      },
      Route.user("POST", "client/rooms/:room/invite") { [self] request, requester in
        try await changeOther(request, requester, limits.invitations) {
          room, user, reason, context in
          try self.invite(user, to: room, by: requester.user, reason: reason, in: context)
        }
      },
      eventRoute("kick", kick), eventRoute("ban", ban), eventRoute("unban", unban),
    ].flatMap { $0 }
  }

  private typealias OtherChange =
    @Sendable (UserID, RoomID, UserID, String?, WriteContext) throws -> Void

  /// An endpoint that changes the membership of another user and counts as one event.
  private func eventRoute(_ name: String, _ change: @escaping OtherChange) -> [Route] {
    Route.user("POST", "client/rooms/:room/\(name)") { [self] request, requester in
      try await changeOther(request, requester, limits.events) { room, user, reason, context in
        try change(user, room, requester.user, reason, context)
      }
    }
  }

  private func createRoom(_ request: Request, _ requester: Requester) async throws -> Response {
    let body = try await request.body(RawCreateRoom.self)
    let creation = try RoomCreation(
      body, creator: requester.user, configuration: configuration)
    try limits.take(creation)
    let room = try await store.write { try self.create(creation, in: $0) }
    return .json(RawRoomResponse(roomID: room.rawValue))
  }

  private func joinTarget(_ request: Request, _ requester: Requester) async throws -> Response {
    try await join(target(of: request), request, requester)
  }

  private func knockOnTarget(_ request: Request, _ requester: Requester) async throws -> Response {
    let room = try await target(of: request)
    let reason = try await request.body(RawMembershipRequest.self).reason
    try limits.joins.take(requester.user)
    try await store.write {
      try self.knock(room, user: requester.user, reason: reason, in: $0)
    }
    return .json(RawRoomResponse(roomID: room.rawValue))
  }

  /// The room whose id or alias is in the path.
  private func target(of request: Request) async throws -> RoomID {
    let target = try request.parameter("target")
    guard !target.hasPrefix("#") else {
      return try await room(of: request.identifier("target", as: RoomAlias.self))
    }
    guard let room = RoomID(target) else {
      throw MatrixError.invalid("'\(target)' is neither a room id nor a room alias")
    }
    return room
  }

  private func joinRoom(_ request: Request, _ requester: Requester) async throws -> Response {
    try await join(try request.identifier("room"), request, requester)
  }

  private func join(
    _ room: RoomID, _ request: Request, _ requester: Requester
  ) async throws -> Response {
    let reason = try await request.body(RawMembershipRequest.self).reason
    try limits.joins.take(requester.user)
    try await store.write {
      try self.join(room, user: requester.user, reason: reason, in: $0)
    }
    return .json(RawRoomResponse(roomID: room.rawValue))
  }

  private func changeOwn(
    _ request: Request, _ requester: Requester,
    _ change: @escaping @Sendable (RoomID, String?, WriteContext) throws -> Void
  ) async throws -> Response {
    let room: RoomID = try request.identifier("room")
    let reason = try await request.body(RawMembershipRequest.self).reason
    try await store.write { try change(room, reason, $0) }
    return .empty
  }

  private func changeOther(
    _ request: Request, _ requester: Requester, _ limit: RateLimiter<UserID>,
    _ change: @escaping @Sendable (RoomID, UserID, String?, WriteContext) throws -> Void
  ) async throws -> Response {
    let room: RoomID = try request.identifier("room")
    let body = try await request.body(RawMembershipRequest.self)
    if body.medium != nil { throw MatrixError.noThirdParties }
    guard let text = body.userID else { throw MatrixError.missing("user_id") }
    guard let user = UserID(text) else {
      throw MatrixError.invalid("'user_id' is not a valid user id")
    }
    try limit.take(requester.user)
    try await store.write { try change(room, user, body.reason, $0) }
    return .empty
  }
}
