import Controllers
import Foundation
import Matrix
import Testing

/// An account on a server of a test: the stub's, or a real homeserver's when one is given.
///
/// A real one is named by the variables `CHATTUI_SYNAPSE_URL`, `_USERS` (the first is used),
/// `_NAME` and `_PASSWORD`; every test of the contract then runs against both.
struct AccountUnderTest: Sendable, CustomTestStringConvertible {
  enum Kind: Sendable { case stub, real }

  let kind: Kind
  let url: String
  let user: String
  let serverName: String
  let password: String
  private let homeserver: StubHomeserver?

  static var kinds: [Kind] {
    ProcessInfo.processInfo.environment["CHATTUI_SYNAPSE_URL"] == nil ? [.stub] : [.stub, .real]
  }

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
    case .real:
      let variables = ProcessInfo.processInfo.environment
      homeserver = nil
      url = variables["CHATTUI_SYNAPSE_URL"] ?? ""
      user =
        variables["CHATTUI_SYNAPSE_USERS"]?.split(separator: " ").first.map { String($0) }
        ?? "ada"
      serverName = variables["CHATTUI_SYNAPSE_NAME"] ?? "localhost"
      password = variables["CHATTUI_SYNAPSE_PASSWORD"] ?? ""
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
