import Controllers

/// Sends a session's requests to this machine's server and to nobody else: a program that takes
/// over the port of a stopped server must not see the tokens.
struct LocalServerTransport: HTTPTransport {
  let base: any HTTPTransport
  let host: any LocalServerHost
  /// Where the session expects the server.
  let place: MovingAddress

  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
    guard host.running()?.address == place.address else {
      throw .unreachable("this machine's server is not running")
    }
    return try await base.send(request)
  }

  func forgetConnections() { base.forgetConnections() }

  func close() async { await base.close() }
}
