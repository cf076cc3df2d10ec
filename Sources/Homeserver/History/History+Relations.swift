import GRDB
import ModelKit

extension History {
  private static let childLimit = 5

  func relations(_ request: Request, _ requester: Requester) async throws -> Response {
    let room = try room(request)
    let id = try request.parameter("event")
    let children = RelationQuery(kind: request.parameters["kind"], type: request.parameters["type"])
    let pageRequest = try PageRequest(
      request, isBackwards: true, limit: Self.childLimit, sizeLimit: limits.page)
    let format = format(for: requester)
    return try await respond(requester) { database in
      let access = try RoomAccess.require(of: requester.user, in: room, from: database)
      guard let id = EventID(id), let parent = try access.event(id, from: database) else {
        throw Self.noSuchEvent
      }
      let page = try Page.read(
        pageRequest, in: access.ranges,
        source: { part, limit in
          try children.read(
            of: parent, part, isBackwards: pageRequest.isBackwards, limit: limit, from: database)
        }, allows: { !access.ignored.hides($0) },
        readExtras: access.extrasReader(for: requester.user, from: database))
      return Self.write(page, pageRequest, format)
    }
  }

  private static func write(
    _ page: Page, _ pageRequest: PageRequest, _ format: EventFormat
  ) -> [UInt8] {
    JSONWriter.object(reserving: page.size) { writer in
      writer.member("chunk", page.events) { format.write($0, page.extras, to: &$1) }
      if let next = page.next { writer.member("next_batch", PageToken.text(behind: next)) }
      if let from = pageRequest.from { writer.member("prev_batch", PageToken.text(behind: from)) }
    }
  }
}

/// A filter for the children of an event.
struct RelationQuery: Sendable {
  /// The type of the relation; nil for all.
  var kind: String?
  /// The type of the child; nil for all.
  var type: String?

  /// The children in a range that are not redacted.
  func read(
    of parent: StoredEvent, _ part: PositionRanges.Part, isBackwards: Bool, limit: Int,
    from database: Database
  ) throws -> [StoredEvent] {
    try EventRows.all(
      database, isBackwards ? Self.sql + "DESC LIMIT ?" : Self.sql + "LIMIT ?",
      [
        parent.id.rawValue, parent.room.rawValue, kind, kind, type, type, part.after, part.through,
        limit,
      ])
  }

  // `CROSS JOIN` makes SQLite start from the relations, as in `EventRows`.
  private static let sql = """
    SELECT events.* FROM relations CROSS JOIN events ON events.position = relations.child
    WHERE relations.parent = ? AND events.room = ? AND events.redacted_by IS NULL
      AND (? IS NULL OR relations.kind = ?) AND (? IS NULL OR events.type = ?)
      AND relations.child > ? AND relations.child <= ?
    ORDER BY relations.child\u{20}
    """
}
