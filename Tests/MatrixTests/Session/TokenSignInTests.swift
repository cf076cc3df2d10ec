import Controllers
import Models
import Signals
import TestServers
import Testing

@testable import Matrix

@MainActor
@Suite("Sign-in by a token", .timeLimit(.minutes(5)))
struct TokenSignInTests {
  @Test("a one-time token is sent as such, for a new device", arguments: [false, true])
  func loginToken(isRefused: Bool) async throws {
    let homeserver = try await StubHomeserver.start()
    let folder = try SessionFolder()
    let transport = CurlTransport()
    homeserver.change { behaviour in
      behaviour.tokenLogin =
        isRefused
        ? .recorded("error-403-bad-password.json", status: 403)
        : .recorded("login-password-refresh.json")
    }
    let sessions = folder.controller(transport)
    let credentials = Credentials(server: homeserver.url, proof: .loginToken(Secret("once")))
    let error = await failure { () async throws(RequestError) in
      try await sessions.signIn(credentials).first()
    }
    let login = try #require(homeserver.requests("/login", method: "POST").first)
    for part in [
      #""type":"m.login.token""#, #""token":"once""#, #""refresh_token":true"#,
      #""initial_device_display_name":"chat-tui""#,
    ] {
      #expect(login.text.contains(part))
    }
    #expect(error?.code == (isRefused ? "M_FORBIDDEN" : nil))
    #expect((sessions.session.value == nil) == isRefused)
    #expect(folder.files(containing: "once") == [])
    await transport.close()
    await homeserver.stop()
  }

  @Test("the token of a session goes on with it", arguments: TestServer.all)
  func accessToken(server: TestServer) async throws {
    let account = try server.newAccount()
    let folder = try SessionFolder()
    let transport = CurlTransport()
    let sessions = folder.controller(transport)
    let credentials = Credentials(
      server: server.url, proof: .accessToken(Secret(account.token)))
    let session = try #require(try await sessions.signIn(credentials).first())
    #expect(session.userID.rawValue == account.userID)
    let own = try account.call("GET", "v3/account/whoami")["device_id"] as? String
    #expect(session.deviceID == own)
    let restored = try await folder.controller(transport, use: .command).restored()
    #expect(restored?.deviceID == own)

    let wrong = Credentials(server: server.url, proof: .accessToken(Secret("wrong")))
    let error = await failure { () async throws(RequestError) in
      try await folder.controller(transport, use: .command).signIn(wrong).first()
    }
    #expect(error?.operation == .signIn)
    #expect(error?.reason == .signedOut(isSoft: false))
    await transport.close()
  }
}
