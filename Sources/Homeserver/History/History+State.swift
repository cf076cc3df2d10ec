import GRDB
import ModelKit

extension History {
  func state(_ call: Call, _ requester: Requester) async throws -> Answer {
    let room = try room(call)
    let format = format(for: requester)
    return try await answer(requester) { database in
      let access = try RoomAccess.require(of: requester.user, in: room, from: database)
      let state = try access.state(from: database)
      let extras = try access.extras(
        for: state, .previousState, user: requester.user, from: database)
      var writer = JSONWriter()
      format.write(state, extras, to: &writer)
      return writer.finish()
    }
  }

  func stateEvent(_ call: Call, _ requester: Requester) async throws -> Answer {
    let room = try room(call)
    let place = StateKey(try call.parameter("type"), call.parameters["key"] ?? "")
    let isWhole = try wantsWholeEvent(call)
    let format = format(for: requester)
    let bytes = try await store.read { database in
      let access = try RoomAccess.require(of: requester.user, in: room, from: database)
      guard let event = try access.stateEvent(place, from: database) else {
        throw MatrixError.notFound("the room has no such state")
      }
      guard isWhole else { return try event.content().bytes }
      let extras = try access.extras(
        for: [event], .previousState, user: requester.user, from: database)
      var writer = JSONWriter()
      format.write(event, extras, to: &writer)
      return writer.finish()
    }
    return .json(bytes)
  }

  private func wantsWholeEvent(_ call: Call) throws -> Bool {
    switch call.argument("format") {
    case nil, "content": false
    case "event": true
    default: throw MatrixError.invalid("'format' is neither 'content' nor 'event'")
    }
  }
}
