import MatrixWire
import ModelKit

extension Rooms {
  /// The endpoints that list the rooms of the directory.
  var publicRoomRoutes: [Route] {
    [
      Route.open("GET", "client/publicRooms") { [self] request in
        try checkServer(request)
        let query = try PublicRoomsQuery(
          limit: try PageRequest.limit(request), since: request.argument("since"))
        return try await publicRooms(query)
      },
      Route.user("POST", "client/publicRooms") { [self] request, _ in
        try checkServer(request)
        let body = try await request.body(RawPublicRoomsRequest.self)
        var query = try PublicRoomsQuery(limit: body.limit, since: body.since)
        query.searchTerm = body.filter?.searchTerm?.lowercased() ?? ""
        query.types = body.filter?.roomTypes
        return try await publicRooms(query)
      },
    ].flatMap { $0 }
  }

  private func checkServer(_ request: Request) throws {
    if let server = request.argument("server"), server != configuration.serverName {
      throw MatrixError.forbidden("this server does not federate")
    }
  }

  private func publicRooms(_ query: PublicRoomsQuery) async throws -> Response {
    let page = try await store.read { try PublicRooms(database: $0).page(query) }
    let next = query.offset + page.entries.count
    return .json(
      JSONWriter.object { writer in
        writer.member("chunk", page.entries) { entry, writer in
          writer.object { entry.write(to: &$0) }
        }
        writer.member("total_room_count_estimate", page.count)
        if !page.entries.isEmpty, next < page.count { writer.member("next_batch", "p\(next)") }
        if query.offset > 0 {
          writer.member("prev_batch", "p\(max(0, query.offset - query.limit))")
        }
      })
  }
}

extension PublicRooms.Entry {
  /// Writes the members of the entry's object.
  func write(to writer: inout JSONWriter) {
    writer.member("room_id", room.rawValue)
    writer.member("num_joined_members", memberCount)
    for (name, text) in [
      ("name", text(EventType.name, "name")), ("topic", text(EventType.topic, "topic")),
      ("avatar_url", text(EventType.avatar, "url")),
      ("canonical_alias", text(EventType.canonicalAlias, "alias")),
      ("room_type", text(EventType.create, "type")),
      ("join_rule", text(EventType.joinRules, "join_rule") ?? "invite"),
    ] {
      if let text { writer.member(name, text) }
    }
    writer.member(
      "world_readable",
      text(EventType.historyVisibility, "history_visibility") == "world_readable")
    writer.member("guest_can_join", text(EventType.guestAccess, "guest_access") == "can_join")
  }
}
