import MatrixWire
import ModelKit

extension Rooms {
  /// The endpoint that lists the rooms of a space.
  var spaceRoutes: [Route] {
    Route.user("GET", "/_matrix/client/v1/rooms/:room/hierarchy", hierarchy)
  }

  private func hierarchy(_ request: Request, _ requester: Requester) async throws -> Response {
    // Whether a room exists is no concern of strangers.
    guard let space = RoomID(try request.parameter("room")) else { throw RoomAccess.forbidden }
    let query = try HierarchyQuery(request)
    let page = try await store.read { database in
      try SpaceHierarchy(query: query, user: requester.user, database: database).page(of: space)
    }
    return .json(
      JSONWriter.object { writer in
        writer.member("rooms", page.rooms) { room, writer in
          writer.object { writer in
            room.entry.write(to: &writer)
            writer.member("children_state", room.links, Self.write)
          }
        }
        if page.hasMore { writer.member("next_batch", query.token(after: page.rooms.count)) }
      })
  }

  /// Writes the stripped state of a link, with the time that sorts it.
  private static func write(_ link: StoredEvent, to writer: inout JSONWriter) {
    guard let content = try? link.content() else { return writer.object { _ in } }
    writer.object { writer in
      writer.member("type", link.type)
      writer.member("state_key", link.stateKey ?? "")
      writer.member("sender", link.sender.rawValue)
      writer.member("origin_server_ts", link.timestamp)
      writer.member("content", content)
    }
  }
}
