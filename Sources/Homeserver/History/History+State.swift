import GRDB
import ModelKit

extension History {
  func state(_ request: Request, _ requester: Requester) async throws -> Response {
    let room = try room(request)
    let format = format(for: requester)
    return try await respond(requester) { database in
      let access = try RoomAccess.require(of: requester.user, in: room, from: database)
      let state = try access.state(from: database)
      let extras = try access.extras(
        for: state, .previousState, user: requester.user, from: database)
      var writer = JSONWriter()
      format.write(state, extras, to: &writer)
      return writer.finish()
    }
  }

  func stateEvent(_ request: Request, _ requester: Requester) async throws -> Response {
    let room = try room(request)
    let place = StateKey(try request.parameter("type"), request.parameters["key"] ?? "")
    let isWhole = try wantsWholeEvent(request)
    let format = format(for: requester)
    let bytes = try await store.read { database in
      let access = try RoomAccess.require(of: requester.user, in: room, from: database)
      guard let event = try access.stateEvent(place, from: database) else {
        throw MatrixError.notFound("the state event does not exist")
      }
      guard isWhole else { return try event.content().bytes }
      return try access.json(of: event, .previousState, format, from: database)
    }
    return .json(bytes)
  }

  private func wantsWholeEvent(_ request: Request) throws -> Bool {
    switch request.argument("format") {
    case nil, "content": false
    case "event": true
    default: throw MatrixError.invalid("'format' must be 'content' or 'event'")
    }
  }
}
