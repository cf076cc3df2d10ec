import Controllers

/// Carries the requests of a session to this machine's server, and to nobody else: whoever takes the
/// port of a server that is gone must not be shown its tokens.
struct LocalServerTransport: HTTPTransport {
  let base: any HTTPTransport
  let host: any LocalServerHost
  /// Where the session takes the server to be.
  let place: MovingAddress

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    guard host.running()?.address == place.address else {
      throw .unreachable("the server of this machine does not run")
    }
    return try await base.send(request)
  }

  func forgetConnections() { base.forgetConnections() }

  func close() async { await base.close() }
}
