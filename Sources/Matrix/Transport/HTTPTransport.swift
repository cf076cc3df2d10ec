/// Sends requests to servers and returns their responses.
///
/// Implementations hold no credentials and know nothing of Matrix. Any task may call them.
package protocol HTTPTransport: Sendable {
  /// Sends one request and returns the complete response, whatever its status.
  ///
  /// Returns or throws exactly once. Cancelling the task soon ends the request with `.cancelled`.
  /// The transport never repeats a request.
  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

  /// Makes later requests use new connections, because kept ones may be dead.
  ///
  /// Requests in flight continue.
  func forgetConnections()

  /// Closes all connections; requests in flight and later ones fail.
  func close() async
}

/// Why no complete response arrived.
package enum TransportError: Error, Hashable, Sendable {
  /// No connection could be made: unknown host, refused, TLS refused. The text names the cause.
  case unreachable(String)
  /// The connection ended early. `beforeResponse` is true when no byte of a response had arrived, as
  /// on a kept connection that the server has since closed.
  case connectionLost(String, beforeResponse: Bool)
  /// A deadline passed: for connecting, for silence or for the whole request.
  case timedOut
  /// The response is larger than the request allows.
  case tooLarge
  /// The request's `sink` did not take the body.
  case notTaken
  /// Plain HTTP to another machine, or a redirect that must not be followed.
  case insecure(String)
  /// The received data are not HTTP.
  case malformed(String)
  /// The task was cancelled.
  case cancelled
}
