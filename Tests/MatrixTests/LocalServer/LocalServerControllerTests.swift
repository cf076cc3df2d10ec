import Controllers
import Foundation
import Matrix
import Models
import Signals
import Synchronization
import Testing

@MainActor
@Suite("Local server controller")
struct LocalServerControllerTests {
  /// One process of the program on a folder.
  private struct Program {
    let sessions: MatrixSessionController
    let local: MatrixLocalServerController

    @MainActor
    func signUp(_ name: String) async -> Result<[String], RequestError> {
      let steps = Mutex<[String]>([])
      do throws(RequestError) {
        _ = try await local.signUp(name: name)
          .on(value: { step in steps.withLock { $0.append(Self.text(step)) } }).collect().first()
        return .success(steps.withLock { $0 })
      } catch {
        return .failure(error)
      }
    }

    /// The accounts in the file.
    @MainActor
    func names() async throws -> [String] {
      try await local.load().first()?.map(\.name) ?? []
    }

    /// The error of reading the file.
    @MainActor
    func loadFailure() async -> RequestError? {
      do throws(RequestError) {
        _ = try await local.load().first()
        return nil
      } catch {
        return error
      }
    }

    private static func text(_ step: LocalSignUp) -> String {
      switch step {
      case .startingServer: "start"
      case .makingAccount: "make"
      case .signingIn: "sign in"
      case .signedIn(let session): "\(session.userID) \(session.deviceID)"
      }
    }
  }

  private func withServer(
    _ body:
      @MainActor (
        StubLocalServer, SessionFolder, @MainActor () -> Program
      ) async throws -> Void
  ) async throws {
    let server = try await StubLocalServer.start()
    let folder = try SessionFolder()
    let transport = CurlTransport()
    do {
      try await body(server, folder) { program(server, folder, transport) }
    } catch {
      await transport.close()
      await server.server.stop()
      throw error
    }
    await transport.close()
    await server.server.stop()
  }

  private func program(
    _ server: StubLocalServer, _ folder: SessionFolder, _ transport: any HTTPTransport
  ) -> Program {
    let data = folder.folder.path + "/data"
    let sessions = MatrixSessionController(
      options: MatrixSessionController.Options(
        dataDirectory: data, cacheDirectory: folder.folder.path + "/cache", use: .screen,
        localServer: server),
      transport: transport, scheduler: folder.scheduler)
    return Program(
      sessions: sessions,
      local: MatrixLocalServerController(
        sessions: sessions, host: server, dataDirectory: data, transport: transport,
        scheduler: folder.scheduler))
  }

