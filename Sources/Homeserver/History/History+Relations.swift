import GRDB
import ModelKit

extension History {
  private static let childLimit = 5

  func relations(_ call: Call, _ requester: Requester) async throws -> Answer {
    let room = try room(call)
    let id = try call.parameter("event")
    let children = RelationQuery(kind: call.parameters["kind"], type: call.parameters["type"])
    let request = try PageRequest(
      call, isBackwards: true, limit: Self.childLimit, sizeLimit: limits.page)
    let format = format(for: requester)
    return try await answer(requester) { database in
      let access = try RoomAccess.require(of: requester.user, in: room, from: database)
      guard let id = EventID(id), let parent = try access.event(id, from: database) else {
        throw Self.noSuchEvent
      }
      let page = try Page.read(
        request, in: access.ranges,
        source: { part, limit in
          try children.read(
            of: parent, part, isBackwards: request.isBackwards, limit: limit, from: database)
        }, allows: { !access.ignored.hides($0) },
        readExtras: access.extrasReader(for: requester.user, from: database))
      return Self.write(page, request, format)
    }
  }

  private static func write(
    _ page: Page, _ request: PageRequest, _ format: EventFormat
  ) -> [UInt8] {
    JSONWriter.object(reserving: page.size) { writer in
      writer.member("chunk", page.events) { format.write($0, page.extras, to: &$1) }
      if let next = page.next { writer.member("next_batch", PageToken.text(behind: next)) }
      if let from = request.from { writer.member("prev_batch", PageToken.text(behind: from)) }
    }
  }
}

/// Which children of an event are asked for.
struct RelationQuery: Sendable {
  /// Of the relation; nil for all.
  var kind: String?
  /// Of the child; nil for all.
  var type: String?

  /// Reads those in a range that were not taken back.
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

  // As everywhere, `CROSS JOIN` makes SQLite begin with the children.
  private static let sql = """
    SELECT events.* FROM relations CROSS JOIN events ON events.position = relations.child
    WHERE relations.parent = ? AND events.room = ? AND events.redacted_by IS NULL
      AND (? IS NULL OR relations.kind = ?) AND (? IS NULL OR events.type = ?)
      AND relations.child > ? AND relations.child <= ?
    ORDER BY relations.child\u{20}
    """
}
