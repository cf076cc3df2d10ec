import GRDB
import ModelKit

extension History {
  func event(_ request: Request, _ requester: Requester) async throws -> Response {
    let id = try event(request)
    guard let room = try room(request) else { throw Self.noSuchEvent }
    let format = format(for: requester)
    let bytes = try await store.read { database in
      let access = try RoomAccess.read(of: requester.user, in: room, from: database)
      guard let event = try access.event(id, from: database) else { throw Self.noSuchEvent }
      return try access.json(of: event, .all, format, from: database)
    }
    return .json(bytes)
  }

  /// The event nearest to a time in one direction.
  func eventByTime(_ request: Request, _ requester: Requester) async throws -> Response {
    guard let text = request.argument("ts") else { throw MatrixError.missing("ts") }
    guard let time = Int64(text) else { throw MatrixError.invalid("'ts' is not a valid timestamp") }
    let isBackwards = try PageRequest.isBackwards(request) ?? false
    let room = try room(request)
    let event = try await store.read { database in
      let access = try RoomAccess.require(of: requester.user, in: room, from: database)
      let parts = access.ranges.parts
      for part in isBackwards ? parts.reversed() : parts {
        let event = try EventRows.nearest(
          time, in: access.room, part, isBackwards: isBackwards, from: database)
        if let event { return event }
      }
      throw MatrixError.notFound("no event was found in that direction")
    }
    return .json(
      JSONValue.object([
        "event_id": .string(event.id.rawValue),
        "origin_server_ts": .number(JSONNumber(event.timestamp)),
      ]))
  }
}

extension EventRows {
  /// The first event of a range at or after a time, or the last one at or before it.
  ///
  /// Assumes that timestamps rise with positions, which holds while the system clock does not go
  /// back.
  static func nearest(
    _ time: Int64, in room: RoomID, _ part: PositionRanges.Part, isBackwards: Bool,
    from database: Database
  ) throws -> StoredEvent? {
    try one(
      database,
      isBackwards
        ? """
        SELECT * FROM events WHERE room = ? AND position > ? AND position <= ? AND timestamp <= ?
        ORDER BY position DESC LIMIT 1
        """
        : """
        SELECT * FROM events WHERE room = ? AND position > ? AND position <= ? AND timestamp >= ?
        ORDER BY position LIMIT 1
        """, [room, part.after, part.through, time])
  }
}
