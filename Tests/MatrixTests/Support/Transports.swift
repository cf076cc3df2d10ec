import Matrix
import Testing

/// Runs `body` with a transport over the real network stack and closes it afterwards.
func withTransport<Value: Sendable>(
  _ options: AsyncHTTPTransport.Options = .init(),
  _ body: (AsyncHTTPTransport) async throws -> Value
) async throws -> Value {
  let transport = AsyncHTTPTransport(options: options)
  do {
    let value = try await body(transport)
    await transport.close()
    return value
  } catch {
    await transport.close()
    throw error
  }
}

/// The error of a piece of work, or nil when it had none.
func failure<Failure: Error>(
  isolation: isolated (any Actor)? = #isolation, of work: () async throws(Failure) -> some Sendable
) async -> Failure? {
  do {
    _ = try await work()
    return nil
  } catch {
    return error
  }
}

/// A request to a path of a stub server.
func request(
  _ server: StubServer, _ path: String = "/", timeout: Duration = .seconds(30)
) throws -> HTTPRequest {
  let url = try #require(HTTPURL(server.url + path))
  return HTTPRequest(url: url, timeout: timeout)
}
