import Controllers
import Foundation
import Models
import Signals
import Testing

@testable import Matrix

@MainActor
@Suite("Sessions on this machine's server")
struct LocalSessionTests {
  private func withServer(
    _ body:
      @MainActor (
        StubLocalServer, SessionFolder, any HTTPTransport, @MainActor () -> MatrixSessionController
      ) async throws -> Void
  ) async throws {
    let server = try await StubLocalServer.start()
    server.change {
      $0.isRunning = true
      $0.accounts["ada"] = "secret"
    }
    let folder = try SessionFolder()
    let transport = CurlTransport()
    do {
      try await body(server, folder, transport) {
        MatrixSessionController(
          options: MatrixSessionController.Options(
            dataDirectory: folder.folder.path + "/data",
            cacheDirectory: folder.folder.path + "/cache", use: .screen, localServer: server),
          transport: transport, scheduler: folder.scheduler)
      }
    } catch {
      await transport.close()
      await server.server.stop()
      throw error
    }
    await transport.close()
    await server.server.stop()
  }

  private func signIn(_ sessions: MatrixSessionController, _ server: StubLocalServer) async throws {
    _ = try await sessions.signIn(
      Credentials(server: server.server.url, user: "ada", password: Secret("secret"))
    ).first()
  }

  @Test("a session follows the server to another address and keeps its folder and tokens")
  func moves() async throws {
    try await withServer { server, folder, transport, makeSessions in
      do {
        let sessions = makeSessions()
        try await signIn(sessions, server)
      }
      let accounts = try folder.accounts().map(\.path)
      #expect(accounts.count == 1)
      server.change {
        $0.isRunning = false
        $0.address = ServerAddress("http://127.0.0.1:9")
      }
      do {
        let sessions = makeSessions()
        let session = try #require(try await sessions.restored())
        #expect(session.server == "http://127.0.0.1:9")
        #expect(session.deviceID == "D1")
      }
      #expect(server.now.starts == 1)
      #expect(try folder.accounts().map(\.path) == accounts)
      #expect(try folder.storedSessions().map(\.server.description) == ["http://127.0.0.1:9"])
      #expect(try folder.accessToken() == "token1")

      server.change { $0.address = nil }
      let sessions = makeSessions()
      try await signIn(sessions, server)
      #expect(try folder.accounts().map(\.path) == accounts)
    }
  }

  @Test("a server that does not start fails the restore, and the session stays stored")
  func serverFails() async throws {
    try await withServer { server, folder, transport, makeSessions in
      do {
        let sessions = makeSessions()
        try await signIn(sessions, server)
      }
      let failure = RequestError(
        operation: .startServer, reason: .serverFailed("no room", log: "/log"))
      server.change { $0.startFailure = failure }
      let count = server.server.requests.count
      do {
        let sessions = makeSessions()
        await #expect(throws: failure) { try await sessions.restored() }
        #expect(sessions.session.value == nil)
      }
      // The program that now has the port was shown no token.
      #expect(server.server.requests.count == count)

      server.change { $0.startFailure = nil }
      let sessions = makeSessions()
      #expect(try await sessions.restored()?.deviceID == "D1")
    }
  }

  @Test("the stored session is resumed by its name, without a new device")
  func resumes() async throws {
    try await withServer { server, folder, transport, makeSessions in
      do {
        let sessions = makeSessions()
        try await signIn(sessions, server)
      }
      let sessions = makeSessions()
      let local = MatrixLocalServerController(
        sessions: sessions, host: server, dataDirectory: folder.folder.path + "/data",
        transport: transport, scheduler: folder.scheduler)
      _ = try await local.signUp(name: "ada").collect().first()
      #expect(sessions.session.value?.deviceID == "D1")
      #expect(server.now.logins == 1)
    }
  }

  @Test("an account of another server on this machine keeps its address and its folder")
  func elsewhere() async throws {
    try await withServer { server, folder, transport, makeSessions in
      server.change { $0.address = ServerAddress("http://127.0.0.1:9") }
      do {
        let sessions = makeSessions()
        try await signIn(sessions, server)
      }
      let sessions = makeSessions()
      #expect(try await sessions.restored()?.server == server.server.url)
      #expect(server.now.starts == 0)
      #expect(try folder.accounts().first?.path.contains("127.0.0.1") == true)
    }
  }

  @Test("an open session restarts a dead server and follows it to its new address")
  func revives() async throws {
    try await withServer { server, folder, _, makeSessions in
      let sessions = makeSessions()
      try await signIn(sessions, server)
      let session = try #require(sessions.session.value)
      let other = try await StubServer.start { _ in Reply(manner: .silent) }
      server.change {
        $0.isRunning = false
        $0.isDead = true
        $0.address = ServerAddress(other.url)
      }
      session.sync.start()
      try await eventually { !other.requests.isEmpty }
      #expect(other.requests.first?.path == "/_matrix/client/versions")
      #expect(other.requests.first?.authorization == "Bearer token1")
      #expect(server.now.starts == 1)
      #expect(try folder.storedSessions().map(\.server.description) == [other.url])
      session.sync.stop()
      await other.stop()
    }
  }

  @Test("a program that takes over a dead server's address sees no token")
  func impostor() async throws {
    try await withServer { server, folder, _, makeSessions in
      let sessions = makeSessions()
      try await signIn(sessions, server)
      let session = try #require(sessions.session.value)
      let failure = RequestError(
        operation: .startServer, reason: .serverFailed("no room", log: "/log"))
      server.change {
        $0.isRunning = false
        $0.startFailure = failure
      }
      let count = server.server.requests.count
      session.sync.start()
      try await eventually { server.now.starts == 1 }
      let states = session.sync.connection.filter { $0 != .connecting }
      let state = await states.first()
      guard case .offline? = state else {
        Issue.record("\(String(describing: state))")
        return
      }
      #expect(server.server.requests.count == count)
      session.sync.stop()
    }
  }
}
