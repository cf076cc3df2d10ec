import HTTPTypes
import Testing

@testable import Matrix

/// The transport refuses every server without a valid certificate.
@Suite("Certificates", .timeLimit(.minutes(5)))
struct CertificateTests {
  /// The result of a request that carries a token.
  private struct Outcome {
    let error: TransportError?
    let connections: Int
    let paths: [String]
  }

  /// Sends a request to a server with a certificate from the fixtures; `authority` is the trusted
  /// one.
  private static func ask(_ certificate: String, trusting authority: String?) async throws
    -> Outcome
  {
    let server = try await StubServer.start { _ in .json("{}") }
    let front = try TLSFront(certificate, before: server)
    var options = CurlTransport.Options()
    options.authorities = authority.map { Fixture.path("TLS/\($0).pem") }
    let url = try #require(HTTPURL(try await front.url() + "/secret"))
    let error = try await withTransport(options) { transport in
      let asked = HTTPRequest(url: url, headers: [.authorization: "Bearer token"])
      return await failure { () async throws(TransportError) in try await transport.send(asked) }
    }
    try await eventually { front.connectionCount > 0 }
    front.stop()
    await server.stop()
    return Outcome(
      error: error, connections: front.connectionCount, paths: server.requests.map(\.path))
  }

  @Test(
    "an invalid certificate is refused before a byte of the request is sent",
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

  @Test("a valid certificate is accepted")
  func good() async throws {
    let outcome = try await Self.ask("localhost", trusting: "localhost")

    #expect(outcome.error == nil)
    #expect(outcome.paths == ["/secret"])
  }
}
