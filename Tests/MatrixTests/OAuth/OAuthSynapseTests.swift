import Controllers
import Models
import Signals
import TestServers
import Testing

@testable import Matrix

/// What programs in a terminal use only where a server has no device code, on a real server.
@MainActor
@Suite(
  "Sign-in by OAuth 2.0 at a Synapse", .enabled(if: TestServer.Kind.synapse.shared != nil),
  .timeLimit(.minutes(5)))
struct OAuthSynapseTests {
  @Test("a browser of this machine brings a code; its tokens are renewed and given back")
  func authorizationCode() async throws {
    let service = try AuthenticationService()
    let (folder, transport) = (try SessionFolder(), CurlTransport())
    let sessions = folder.controller(transport)
    let found = try #require(try await sessions.discover(service.server.url).first())
    #expect(!found.acceptsPasswords && found.browserWays == [.deviceCode])
    #expect(found.registration == .closed)

    try service.setLifetime(seconds: 5)
    let page = SignInPage(sessions.browser, found.address, .authorizationCode)
    let address = try await page.visit().address
    let browser = try CommandRunner.run(
      ["curl", "--silent", "--location", "--get", "--data", "name=carol", address],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(browser.output.contains("Go back to chat-tui"))
    let credentials = Credentials(server: found.address, proof: try await page.proof())
    let session = try #require(try await sessions.signIn(credentials).first())
    #expect(session.userID.rawValue == "@carol:localhost")
    #expect(try service.sessions(of: "carol").map(\.device) == [session.deviceID])

    try await Task.sleep(for: .seconds(5))
    // On a slow machine, the renewed tokens would end before Synapse has asked about them.
    try service.setLifetime(seconds: 300)
    async let one = session.network.fetchUser(session.userID).first()
    async let two = session.account.devices().first()
    #expect(try await one?.displayName == "carol")
    #expect(try await two?.map(\.id) == [session.deviceID])
    let renewed = try #require(try service.sessions(of: "carol").first)
    #expect(renewed.refreshes == 1 && !renewed.hasReuse)
    #expect(try await session.account.page().first() == "\(service.server.url)/_oauth/account")

    _ = try await sessions.signOut().first()
    #expect(try service.sessions(of: "carol").map(\.isActive) == [false])
    await transport.close()
  }
}
