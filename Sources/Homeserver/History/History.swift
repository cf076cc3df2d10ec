import GRDB
import ModelKit

/// The endpoints that read rooms: messages, context, single events, relations, state and members.
///
/// Source: Matrix client-server API, "Getting events for a room", "Event context" and "Forming
/// relationships between events".
struct History: Sendable {
  let store: Store
  let configuration: HomeserverConfiguration

  var routes: [Route] {
    [
      Route.user("GET", "client/rooms/:room/messages", messages),
      Route.user("GET", "client/rooms/:room/context/:event", context),
      Route.user("GET", "client/rooms/:room/event/:event", event),
      Route.user("GET", "/_matrix/client/v1/rooms/:room/timestamp_to_event", eventByTime),
      Route.user("GET", "/_matrix/client/v1/rooms/:room/relations/:event", relations),
      Route.user("GET", "/_matrix/client/v1/rooms/:room/relations/:event/:kind", relations),
      Route.user("GET", "/_matrix/client/v1/rooms/:room/relations/:event/:kind/:type", relations),
      Route.user("GET", "/_matrix/client/v1/rooms/:room/threads", threads),
      Route.user("GET", "client/rooms/:room/state", state),
      Route.user("GET", "client/rooms/:room/state/:type", stateEvent),
      Route.user("GET", "client/rooms/:room/state/:type/:key", stateEvent),
      Route.user("GET", "client/rooms/:room/members", members),
      Route.user("GET", "client/rooms/:room/joined_members", joinedMembers),
      Route.user("GET", "client/joined_rooms", joinedRooms),
    ].flatMap { $0 }
  }

  /// Makes a response that may be large, as soon as memory for it is free.
  func respond(
    _ requester: Requester, _ write: @escaping @Sendable (Database) throws -> [UInt8]
  ) async throws -> Response {
    let hold = try await configuration.memory.reserve(for: requester.user)
    return hold.response(try await store.read(write))
  }

  func format(for requester: Requester) -> EventFormat {
    EventFormat(requester: requester, now: configuration.clock.now())
  }

  /// The room in the path; nil for a malformed id, which counts as an unknown room.
  func room(_ request: Request) throws -> RoomID? {
    RoomID(try request.parameter("room"))
  }

  func event(_ request: Request) throws -> EventID {
    guard let id = EventID(try request.parameter("event")) else { throw Self.noSuchEvent }
    return id
  }

  static let noSuchEvent = MatrixError.notFound("the event does not exist")
}

extension RoomAccess {
  /// The extras of events, as far as the user may see them.
  func extras(
    for events: [StoredEvent], _ part: EventExtras.Part, user: UserID,
    from database: Database
  ) throws -> EventExtras {
    var extras = EventExtras.none
    extras.ignored = ignored
    if part == .all { extras.memberships[room] = memberships }
    for event in events {
      try extras.read(for: event, part, user: user, within: ranges, from: database)
    }
    return extras
  }

  /// One event as JSON.
  func json(
    of event: StoredEvent, _ part: EventExtras.Part, _ format: EventFormat, from database: Database
  ) throws -> [UInt8] {
    let extras = try extras(for: [event], part, user: format.requester.user, from: database)
    var writer = JSONWriter()
    format.write(event, extras, to: &writer)
    return writer.finish()
  }
}
