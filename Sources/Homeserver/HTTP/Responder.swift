import HTTPTypes
import HummingbirdCore
import NIOCore

/// Turns a request into a call and its answer into a response.
struct Responder: Sendable {
  let dispatcher: Dispatcher
  let origins: OriginPolicy
  let settings: HTTPSettings
  let log: @Sendable (String) -> Void

  func respond(
    to request: Request, on connection: Connection, writer: consuming ResponseWriter
  ) async throws {
    guard let number = connection.beginRequest() else {
      // It had come before the connection's end was decided; nobody waits for its answer.
      return try await connection.channel.closeFuture.get()
    }
    let body = IncomingBody(request, number: number, connection: connection)
    let answer = await answer(to: request, body: body, on: connection)
    let closes = !body.canBeDrained(settings.drainedBody)
    if closes { connection.beginLastAnswer() }
    let response = OutgoingAnswer(
      answer, isHead: request.method == .head, closes: closes,
      allowsCrossOrigin: settings.allowsCrossOrigin)
    try await response.write(
      with: writer, on: connection.channel, chunk: settings.chunk, log: log)
  }

  private func answer(
    to request: Request, body: IncomingBody, on connection: Connection
  ) async -> Answer {
    do throws(MatrixError) {
      try origins.check(request.head)
      let target = try RequestTarget(request.head.path ?? "")
      if request.method == .options, settings.allowsCrossOrigin { return .preflight }
      var call = Call(
        method: request.method.rawValue, segments: target.segments, query: target.query,
        header: { [fields = request.headers] name in
          HTTPField.Name(name).flatMap { fields[$0] }
        },
        remoteAddress: connection.channel.remoteAddress?.ipAddress ?? "", body: body.body)
      call.onRequester = { connection.note(isSilent: false) }
      return await connection.answer { [dispatcher, call] in await dispatcher.answer(call) }
    } catch {
      return .error(error)
    }
  }
}

extension Answer {
  /// What a browser wants to know before it lets a page of another site ask.
  fileprivate static let preflight = Answer(status: 204, body: .bytes([]))
}
