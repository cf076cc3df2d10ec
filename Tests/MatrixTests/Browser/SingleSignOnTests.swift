import Controllers
import Foundation
import Models
import Signals
import SignalsTesting
import TestServers
import Testing

@testable import Matrix

@MainActor
@Suite("Single sign-on", .timeLimit(.minutes(5)))
struct SingleSignOnTests {
  private func withPage(
    _ way: BrowserWay,
    _ body: (SignInPage, StubHomeserver, CurlTransport, SessionFolder) async throws -> Void
  ) async throws {
    let homeserver = try await StubHomeserver.start()
    let folder = try SessionFolder()
    let transport = CurlTransport()
    let sessions = folder.controller(transport)
    try await body(SignInPage(sessions.browser, homeserver.url, way), homeserver, transport, folder)
    await transport.close()
    await homeserver.stop()
  }

  private func token(_ proof: SignInProof) -> String? {
    if case .loginToken(let token) = proof { token.reveal() } else { nil }
  }

  @Test("the browser comes back to a path that nobody can guess, with a token")
  func browser() async throws {
    let provider = IdentityProvider(id: "oidc-a b", name: "A")
    try await withPage(.singleSignOn(provider)) { page, homeserver, transport, _ in
      let visit = try await page.visit()
      #expect(
        visit.address.hasPrefix(
          homeserver.url + "/_matrix/client/v3/login/sso/redirect/oidc-a%20b?redirectUrl="))
      #expect(visit.code == nil)
      let back = try #require(visit.item("redirectUrl"))
      let url = try #require(HTTPURL(back))
      #expect(url.origin.isLoopback && url.path.utf8.count == 33)

      // What others send to the port changes nothing.
      for target in ["\(url.origin)/?loginToken=bad", "\(back)x?loginToken=bad", back] {
        let other = try #require(HTTPURL(target))
        #expect(try await transport.send(HTTPRequest(url: other)).status == 404)
      }
      let right = try #require(HTTPURL(back + "?loginToken=right"))
      #expect(try await transport.send(HTTPRequest(url: right)).status == 200)
      #expect(token(try await page.proof()) == "right")
      // The port is closed then.
      try await eventually { (try? await transport.send(HTTPRequest(url: right))) == nil }
    }
  }

  @Test("the address where a distant browser ended can be pasted, and other texts are told")
  func pasted() async throws {
    try await withPage(.singleSignOn(nil)) { page, homeserver, _, _ in
      let visit = try await page.visit()
      #expect(visit.address.contains("/login/sso/redirect?redirectUrl="))
      page.pasted.send("https://example.org/")
      page.pasted.send("not a token")
      try await eventually { page.unusableCount == 2 }
      page.pasted.send(try #require(visit.item("redirectUrl")) + "?loginToken=pasted")
      #expect(token(try await page.proof()) == "pasted")
    }
  }

  @Test("after ten minutes without an answer the wait ends, and the port is closed")
  func patience() async throws {
    try await withPage(.singleSignOn(nil)) { page, _, transport, folder in
      let back = try #require(try await page.visit().item("redirectUrl"))
      folder.scheduler.advance(by: .seconds(600))
      let failure = try await page.failure()
      #expect(failure == RequestError(operation: .browserSignIn, reason: .timedOut))
      let url = try #require(HTTPURL(back + "?loginToken=late"))
      try await eventually { (try? await transport.send(HTTPRequest(url: url))) == nil }
    }
  }

  @Test("leaving the page closes the port")
  func leaving() async throws {
    try await withPage(.singleSignOn(nil)) { page, _, transport, _ in
      let back = try #require(try await page.visit().item("redirectUrl"))
      page.leave()
      let url = try #require(HTTPURL(back + "?loginToken=late"))
      try await eventually { (try? await transport.send(HTTPRequest(url: url))) == nil }
    }
  }

  @Test(
    "a real server's identity provider signs in by a browser",
    .enabled(if: TestServer.Kind.synapse.shared != nil))
  func synapse() async throws {
    let server = try #require(TestServer.Kind.synapse.shared)
    let folder = try SessionFolder()
    let transport = CurlTransport()
    let sessions = folder.controller(transport)
    let description = try #require(try await sessions.discover(server.url).first())
    let ways = description.browserWays
    try #require(
      ways == [
        .singleSignOn(IdentityProvider(id: "oidc-stub", name: "Stub Identity")),
        .singleSignOn(IdentityProvider(id: "oidc-second", name: "Second Identity")),
      ])
    #expect(description.acceptsPasswords)
    let page = SignInPage(sessions.browser, description.address, ways[1])
    let address = try await page.visit().address
    let browser = try CommandRunner.run(
      ["curl", "--silent", "--location", "--cookie", "none", address],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(browser.output.contains("Go back to chat-tui"))
    let credentials = Credentials(server: server.url, proof: try await page.proof())
    let session = try #require(try await sessions.signIn(credentials).first())
    #expect(session.userID.rawValue == "@sso-second:localhost")
    #expect(try await session.network.fetchUser(session.userID).first() != nil)

    // A token signs in once.
    let again = await failure { () async throws(RequestError) in
      try await folder.controller(transport, use: .command).signIn(credentials).first()
    }
    #expect(again?.operation == .browserSignIn && again?.code == "M_FORBIDDEN")
    _ = try await sessions.signOut().first()
    await transport.close()
  }
}
