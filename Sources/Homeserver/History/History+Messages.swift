import GRDB
import ModelKit

extension History {
  private static let pageLimit = 10

  func messages(_ request: Request, _ requester: Requester) async throws -> Response {
    let room = try room(request)
    let filter = try EventSelection(request)
    let pageRequest = try PageRequest(
      request, isBackwards: false, limit: filter.limit ?? Self.pageLimit,
      sizeLimit: configuration.responses.page)
    let format = format(for: requester)
    return try await respond(requester) { database in
      let access = try RoomAccess.require(of: requester.user, in: room, from: database)
      return try Self.write(pageRequest, filter, access, format, from: database)
    }
  }

  private static func write(
    _ pageRequest: PageRequest, _ filter: EventSelection, _ access: RoomAccess,
    _ format: EventFormat,
    from database: Database
  ) throws -> [UInt8] {
    let page = try access.page(pageRequest, filter, for: format.requester.user, from: database)
    let start = try start(pageRequest, access.room, from: database)
    let members =
      filter.loadsMembersLazily
      ? try senders(
        of: page.events, at: page.events.map(\.position).max() ?? 0, room: access.room,
        from: database) : []
    return JSONWriter.object(reserving: page.size) { writer in
      writer.member("chunk", page.events) { format.write($0, page.extras, to: &$1) }
      writer.member("start", PageToken.text(behind: start))
      if let next = page.next { writer.member("end", PageToken.text(behind: next)) }
      if !members.isEmpty { writer.member("state", members) { format.write($0, to: &$1) } }
    }
  }

  /// The start of a page, which defaults to an end of the room.
  private static func start(
    _ pageRequest: PageRequest, _ room: RoomID, from database: Database
  ) throws -> Int64 {
    if let from = pageRequest.from { return from }
    guard pageRequest.isBackwards else { return 0 }
    return try EventRows.newest(1, in: room, from: database).first?.position ?? 0
  }

  /// The member events of the senders after a position.
  private static func senders(
    of events: [StoredEvent], at position: Int64, room: RoomID, from database: Database
  ) throws -> [StoredEvent] {
    var seen: Set<UserID> = []
    return try events.filter { seen.insert($0.sender).inserted }.compactMap {
      try EventRows.member($0.sender, of: room, at: position, from: database)
    }
  }

  func context(_ request: Request, _ requester: Requester) async throws -> Response {
    let id = try event(request)
    guard let room = try room(request) else { throw Self.noSuchEvent }
    let filter = try EventSelection(request)
    let limit = min(
      try PageRequest.limit(request) ?? filter.limit ?? Self.pageLimit,
      PageRequest.limitRange.upperBound)
    let sizeLimit = configuration.responses.page / 2
    let format = format(for: requester)
    return try await respond(requester) { database in
      let access = try RoomAccess.read(of: requester.user, in: room, from: database)
      guard let event = try access.event(id, from: database) else {
        guard try EventRows.position(of: id, room: room, in: database) == nil else {
          throw MatrixError.forbidden("you cannot see that event")
        }
        throw Self.noSuchEvent
      }
      let user = requester.user
      func page(_ isBackwards: Bool, from: Int64, _ limit: Int) throws -> Page {
        try access.page(
          PageRequest(
            isBackwards: isBackwards, from: from, limit: limit, sizeLimit: sizeLimit),
          filter, for: user, from: database)
      }
      // An odd limit gives the extra event to the later page.
      let before = try page(true, from: event.position - 1, limit / 2)
      let after = try page(false, from: event.position, limit - limit / 2)
      let extras = try access.extras(for: [event], .all, user: user, from: database)
      let start = (before.events.last ?? event).position - 1
      let end = (after.events.last ?? event).position
      let state = try Self.state(
        after: end, of: before.events + [event] + after.events, filter, access, from: database)
      let stateExtras = try access.extras(
        for: state, .previousState, user: user, from: database)
      return JSONWriter.object { writer in
        for (name, page) in [("events_before", before), ("events_after", after)] {
          writer.member(name, page.events) { format.write($0, page.extras, to: &$1) }
        }
        writer.key("event")
        format.write(event, extras, to: &writer)
        writer.member("start", PageToken.text(behind: start))
        writer.member("end", PageToken.text(behind: end))
        writer.member("state", state) { format.write($0, stateExtras, to: &$1) }
      }
    }
  }

  /// The state after the last event of a context; of the members only the senders when the client
  /// loads members lazily.
  private static func state(
    after end: Int64, of events: [StoredEvent], _ filter: EventSelection, _ access: RoomAccess,
    from database: Database
  ) throws -> [StoredEvent] {
    guard filter.loadsMembersLazily else {
      return try EventRows.state(of: access.room, at: end, from: database)
    }
    return try EventRows.state(of: access.room, .withoutMembers, at: end, from: database)
      + senders(of: events, at: end, room: access.room, from: database)
  }
}
