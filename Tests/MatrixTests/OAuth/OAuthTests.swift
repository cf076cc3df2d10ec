import Controllers
import Models
import Signals
import SignalsTesting
import Testing

@testable import Matrix

@MainActor
@Suite("Sign-in by OAuth 2.0", .timeLimit(.minutes(5)))
struct OAuthTests {
  private func withServer(
    _ body: (StubOAuthServer, MatrixSessionController, SessionFolder, CurlTransport) async throws ->
      Void
  ) async throws {
    let server = try await StubOAuthServer.start()
    let folder = try SessionFolder()
    let transport = CurlTransport()
    try await body(server, folder.controller(transport), folder, transport)
    await transport.close()
    await server.server.stop()
  }

  /// Lets the pauses between two questions pass.
  private func proof(_ page: SignInPage, _ folder: SessionFolder) async throws -> SignInProof {
    let passing = Task {
      while !Task.isCancelled {
        folder.scheduler.advance(by: .seconds(1))
        try? await Task.sleep(for: .milliseconds(2))
      }
    }
    defer { passing.cancel() }
    return try await page.proof()
  }

  private func signIn(
    _ server: StubOAuthServer, _ sessions: MatrixSessionController, _ folder: SessionFolder
  ) async throws -> Session {
    let page = SignInPage(sessions.browser, server.url, .deviceCode)
    let proof = try await proof(page, folder)
    return try #require(
      try await sessions.signIn(Credentials(server: server.url, proof: proof)).first())
  }

  @Test("a server that leaves sign-in to OAuth is found, with the way that suits it")
  func discovery() async throws {
    try await withServer { server, sessions, _, _ in
      let found = try #require(try await sessions.discover(server.url).first())
      #expect(!found.acceptsPasswords)
      #expect(found.browserWays == [.deviceCode])
      server.change { $0.grants = ["authorization_code"] }
      let other = try await sessions.discover(server.url).first()
      #expect(other?.browserWays == [.authorizationCode])
    }
  }

  @Test(
    "an address that must not be used offers nothing",
    arguments: [
      ("token_endpoint", "http://example.org/token"),
      ("registration_endpoint", "file:///etc/passwd"),
      ("registration_endpoint", ""), ("device_authorization_endpoint", "javascript:x"),
    ])
  func hostileMetadata(name: String, address: String) async throws {
    try await withServer { server, sessions, _, _ in
      server.change { $0.metadata[name] = address }
      let error = await failure { () async throws(RequestError) in
        try await sessions.discover(server.url).first()
      }
      // Nor has this server another way.
      #expect(error != nil)
    }
  }

  @Test("a code is shown, asked for as often as the server allows, and becomes a session")
  func deviceCode() async throws {
    try await withServer { server, sessions, folder, _ in
      server.change { state in
        state.tokens = ["authorization_pending", "slow_down", "authorization_pending"].map {
          .json(#"{"error":"\#($0)"}"#, status: 400)
        }
        state.tokens.append(.json("<html>", status: 502))
      }
      let page = SignInPage(sessions.browser, server.url, .deviceCode)
      let visit = try await page.visit()
      #expect(visit.address == server.url + "/link?code=ABCD-EFGH")
      #expect(
        visit.code == BrowserVisit.Code(address: server.url + "/link", text: "ABCD-EFGH"))
      let registration = try #require(server.bodies("/oauth/register").first)
      #expect(registration.contains(#""token_endpoint_auth_method":"none""#))
      #expect(registration.contains(OAuthMetadata.deviceGrant))
      let request = try #require(server.bodies("/oauth/device").first)
      #expect(request.contains("client_id=client-1"))
      #expect(
        request.contains(
          "scope=urn%3Amatrix%3Aclient%3Aapi%3A%2A%20urn%3Amatrix%3Aclient%3Adevice%3A"))

      // One second, one more, then six after "slow down", and six more twice.
      for (seconds, count) in [(1, 1), (1, 2), (5, 2), (1, 3), (6, 4), (6, 5)] {
        try await advance(folder, by: seconds)
        try await eventually { server.bodies("/oauth/token").count == count }
      }
      let credentials = Credentials(server: server.url, proof: try await page.proof())
      let session = try #require(try await sessions.signIn(credentials).first())
      #expect(session.userID.rawValue == "@ada:localhost")
      #expect(session.deviceID == "OAUTHDEVICE" && session.isManagedInBrowser)
      #expect(server.bodies("/oauth/token").last?.contains("device_code=device-1") == true)
    }
  }

  /// Advances once the next pause has begun.
  private func advance(_ folder: SessionFolder, by seconds: Int) async throws {
    try await eventually { folder.scheduler.pendingCount == 1 }
    folder.scheduler.advance(by: .seconds(seconds))
  }

  @Test(
    "a refusal and the end of the code end the wait",
    arguments: [("access_denied", RequestError.Reason.refused), ("expired_token", .timedOut)])
  func refused(code: String, reason: RequestError.Reason) async throws {
    try await withServer { server, sessions, folder, _ in
      server.change { $0.tokens = [.json(#"{"error":"\#(code)"}"#, status: 400)] }
      let page = SignInPage(sessions.browser, server.url, .deviceCode)
      _ = try await page.visit()
      try await advance(folder, by: 1)
      #expect(try await page.failure().reason == reason)
    }
  }

  @Test("a browser of this machine brings a code back, which only this program can use")
  func authorizationCode() async throws {
    try await withServer { server, sessions, _, transport in
      let page = SignInPage(sessions.browser, server.url, .authorizationCode)
      let visit = try await page.visit()
      #expect(visit.address.hasPrefix(server.url + "/oauth/authorize?theme=dark&"))
      let (back, state) = (
        try #require(visit.item("redirect_uri")), try #require(visit.item("state"))
      )
      #expect(visit.item("code_challenge_method") == "S256")
      for query in ["code=bad", "code=bad&state=other", "state=\(state)"] {
        let url = try #require(HTTPURL("\(back)?\(query)"))
        #expect(try await transport.send(HTTPRequest(url: url)).status == 404)
      }
      let url = try #require(HTTPURL("\(back)?code=right&state=\(state)"))
      #expect(try await transport.send(HTTPRequest(url: url)).status == 200)
      guard case .oauth(let grant) = try await page.proof() else {
        Issue.record("no grant")
        return
      }
      #expect(grant.access.reveal() == "access-1" && grant.refresh?.reveal() == "refresh-1")
      let request = try #require(server.bodies("/oauth/token").first)
      #expect(request.contains("code=right&"))
      let verifier = try #require(BrowserReturn(query: request)?["code_verifier"])
      #expect(CodeGrant.challenge(of: verifier) == visit.item("code_challenge"))
    }
  }

  @Test("a declined page ends the wait")
  func declined() async throws {
    try await withServer { server, sessions, _, transport in
      let page = SignInPage(sessions.browser, server.url, .authorizationCode)
      let visit = try await page.visit()
      let (back, state) = (
        try #require(visit.item("redirect_uri")), try #require(visit.item("state"))
      )
      let url = try #require(HTTPURL("\(back)?error=access_denied&state=\(state)"))
      _ = try await transport.send(HTTPRequest(url: url))
      #expect(try await page.failure().code == "access_denied")
    }
  }

  /// The example of RFC 7636, appendix B.
  @Test("the challenge is the verifier's hash")
  func challenge() {
    #expect(
      CodeGrant.challenge(of: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test("an ended token is renewed once by the OAuth server, also after a restart")
  func refresh() async throws {
    try await withServer { server, sessions, folder, transport in
      var session = try await signIn(server, sessions, folder)
      for generation in [2, 3] {
        server.change { $0.isAccessExpired = true }
        let current = session
        async let one = current.network.fetchUser(current.userID).first()
        async let two = current.network.fetchUser(current.userID).first()
        #expect(try await one?.displayName == "Ada")
        #expect(try await two?.displayName == "Ada")
        let requests = server.bodies("/oauth/token")
        #expect(requests.count == generation)
        #expect(
          requests.last
            == "grant_type=refresh_token&refresh_token=refresh-\(generation - 1)&client_id=client-1"
        )
        #expect(try folder.accessToken() == "access-\(generation)")
        session = try #require(
          try await folder.controller(transport, use: .command).restored())
      }
      #expect(folder.files(containing: "refresh-3") == [])
    }
  }

  @Test("a dead refresh token ends the session, another failure does not")
  func refusedRefresh() async throws {
    try await withServer { server, sessions, folder, _ in
      let session = try await signIn(server, sessions, folder)
      server.change { state in
        state.isAccessExpired = true
        state.tokens = [.json("<html>", status: 502)]
      }
      let error = await failure { () async throws(RequestError) in
        try await session.network.fetchUser(session.userID).first()
      }
      #expect(error?.status == 502)
      #expect(sessions.session.value != nil)
      server.change { $0.tokens = [.json(#"{"error":"invalid_grant"}"#, status: 400)] }
      _ = try? await session.network.fetchUser(session.userID).first()
      try await eventually { sessions.ending.value != nil }
      #expect(
        sessions.ending.value
          == .refused(isSoft: false, user: session.userID, server: server.url))
    }
  }

  @Test("after a soft logout both ways ask for the same device, and the account goes on")
  func softLogout() async throws {
    try await withServer { server, sessions, folder, _ in
      let session = try await signIn(server, sessions, folder)
      let device = "urn%3Amatrix%3Aclient%3Adevice%3A\(session.deviceID)"
      #expect(server.bodies("/oauth/device").last?.contains(device) == false)
      server.change { state in
        (state.isAccessExpired, state.isSoft) = (true, true)
        state.tokens = [.json(#"{"error":"invalid_grant"}"#, status: 400)]
      }
      _ = try? await session.network.fetchUser(session.userID).first()
      try await eventually { sessions.ending.value != nil }
      #expect(
        sessions.ending.value
          == .refused(isSoft: true, user: session.userID, server: server.url))
      try await eventually { (try? folder.accessToken()) == .some(nil) }

      let other = SignInPage(sessions.browser, server.url, .authorizationCode)
      let page = try await other.visit().address
      #expect(page.contains(device), "\(page)")
      other.leave()
      let again = try await signIn(server, sessions, folder)
      #expect(server.bodies("/oauth/device").last?.contains(device) == true)
      #expect(again.deviceID == session.deviceID)
      #expect(try folder.storedSessions().map(\.deviceID) == [session.deviceID])
    }
  }

  @Test(
    "a device that the homeserver has named with other letters is not asked for",
    arguments: [("ABC-._~1", true), ("A B", false), ("", false), ("a:b", false), ("ü", false)])
  func scope(device: String, isKept: Bool) throws {
    let sender = RequestSender(
      server: try #require(ServerAddress("https://x.example")), transport: CurlTransport(),
      scheduler: TestScheduler())
    let scope = OAuthServer(sender, device: device).scope
    #expect(scope.hasPrefix("urn:matrix:client:api:* urn:matrix:client:device:"))
    #expect(scope.hasSuffix(":device:\(device)") == isKept)
  }

  @Test("signing out gives the tokens back to the OAuth server")
  func signOut() async throws {
    try await withServer { server, sessions, folder, _ in
      _ = try await signIn(server, sessions, folder)
      _ = try await sessions.signOut().first()
      #expect(
        server.bodies("/oauth/revoke") == [
          "token=refresh-1&token_type_hint=refresh_token&client_id=client-1"
        ])
      #expect(server.bodies("/logout").isEmpty)
      #expect(try folder.storedSessions().isEmpty)
    }
  }

  @Test("an account of a token is managed in a browser where the server names a page")
  func tokenOfOAuthServer() async throws {
    for page in ["", "PAGE"] {
      try await withServer { server, sessions, folder, transport in
        server.change { state in
          state.generation = 1
          state.metadata["account_management_uri"] = page.isEmpty ? "" : nil
        }
        let credentials = Credentials(
          server: server.url, proof: .accessToken(Secret("access-1")))
        let session = try #require(try await sessions.signIn(credentials).first())
        #expect(session.isManagedInBrowser == !page.isEmpty)
        let next = try #require(try await folder.controller(transport, use: .command).restored())
        #expect(next.isManagedInBrowser == !page.isEmpty)
      }
    }
  }

  @Test("the page where the account is managed is named by the server")
  func accountPage() async throws {
    try await withServer { server, sessions, folder, _ in
      let session = try await signIn(server, sessions, folder)
      let page = try await session.account.page().first() ?? nil
      #expect(page == server.url + "/account")
      server.change { $0.metadata["account_management_uri"] = "javascript:alert(1)" }
      let hostile = try await session.account.page().first() ?? nil
      #expect(hostile == nil)
    }
  }
}
