import Testing

@testable import Matrix

/// Whom the transport talks to over TLS: nobody whose certificate does not hold.
@Suite("Certificates", .timeLimit(.minutes(1)))
struct CertificateTests {
  /// What became of a request that carries a token.
  private struct Outcome {
    let error: TransportError?
    let connections: Int
    let paths: [String]
  }

  /// Asks a server that shows a certificate of the fixtures; trusted is what another one vouches for.
  private static func ask(_ certificate: String, trusting authority: String?) async throws
    -> Outcome
  {
    let server = try await StubServer.start { _ in .json("{}") }
    let front = try TLSFront(certificate, before: server)
    var options = CurlTransport.Options()
    options.authorities = authority.map { Fixture.path("TLS/\($0).pem") }
    let url = try #require(HTTPURL(try await front.url() + "/secret"))
    let error = try await withTransport(options) { transport in
      let asked = HTTPRequest(url: url, headers: HeaderFields(["Authorization": "Bearer token"]))
      return await failure { () async throws(TransportError) in try await transport.send(asked) }
    }
    try await eventually { front.connectionCount > 0 }
    front.stop()
    await server.stop()
    return Outcome(
      error: error, connections: front.connectionCount, paths: server.requests.map(\.path))
  }

  @Test(
    "a certificate that does not hold is refused before a byte of the request goes out",
    arguments: [
      ("localhost", nil, "the certificate is not trusted"),
      ("localhost", "elsewhere", "the certificate is not trusted"),
      ("elsewhere", "elsewhere", "the certificate is for another server"),
      ("expired", "expired", "the certificate has expired"),
    ])
  func refused(certificate: String, authority: String?, text: String) async throws {
    let outcome = try await Self.ask(certificate, trusting: authority)

    #expect(outcome.error == .unreachable(text))
    #expect(outcome.connections == 1)
    #expect(outcome.paths.isEmpty)
  }

  @Test("a certificate that holds is accepted")
  func good() async throws {
    let outcome = try await Self.ask("localhost", trusting: "localhost")

    #expect(outcome.error == nil)
    #expect(outcome.paths == ["/secret"])
  }
}
