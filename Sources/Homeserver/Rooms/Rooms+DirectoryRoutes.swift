import MatrixWire
import ModelKit

extension Rooms {
  /// The endpoints for aliases and directory listings.
  var directoryRoutes: [Route] {
    [
      Route.open("GET", "client/directory/room/:alias", readAlias),
      Route.user("PUT", "client/directory/room/:alias", addAlias),
      Route.user("DELETE", "client/directory/room/:alias", removeAlias),
      Route.user("GET", "client/rooms/:room/aliases", readAliases),
      Route.open("GET", "client/directory/list/room/:room", readListing),
      Route.user("PUT", "client/directory/list/room/:room", changeListing),
    ].flatMap { $0 }
  }

  private func readAlias(_ request: Request) async throws -> Response {
    let alias: RoomAlias = try request.identifier("alias")
    let room = try await room(of: alias)
    return .json(
      JSONValue.object([
        "room_id": .string(room.rawValue), "servers": [.string(configuration.serverName)],
      ]))
  }

  /// - Throws: `M_NOT_FOUND`.
  func room(of alias: RoomAlias) async throws -> RoomID {
    guard let room = try await store.read({ try Aliases(database: $0).room(of: alias) }) else {
      throw MatrixError.notFound(
        alias.server == configuration.serverName
          ? "no room has the alias \(alias.rawValue)"
          : "\(alias.rawValue) belongs to another server, and this server does not federate")
    }
    return room
  }

  private func addAlias(_ request: Request, _ requester: Requester) async throws -> Response {
    let alias = try RoomAlias.new(try request.parameter("alias"))
    guard alias.server == configuration.serverName else {
      throw MatrixError.invalid("the alias belongs to another server")
    }
    guard let value = try await request.bodyObject()["room_id"] else {
      throw MatrixError.missing("room_id")
    }
    guard let text = value.string else { throw MatrixError.badJSON("'room_id' must be a string") }
    guard let room = RoomID(text) else {
      throw MatrixError.invalid("'room_id' is not a valid room id")
    }
    try await store.write { try self.add(alias, to: room, by: requester.user, in: $0) }
    return .empty
  }

  private func add(
    _ alias: RoomAlias, to id: RoomID, by user: UserID, in context: WriteContext
  ) throws {
    let aliases = Aliases(database: context.database)
    guard let room = try context.room(id) else {
      throw MatrixError.invalid("the room does not exist on this server")
    }
    try room.requireJoined(user)
    guard try aliases.room(of: alias) == nil else {
      throw MatrixError(409, "M_UNKNOWN", "\(alias.rawValue) is already taken")
    }
    guard try aliases.aliases(of: id).count < Aliases.capacity else {
      throw MatrixError.forbidden("a room may have at most \(Aliases.capacity) aliases")
    }
    try aliases.add(alias, to: id, by: user)
  }

  private func removeAlias(_ request: Request, _ requester: Requester) async throws -> Response {
    let alias: RoomAlias = try request.identifier("alias")
    try await store.write { try self.remove(alias, by: requester.user, in: $0) }
    return .empty
  }

  private func remove(_ alias: RoomAlias, by user: UserID, in context: WriteContext) throws {
    let aliases = Aliases(database: context.database)
    guard let id = try aliases.room(of: alias), let room = try context.room(id) else {
      throw MatrixError.notFound("no room has this alias")
    }
    let mayChange = try canChangeAliases(user, of: room)
    guard try aliases.creator(of: alias) == user || mayChange else {
      throw MatrixError.forbidden("the alias belongs to another user")
    }
    try aliases.remove(alias)
    // Another room may take the alias, so the canonical alias must not keep it.
    guard mayChange, var content = room.content(EventType.canonicalAlias) else { return }
    let old = content
    if content["alias"] == .string(alias.rawValue) { content["alias"] = nil }
    if let list = content["alt_aliases"]?.array {
      let left = list.filter { $0 != .string(alias.rawValue) }
      content["alt_aliases"] = left.isEmpty ? nil : .array(left)
    }
    guard content != old else { return }
    _ = try send(
      EventDraft(
        room: id, sender: user, type: EventType.canonicalAlias, stateKey: "", content: content),
      in: context)
  }

  private func canChangeAliases(_ user: UserID, of room: RoomSnapshot) throws -> Bool {
    let powers = try RoomPowers(of: room)
    return room.membership(of: user) == .join
      && powers.level(of: user) >= powers.needed(for: EventType.canonicalAlias, isState: true)
  }

  private func readAliases(_ request: Request, _ requester: Requester) async throws -> Response {
    let id: RoomID = try request.identifier("room")
    let room = try await store.room(id)
    let isOpen =
      room?.content(EventType.historyVisibility)?["history_visibility"] == "world_readable"
    guard isOpen || room?.membership(of: requester.user) == .join else {
      throw MatrixError.forbidden("\(requester.user.rawValue) is not in the room")
    }
    let aliases = try await store.read { try Aliases(database: $0).aliases(of: id) }
    return .json(JSONValue.object(["aliases": .array(aliases.map { .string($0) })]))
  }

  private func readListing(_ request: Request) async throws -> Response {
    let id: RoomID = try request.identifier("room")
    guard let isPublic = try await store.read({ try PublicRooms(database: $0).isListed(id) })
    else { throw MatrixError.noRoom }
    return .json(JSONValue.object(["visibility": isPublic ? "public" : "private"]))
  }

  private func changeListing(_ request: Request, _ requester: Requester) async throws -> Response {
    let id: RoomID = try request.identifier("room")
    let isPublic: Bool
    switch try await request.bodyObject()["visibility"] ?? "public" {
    case "public": isPublic = true
    case "private": isPublic = false
    default: throw MatrixError.badJSON("'visibility' must be public or private")
    }
    try await store.write { context in
      guard let room = try context.room(id) else { throw MatrixError.noRoom }
      guard try self.canChangeAliases(requester.user, of: room) else {
        throw MatrixError.forbidden("listing the room requires the power to set its aliases")
      }
      try self.list(id, isPublic: isPublic, in: context)
    }
    return .empty
  }
}
