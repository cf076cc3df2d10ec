import GRDB
import ModelKit

extension History {
  private static let childLimit = 5
  /// How many relations in a row are followed when asked for: a reaction to an answer in a thread is two.
  private static let recursionDepth = 3

  func relations(_ request: Request, _ requester: Requester) async throws -> Response {
    let room = try room(request)
    let id = try request.parameter("event")
    let (kind, type) = (request.parameters["kind"], request.parameters["type"])
    let depth = try Self.depth(request)
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
            of: parent, depth: depth ?? 1, kind: kind, type: type, part,
            isBackwards: pageRequest.isBackwards, limit: limit, from: database)
        }, allows: { !access.ignored.hides($0) },
        readExtras: access.extrasReader(for: requester.user, from: database))
      return Self.write(page, pageRequest, depth, format)
    }
  }

  /// How many relations in a row to follow; nil for those to the event itself.
  private static func depth(_ request: Request) throws -> Int? {
    switch request.argument("recurse") {
    case nil, "false": nil
    case "true": recursionDepth
    default: throw MatrixError.invalid("'recurse' must be 'true' or 'false'")
    }
  }

  private static func write(
    _ page: Page, _ pageRequest: PageRequest, _ depth: Int?, _ format: EventFormat
  ) -> [UInt8] {
    JSONWriter.object(reserving: page.size) { writer in
      writer.member("chunk", page.events) { format.write($0, page.extras, to: &$1) }
      if let next = page.next { writer.member("next_batch", PageToken.text(behind: next)) }
      if let from = pageRequest.from { writer.member("prev_batch", PageToken.text(behind: from)) }
      if let depth { writer.member("recursion_depth", depth) }
    }
  }
}

extension EventRows {
  /// The children of an event in a range that are not redacted, and their children.
  ///
  /// - Parameters:
  ///   - depth: How many relations in a row are followed.
  ///   - kind: The type of the relation; nil for all.
  ///   - type: The type of the child; nil for all.
  fileprivate static func children(
    of parent: StoredEvent, depth: Int, kind: String?, type: String?,
    _ part: PositionRanges.Part, isBackwards: Bool, limit: Int, from database: Database
  ) throws -> [StoredEvent] {
    let arguments: StatementArguments = [
      parent.room, kind, kind, type, type, part.after, part.through, limit,
    ]
    let order = isBackwards ? "DESC LIMIT ?" : "LIMIT ?"
    return try depth == 1
      ? all(database, childrenSQL + order, [parent.id] + arguments)
      : all(
        database, descendantsSQL + order, [parent.id, parent.room, depth, parent.room] + arguments)
  }

  // `CROSS JOIN` makes SQLite start from the relations, as in `EventRows`.
  private static let childrenSQL = """
    SELECT events.* FROM relations CROSS JOIN events ON events.position = relations.child
    WHERE relations.parent = ? AND events.room = ? AND events.redacted_by IS NULL
      AND (? IS NULL OR relations.kind = ?) AND (? IS NULL OR events.type = ?)
      AND relations.child > ? AND relations.child <= ?
    ORDER BY relations.child\u{20}
    """

  // An event relates to one other, so that each is found once.
  private static let descendantsSQL = """
    WITH RECURSIVE found (child, kind, id, depth) AS (
      SELECT relations.child, relations.kind, events.id, 1
      FROM relations CROSS JOIN events ON events.position = relations.child
      WHERE relations.parent = ? AND events.room = ? AND events.redacted_by IS NULL
      UNION ALL
      SELECT relations.child, relations.kind, events.id, found.depth + 1
      FROM found CROSS JOIN relations ON relations.parent = found.id
      CROSS JOIN events ON events.position = relations.child
      WHERE found.depth < ? AND events.room = ? AND events.redacted_by IS NULL)
    SELECT events.* FROM found CROSS JOIN events ON events.position = found.child
    WHERE events.room = ? AND events.redacted_by IS NULL
      AND (? IS NULL OR found.kind = ?) AND (? IS NULL OR events.type = ?)
      AND found.child > ? AND found.child <= ?
    ORDER BY found.child\u{20}
    """
}
