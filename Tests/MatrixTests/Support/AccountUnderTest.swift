import Controllers
import Matrix
import TestServers
import Testing

/// An account on a test server: the stub's, or that of a real homeserver when one is configured.
///
/// Every contract test runs against all available servers.
struct AccountUnderTest: Sendable, CustomTestStringConvertible {
  enum Kind: Sendable { case stub, real(TestServer) }

  let kind: Kind
  let url: String
  let user: String
  let serverName: String
  let password: String
  private let homeserver: StubHomeserver?

  static var kinds: [Kind] { [.stub] + TestServer.all.map(Kind.real) }

  init(_ kind: Kind) async throws {
    self.kind = kind
    switch kind {
    case .stub:
      let homeserver = try await StubHomeserver.start()
      self.homeserver = homeserver
      url = homeserver.url
      user = "alice"
      serverName = "localhost"
      password = StubHomeserver.password
    case .real(let server):
      homeserver = nil
      url = server.url
      user = TestServer.Person.ada.rawValue
      serverName = "localhost"
      password = server.password
    }
  }

  var userID: String { "@\(user):\(serverName)" }
  var testDescription: String { userID }

  func credentials(password: String? = nil) -> Credentials {
    Credentials(server: url, user: user, password: Secret(password ?? self.password))
  }

  func stop() async {
    await homeserver?.stop()
  }
}
