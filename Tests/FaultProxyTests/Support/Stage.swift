import FaultProxy
import Testing

/// A server behind a proxy.
struct Stage: Sendable {
  let server: TestServer
  let proxy: FaultProxy

  /// Runs `body` with both and stops them afterwards.
  static func with<Value>(
    _ rules: FaultRule..., trace: FaultProxy.Trace? = nil,
    handler: @escaping TestServer.Handler = { _ in TestServer.Response() },
    _ body: (Stage) async throws -> Value
  ) async throws -> Value {
    let server = try await TestServer.start(handler)
    let proxy = try await FaultProxy.start(before: server.url, rules: rules, trace: trace)
    let result: Result<Value, any Error>
    do {
      result = .success(try await body(Stage(server: server, proxy: proxy)))
    } catch {
      result = .failure(error)
    }
    await proxy.stop()
    await server.stop()
    return try result.get()
  }

  /// Sends a request with `Connection: close` and reads to the end.
  func exchange(
    _ method: String = "GET", _ target: String = "/", body: String? = nil
  ) async throws -> RawConnection.Rest {
    try await RawConnection.exchange(
      port: proxy.port, request(method, target, body: body, "Connection: close"))
  }
}

/// Waits for a condition that other threads bring about; fails the test after a timeout.
func eventually(
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async -> Bool
) async throws {
  let end = ContinuousClock.now + .seconds(30)
  while !(await condition()) {
    try #require(
      ContinuousClock.now < end, "the condition did not come true", sourceLocation: sourceLocation)
    try await Task.sleep(for: .milliseconds(2))
  }
}
