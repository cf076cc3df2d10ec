import GRDB
import ModelKit

extension History {
  private static let childLimit = 5

  func relations(_ request: Request, _ requester: Requester) async throws -> Response {
    let room = try room(request)
    let id = try request.parameter("event")
    let (kind, type) = (request.parameters["kind"], request.parameters["type"])
    let pageRequest = try PageRequest(
      request, isBackwards: true, limit: Self.childLimit,
      sizeLimit: configuration.responses.page)
    let format = format(for: requester)
    return try await respond(requester) { database in
      let access = try RoomAccess.require(of: requester.user, in: room, from: database)
      guard let id = EventID(id), let parent = try access.event(id, from: database) else {
        throw Self.noSuchEvent
      }
      let page = try Page.read(
        pageRequest, in: access.ranges,
        source: { part, limit in
          try EventRows.children(
            of: parent, kind: kind, type: type, part, isBackwards: pageRequest.isBackwards,
            limit: limit, from: database)
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

extension EventRows {
  /// The children of an event in a range that are not redacted.
  ///
  /// - Parameters:
  ///   - kind: The type of the relation; nil for all.
  ///   - type: The type of the child; nil for all.
  fileprivate static func children(
    of parent: StoredEvent, kind: String?, type: String?, _ part: PositionRanges.Part,
    isBackwards: Bool, limit: Int, from database: Database
  ) throws -> [StoredEvent] {
    try all(
      database, childrenSQL + (isBackwards ? "DESC LIMIT ?" : "LIMIT ?"),
      [parent.id, parent.room, kind, kind, type, type, part.after, part.through, limit])
  }

  // `CROSS JOIN` makes SQLite start from the relations, as in `EventRows`.
  private static let childrenSQL = """
    SELECT events.* FROM relations CROSS JOIN events ON events.position = relations.child
    WHERE relations.parent = ? AND events.room = ? AND events.redacted_by IS NULL
      AND (? IS NULL OR relations.kind = ?) AND (? IS NULL OR events.type = ?)
      AND relations.child > ? AND relations.child <= ?
    ORDER BY relations.child\u{20}
    """
}
