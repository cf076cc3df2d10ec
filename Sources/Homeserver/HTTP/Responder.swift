import HTTPTypes
import HummingbirdCore
import NIOCore

/// Passes requests to a handler and writes its responses.
struct Responder: Sendable {
  let handler: HTTPServer.Handler
  let origins: OriginPolicy
  let settings: HTTPSettings
  let log: @Sendable (String) -> Void

  func respond(
    to received: HummingbirdCore.Request, on connection: Connection,
    writer: consuming ResponseWriter
  ) async throws {
    guard let number = connection.beginRequest() else {
      // It arrived before the server decided to close the connection; the client expects no response.
      return try await connection.channel.closeFuture.get()
    }
    let body = IncomingBody(received, number: number, connection: connection)
    let (response, origin) = await respond(to: received, body: body, on: connection)
    let closes = !body.canBeDrained(settings.drainedBody)
    if closes { connection.beginLastResponse() }
    let outgoing = OutgoingResponse(
      response, isHead: received.method == .head, closes: closes, allowedOrigin: origin)
    try await outgoing.write(
      with: writer, on: connection.channel, chunk: settings.chunk, log: log)
  }

  /// The response, and the origin of the web client that may read it.
  private func respond(
    to received: HummingbirdCore.Request, body: IncomingBody, on connection: Connection
  ) async -> (Response, origin: String?) {
    var origin: String?
    do throws(MatrixError) {
      origin = try origins.check(received.head)
      let target = try RequestTarget(received.head.path ?? "")
      if received.method == .options, origin != nil { return (.preflight, origin) }
      var request = Request(
        method: received.method.rawValue, segments: target.segments, query: target.query,
        headers: received.headers, remoteAddress: connection.channel.remoteAddress?.ipAddress ?? "",
        body: body.body)
      request.host = received.head.authority
      request.machineUser = { [channel = connection.channel] in
        await SocketOwner.shared.find(client: channel.remoteAddress, server: channel.localAddress)
      }
      request.onRequester = { connection.note(isSilent: false) }
      let response = await connection.run { [handler, request] in await handler(request) }
      return (response, origin)
    } catch {
      return (.error(error), origin)
    }
  }
}

extension Response {
  /// What a browser wants to know before it lets a page of another site ask.
  fileprivate static let preflight = Response(status: 204, body: .bytes([]))
}
