import AsyncHTTPClient
import NIOSSL
import Testing

@testable import Matrix

/// Whom the transport talks to over TLS: nobody whose certificate does not hold.
@Suite("Certificates", .timeLimit(.minutes(1)))
struct CertificateTests {
  /// A server that shows a certificate of the fixtures, which nobody vouches for.
  private static func server(_ certificate: String) async throws -> StubServer {
    let chain = try NIOSSLCertificate.fromPEMBytes(Fixture.bytes("TLS/\(certificate).pem"))
    let key = try NIOSSLPrivateKey(bytes: Fixture.bytes("TLS/key.pem"), format: .pem)
    let configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    let context = try NIOSSLContext(configuration: configuration)
    return try await StubServer.start(tls: context) { _ in .json("{}") }
  }

  private static func trusting(_ certificate: String) throws -> AsyncHTTPTransport.Options {
    let roots = try NIOSSLCertificate.fromPEMBytes(Fixture.bytes("TLS/\(certificate).pem"))
    var options = AsyncHTTPTransport.Options()
    options.adjustClient = { configuration in
      var tls = TLSConfiguration.makeClientConfiguration()
      tls.trustRoots = .certificates(roots)
      configuration.tlsConfiguration = tls
    }
    return options
  }

  /// What becomes of a request that carries a token.
  private static func error(
    _ server: StubServer, _ options: AsyncHTTPTransport.Options = .init()
  ) async throws -> TransportError? {
    try await withTransport(options) { transport in
      var request = try request(server, "/secret")
      request.headers["Authorization"] = "Bearer token"
      let asked = request
      return await failure { () async throws(TransportError) in try await transport.send(asked) }
    }
  }

  @Test("a certificate that nobody vouches for is refused before a byte of the request goes out")
  func selfSigned() async throws {
    let server = try await Self.server("localhost")
    let error = try await Self.error(server)

    #expect(error == .unreachable("the certificate is not trusted"))
    #expect(server.connectionCount == 1)
    #expect(server.requests.isEmpty)
    await server.stop()
  }

  @Test("a certificate for another host is refused before a byte of the request goes out")
  func otherHost() async throws {
    let server = try await Self.server("elsewhere")
    let error = try await Self.error(server, Self.trusting("elsewhere"))

    #expect(error == .unreachable("the certificate is for another server"))
    #expect(server.connectionCount == 1)
    #expect(server.requests.isEmpty)
    await server.stop()
  }

  @Test("a certificate that holds is accepted")
  func good() async throws {
    let server = try await Self.server("localhost")
    let error = try await Self.error(server, Self.trusting("localhost"))

    #expect(error == nil)
    #expect(server.requests.map(\.path) == ["/secret"])
    await server.stop()
  }
}
