import MatrixWire
import ModelKit

extension Rooms {
  /// The endpoints that send events.
  var eventRoutes: [Route] {
    [
      Route.user("PUT", "client/rooms/:room/send/:type/:transaction", sendMessage),
      Route.user("PUT", "client/rooms/:room/redact/:event/:transaction", redact),
      Route.user("PUT", "client/rooms/:room/state/:type", sendState),
      Route.user("PUT", "client/rooms/:room/state/:type/:key", sendState),
    ].flatMap { $0 }
  }

  private func sendMessage(_ call: Call, _ requester: Requester) async throws -> Answer {
    var draft = EventDraft(
      room: try call.identifier("room"), sender: requester.user,
      type: try call.parameter("type"), content: [:],
      transaction: try transaction(call, requester))
    draft.content = try await call.bodyObject()
    return try await answer(draft)
  }

  private func redact(_ call: Call, _ requester: Requester) async throws -> Answer {
    let target = try call.parameter("event")
    var draft = EventDraft(
      room: try call.identifier("room"), sender: requester.user, type: EventName.redaction,
      content: [:], transaction: try transaction(call, requester))
    draft.content = try await call.bodyObject()
    if let named = draft.content["redacts"], named != .string(target) {
      throw MatrixError.invalid("'redacts' is another event than that of the path")
    }
    guard EventID(target) != nil else {
      throw MatrixError.notFound("there is no such event in the room")
    }
    draft.content["redacts"] = .string(target)
    return try await answer(draft)
  }

  private func sendState(_ call: Call, _ requester: Requester) async throws -> Answer {
    var draft = EventDraft(
      room: try call.identifier("room"), sender: requester.user,
      type: try call.parameter("type"), stateKey: call.parameters["key"] ?? "", content: [:])
    draft.content = try await call.bodyObject()
    return try await answer(draft)
  }

  private func transaction(
    _ call: Call, _ requester: Requester
  ) throws -> StoredEvent.Transaction {
    let id = try call.parameter("transaction")
    guard (1...255).contains(id.utf8.count) else {
      throw MatrixError.invalid("a transaction id has 1 to 255 bytes")
    }
    return StoredEvent.Transaction(user: requester.user, device: requester.device, id: id)
  }

  private func answer(_ draft: EventDraft) async throws -> Answer {
    try limits.take(draft)
    let id = try await store.write { try self.send(draft, in: $0).id }
    return .json(RawSendAnswer(eventID: id.rawValue))
  }
}