  @Test(
    "one step starts the server, makes an account with a new password, and signs in",
    arguments: ["m.login.registration_token", "m.login.dummy"])
  func signUp(stage: String) async throws {
    try await withServer { server, folder, program in
      server.change { $0.stage = stage }
      let first = program()
      #expect(
        await first.signUp("ada") == .success(["start", "make", "sign in", "@ada:localhost D1"]))
      #expect(server.now.starts == 1)
      #expect(first.sessions.session.value?.userID.rawValue == "@ada:localhost")
      #expect(first.local.accounts.value.map(\.userID.rawValue) == ["@ada:localhost"])

      let password = try #require(server.now.accounts["ada"])
      #expect(password.count == 32)
      let file = folder.folder.path + "/data/local-accounts"
      #expect(folder.text(file).contains(password))
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
      #expect(mode as? Int == 0o600)
      #expect(
        folder.files.filter { folder.text(folder.folder.path + "/" + $0).contains(password) }
          == ["data/local-accounts"])
    }
  }

  @Test("signing out and in again only needs the name")
  func again() async throws {
    try await withServer { server, folder, program in
      let first = program()
      _ = await first.signUp("ada")
      let password = server.now.accounts["ada"]
      _ = try await first.sessions.signOut().collect().first()

      let second = program()
      _ = try await second.local.load().first()
      #expect(second.local.accounts.value.map(\.name) == ["ada"])
      #expect(await second.signUp("ada") == .success(["start", "sign in", "@ada:localhost D2"]))
      #expect(server.now.accounts["ada"] == password)
    }
  }

  @Test("the most recently used account comes first, and one open elsewhere is marked")
  func order() async throws {
    try await withServer { server, folder, program in
      let first = program()
      _ = await first.signUp("ada")
      _ = await first.signUp("grace")
      #expect(first.local.accounts.value.map(\.name) == ["grace", "ada"])
      #expect(first.local.accounts.value.allSatisfy { !$0.isOpenElsewhere })
    }
  }

  @Test("somebody else's account is reported as taken, and nothing of the attempt is kept")
  func taken() async throws {
    try await withServer { server, folder, program in
      server.change { $0.accounts["ada"] = "unknown here" }
      let first = program()
      for _ in 0..<2 {
        let error = await first.signUp("ada").failure
        #expect(error?.operation == .signUp)
        #expect(error?.code == "M_USER_IN_USE")
      }
      #expect(!folder.text(folder.folder.path + "/data/local-accounts").contains("ada"))
      #expect(first.sessions.session.value == nil)
      let names = try await first.names()
      #expect(names == [])
    }
  }

  @Test("an account whose registration response was lost is adopted by the next attempt")
  func lostResponse() async throws {
    try await withServer { server, folder, program in
      server.change { $0.losesNextResponse = true }
      #expect(await program().signUp("ada").failure?.operation == .signUp)
      #expect(server.now.accounts["ada"] != nil)
      let second = program()
      let names = try await second.names()
      #expect(names == [])

      #expect(
        await second.signUp("ada") == .success(["start", "make", "sign in", "@ada:localhost D1"]))
      let namesAfterwards = try await second.names()
      #expect(namesAfterwards == ["ada"])
    }
  }

  @Test("an account that the server lost with its data is made again with the same password")
  func serverForgot() async throws {
    try await withServer { server, folder, program in
      let first = program()
      _ = await first.signUp("ada")
      let password = server.now.accounts["ada"]
      _ = try await first.sessions.signOut().collect().first()
      server.change { $0.accounts = [:] }

      #expect(
        await first.signUp("ada")
          == .success(["start", "sign in", "make", "sign in", "@ada:localhost D2"]))
      #expect(server.now.accounts["ada"] == password)
    }
  }

  @Test("a password changed elsewhere is reported, and the stored one is kept")
  func otherPassword() async throws {
    try await withServer { server, folder, program in
      let first = program()
      _ = await first.signUp("ada")
      _ = try await first.sessions.signOut().collect().first()
      let before = folder.text(folder.folder.path + "/data/local-accounts")
      server.change { $0.accounts["ada"] = "changed" }

      let error = await first.signUp("ada").failure
      #expect(error?.operation == .signUp)
      #expect(error?.code == "M_FORBIDDEN")
      #expect(folder.text(folder.folder.path + "/data/local-accounts") == before)
    }
  }

  @Test("an invalid name or a server that does not start: nothing else is tried")
  func refused() async throws {
    try await withServer { server, folder, program in
      let first = program()
      #expect(await first.signUp("Ada L").failure?.reason == .invalidInput("Ada L"))
      #expect(server.now.starts == 0)

      let failure = RequestError(
        operation: .startServer, reason: .serverFailed("no room", log: "/log"))
      server.change { $0.startFailure = failure }
      #expect(await first.signUp("ada").failure == failure)
      #expect(server.server.requests.isEmpty)
    }
  }

  @Test(
    "a damaged account file causes an error with its location, and stays unchanged",
    arguments: ["{", "{}", #"{"version":9,"accounts":[]}"#, #"{"version":1,"accounts":[7]}"#])
  func damaged(text: String) async throws {
    try await withServer { server, folder, program in
      let data = folder.folder.path + "/data"
      _ = try AccountDirectory(path: data).write("local-accounts", Array(text.utf8))
      let first = program()
      for error in [await first.loadFailure(), await first.signUp("ada").failure] {
        guard case .storage(let reason) = error?.reason else {
          Issue.record("no error of the storage: \(String(describing: error))")
          continue
        }
        #expect(reason.hasPrefix("local-accounts is damaged ($"))
        #expect(
          reason.hasSuffix(
            "move it away to continue without the accounts on this machine: "
              + data + "/local-accounts"))
      }
      #expect(folder.text(data + "/local-accounts") == text)
      #expect(server.now.accounts.isEmpty)
    }
  }

  @Test("two processes make one account at once; each signs in or learns that it is open")
  func atOnce() async throws {
    try await withServer { server, folder, program in
      let programs = [program(), program()]
      async let first = programs[0].signUp("ada")
      async let second = programs[1].signUp("ada")
      let results = await [first, second]

      #expect(server.now.accounts.count == 1)
      #expect(results.contains { $0.failure == nil })
      for case .failure(let error) in results {
        // The other program holds the lock before it writes its number there.
        #expect(
          [.openElsewhere(process: nil), .openElsewhere(process: getpid())].contains(error.reason))
      }
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
