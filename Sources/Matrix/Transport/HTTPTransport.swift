/// Carries requests to servers and brings their answers back.
///
/// Implementations hold no credentials and know nothing of Matrix. Any task may call them.
package protocol HTTPTransport: Sendable {
  /// Sends one request and gives the whole answer, whatever its status.
  ///
  /// Ends exactly once: with an answer, or with an error. Cancelling the task ends it soon with
  /// `.cancelled`. A request is never repeated here.
  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse

  /// Has later requests use new connections, because those that are kept may lead nowhere; requests
  /// in flight go on.
  func forgetConnections()

  /// Ends all connections; requests in flight fail, and later ones too.
  func close() async
}

/// Why no whole answer came.
package enum TransportError: Error, Hashable, Sendable {
  /// No connection could be made: unknown host, refused, TLS refused. The text names the cause.
  case unreachable(String)
  /// The connection ended early. `beforeAnswer` is true when no byte of an answer had come, as on
  /// a kept connection that the server had closed meanwhile.
  case connectionLost(String, beforeAnswer: Bool)
  /// A deadline passed: of connecting, of silence or of the whole request.
  case timedOut
  /// The answer is larger than the request allows.
  case tooLarge
  /// Plain HTTP to another machine, or a redirect that may not be followed.
  case insecure(String)
  /// What came was not HTTP.
  case malformed(String)
  /// The task was cancelled.
  case cancelled
}
