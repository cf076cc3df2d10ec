import Testing

@testable import Matrix

/// Runs `body` with a transport over the real network stack and closes it afterwards.
func withTransport<Value: Sendable>(
  _ options: CurlTransport.Options = .init(),
  _ body: (CurlTransport) async throws -> Value
) async throws -> Value {
  let transport = CurlTransport(options: options)
  do {
    let value = try await body(transport)
    await transport.close()
    return value
  } catch {
    await transport.close()
    throw error
  }
}

/// The same with a certificate from the fixtures as the only authority.
func withTransport<Value: Sendable>(
  trusting certificate: String, _ body: (CurlTransport) async throws -> Value
) async throws -> Value {
  var options = CurlTransport.Options()
  options.authorities = Fixture.path("TLS/\(certificate).pem")
  return try await withTransport(options, body)
}

/// The error of an operation, or nil on success.
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
