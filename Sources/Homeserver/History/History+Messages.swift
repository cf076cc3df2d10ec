import GRDB
import ModelKit

extension History {
  private static let pageLimit = 10

  func messages(_ request: Request, _ requester: Requester) async throws -> Response {
    let room = try room(request)
    let filter = try EventSelection(request)
    let pageRequest = try PageRequest(
      request, isBackwards: false, limit: filter.limit ?? Self.pageLimit,
      sizeLimit: limits.page)
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

  /// Where a page begins that did not say it.
  private static func start(
    _ pageRequest: PageRequest, _ room: RoomID, from database: Database
  ) throws -> Int64 {
    if let from = pageRequest.from { return from }
    guard pageRequest.isBackwards else { return 0 }
    return try EventRows.newest(1, in: room, from: database).first?.position ?? 0
  }

  /// The members who sent events, as they were behind a position.
  private static func senders(
    of events: [StoredEvent], at position: Int64, room: RoomID, from database: Database
  ) throws -> [StoredEvent] {
    var seen: Set<UserID> = []
    return try events.filter { seen.insert($0.sender).inserted }.compactMap {
      try EventRows.stateEvent(
        StateKey("m.room.member", $0.sender.rawValue), of: room, at: position, from: database)
    }
  }

  func context(_ request: Request, _ requester: Requester) async throws -> Response {
    let id = try event(request)
    guard let room = try room(request) else { throw Self.noSuchEvent }
    let filter = try EventSelection(request)
    let limit = min(
      try PageRequest.limit(request) ?? filter.limit ?? Self.pageLimit,
      PageRequest.limitRange.upperBound)
    let format = format(for: requester)
    return try await respond(requester) { [limits] database in
      let access = try RoomAccess.read(of: requester.user, in: room, from: database)
      guard let event = try access.event(id, from: database) else {
        guard try EventRows.position(of: id, room: room, in: database) == nil else {
          throw MatrixError.forbidden("you may not see that event")
        }
        throw Self.noSuchEvent
      }
      let surroundings = try Surroundings(
        of: event, limit: limit, sizeLimit: limits.page, filter, access, for: requester.user,
        from: database)
      return try Self.write(surroundings, filter, access, format, from: database)
    }
  }

  private static func write(
    _ surroundings: Surroundings, _ filter: EventSelection, _ access: RoomAccess,
    _ format: EventFormat, from database: Database
  ) throws -> [UInt8] {
    // The state is that of the last event told.
    let state =
      filter.loadsMembersLazily
      ? try EventRows.state(
        of: access.room, .withoutMembers, at: surroundings.end, from: database)
        + senders(of: surroundings.all, at: surroundings.end, room: access.room, from: database)
      : try EventRows.state(of: access.room, at: surroundings.end, from: database)
    let extras = try access.extras(
      for: state, .previousState, user: format.requester.user, from: database)
    return JSONWriter.object { writer in
      for (name, page) in [
        ("events_before", surroundings.before), ("events_after", surroundings.after),
      ] {
        writer.member(name, page.events) { format.write($0, page.extras, to: &$1) }
      }
      writer.key("event")
      format.write(surroundings.event, surroundings.extras, to: &writer)
      writer.member("start", PageToken.text(behind: surroundings.start))
      writer.member("end", PageToken.text(behind: surroundings.end))
      writer.member("state", state) { format.write($0, extras, to: &$1) }
    }
  }
}
