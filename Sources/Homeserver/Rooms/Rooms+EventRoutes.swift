import MatrixWire
import ModelKit

extension Rooms {
  var eventRoutes: [Route] {
    [
      Route.user("PUT", "client/rooms/:room/send/:type/:transaction", sendMessage),
      Route.user("PUT", "client/rooms/:room/redact/:event/:transaction", redact),
      Route.user("PUT", "client/rooms/:room/state/:type", sendState),
      Route.user("PUT", "client/rooms/:room/state/:type/:key", sendState),
    ].flatMap { $0 }
  }

  private func sendMessage(_ request: Request, _ requester: Requester) async throws -> Response {
    let transaction = try transaction(request, requester)
    return try await respond(
      EventDraft(
        room: try request.identifier("room"), sender: requester.user,
        type: try request.parameter("type"), content: try await request.bodyObject(),
        transaction: transaction))
  }

  private func redact(_ request: Request, _ requester: Requester) async throws -> Response {
    let target = try request.parameter("event")
    var draft = EventDraft(
      room: try request.identifier("room"), sender: requester.user, type: EventType.redaction,
      content: [:], transaction: try transaction(request, requester))
    draft.content = try await request.bodyObject()
    if let named = draft.content["redacts"], named != .string(target) {
      throw MatrixError.invalid("'redacts' differs from the event in the path")
    }
    guard EventID(target) != nil else {
      throw MatrixError.notFound("the event does not exist in this room")
    }
    draft.content["redacts"] = .string(target)
    return try await respond(draft)
  }

  private func sendState(_ request: Request, _ requester: Requester) async throws -> Response {
    try await respond(
      EventDraft(
        room: try request.identifier("room"), sender: requester.user,
        type: try request.parameter("type"), stateKey: request.parameters["key"] ?? "",
        content: try await request.bodyObject()))
  }

  private func transaction(
    _ request: Request, _ requester: Requester
  ) throws -> StoredEvent.Transaction {
    let id = try request.parameter("transaction")
    guard (1...255).contains(id.utf8.count) else {
      throw MatrixError.invalid("a transaction id must have 1 to 255 bytes")
    }
    return StoredEvent.Transaction(user: requester.user, device: requester.device, id: id)
  }

  private func respond(_ draft: EventDraft) async throws -> Response {
    try limits.take(draft)
    let id = try await store.write { try self.send(draft, in: $0).id }
    return .json(RawSendResponse(eventID: id.rawValue))
  }
}
