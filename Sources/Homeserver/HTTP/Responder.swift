import HTTPTypes
import HummingbirdCore
import NIOCore

/// Turns a request into a call and its answer into a response.
struct Responder: Sendable {
  let handler: HTTPServer.Handler
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
    let (answer, origin) = await answer(to: request, body: body, on: connection)
    let closes = !body.canBeDrained(settings.drainedBody)
    if closes { connection.beginLastAnswer() }
    let response = OutgoingAnswer(
      answer, isHead: request.method == .head, closes: closes, allowedOrigin: origin)
    try await response.write(
      with: writer, on: connection.channel, chunk: settings.chunk, log: log)
  }

  /// The answer, and the origin of the web client that may read it.
  private func answer(
    to request: Request, body: IncomingBody, on connection: Connection
  ) async -> (Answer, origin: String?) {
    var origin: String?
    do throws(MatrixError) {
      origin = try origins.check(request.head)
      let target = try RequestTarget(request.head.path ?? "")
      if request.method == .options, origin != nil { return (.preflight, origin) }
      var call = Call(
        method: request.method.rawValue, segments: target.segments, query: target.query,
        headers: request.headers, remoteAddress: connection.channel.remoteAddress?.ipAddress ?? "",
        body: body.body)
      call.host = request.head.authority
      call.machineUser = { [channel = connection.channel] in
        await SocketOwner.find(client: channel.remoteAddress, server: channel.localAddress)
      }
      call.onRequester = { connection.note(isSilent: false) }
      let answer = await connection.answer { [handler, call] in await handler(call) }
      return (answer, origin)
    } catch {
      return (.error(error), origin)
    }
  }
}

extension Answer {
  /// What a browser wants to know before it lets a page of another site ask.
  fileprivate static let preflight = Answer(status: 204, body: .bytes([]))
}
