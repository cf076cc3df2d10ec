import MatrixWire
import ModelKit

extension Rooms {
  /// The endpoints that list the rooms of the directory.
  var publicRoomRoutes: [Route] {
    [
      Route.open("GET", "client/publicRooms") { [self] call in
        try checkServer(call)
        var query = PublicRoomsQuery()
        try Self.setLimit(
          &query,
          try call.argument("limit").map { text in
            guard let limit = Int(text) else { throw MatrixError.invalid("'limit' is no number") }
            return limit
          })
        try Self.setOffset(&query, call.argument("since"))
        return try await publicRooms(query)
      },
      Route.user("POST", "client/publicRooms") { [self] call, _ in
        try checkServer(call)
        let request = try await call.body(RawPublicRoomsRequest.self)
        var query = PublicRoomsQuery()
        try Self.setLimit(&query, request.limit)
        try Self.setOffset(&query, request.since)
        query.searchTerm = request.filter?.searchTerm?.lowercased() ?? ""
        query.types = request.filter?.roomTypes
        return try await publicRooms(query)
      },
    ].flatMap { $0 }
  }

  private func checkServer(_ call: Call) throws {
    if let server = call.argument("server"), server != configuration.serverName {
      throw MatrixError.forbidden("this server talks to no others")
    }
  }

  private static func setLimit(_ query: inout PublicRoomsQuery, _ limit: Int?) throws {
    guard let limit else { return }
    guard limit >= 0 else { throw MatrixError.invalid("'limit' is negative") }
    query.limit = limit == 0 ? PublicRooms.pageSize : min(limit, PublicRooms.pageSize)
  }

  /// Tokens are places in the list.
  private static func setOffset(_ query: inout PublicRoomsQuery, _ token: String?) throws {
    guard let token, !token.isEmpty else { return }
    guard token.hasPrefix("p"), let offset = Int(token.dropFirst()), offset >= 0 else {
      throw MatrixError.invalid("the token is none of this list")
    }
    query.offset = offset
  }

  private func publicRooms(_ query: PublicRoomsQuery) async throws -> Answer {
    let page = try await store.read { try PublicRooms(database: $0).page(query) }
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("chunk")
    writer.beginArray()
    for entry in page.entries { entry.write(to: &writer) }
    writer.endArray()
    writer.key("total_room_count_estimate")
    writer.integer(page.count)
    let next = query.offset + page.entries.count
    if !page.entries.isEmpty, next < page.count {
      writer.key("next_batch")
      writer.string("p\(next)")
    }
    if query.offset > 0 {
      writer.key("prev_batch")
      writer.string("p\(max(0, query.offset - query.limit))")
    }
    writer.endObject()
    return .json(writer.finish())
  }
}

extension PublicRooms.Entry {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("room_id")
    writer.string(room.rawValue)
    writer.key("num_joined_members")
    writer.integer(memberCount)
    for (name, text) in [
      ("name", text(EventName.name, "name")), ("topic", text(EventName.topic, "topic")),
      ("avatar_url", text(EventName.avatar, "url")),
      ("canonical_alias", text(EventName.canonicalAlias, "alias")),
      ("room_type", text(EventName.create, "type")),
      ("join_rule", text(EventName.joinRules, "join_rule") ?? "invite"),
    ] {
      guard let text else { continue }
      writer.key(name)
      writer.string(text)
    }
    writer.key("world_readable")
    writer.boolean(
      text(EventName.historyVisibility, "history_visibility") == "world_readable")
    writer.key("guest_can_join")
    writer.boolean(text(EventName.guestAccess, "guest_access") == "can_join")
    writer.endObject()
  }
}
