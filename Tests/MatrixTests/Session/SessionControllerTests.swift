import Controllers
import Foundation
import GRDB
import Models
import Signals
import Testing

@testable import Matrix

@MainActor
@Suite("Session controller")
struct SessionControllerTests {
  private let credentials: @Sendable (String) -> Credentials = { server in
    Credentials(server: server, user: "alice", password: Secret(StubHomeserver.password))
  }

  @Test("signing in requests only what is needed and stores the session privately")
  func signIn() async throws {
    try await withHomeserver { homeserver, folder, transport in
      let sessions = folder.controller(transport)
      _ = try await sessions.signIn(credentials(homeserver.url)).first()

      let login = try #require(homeserver.requests("/login", method: "POST").first)
      for part in [
        "\"refresh_token\":true", "\"initial_device_display_name\":\"chat-tui\"",
        "\"type\":\"m.id.user\"", "\"user\":\"alice\"",
      ] {
        #expect(login.text.contains(part))
      }
      #expect(!login.text.contains("device_id"))
      #expect(login.authorization == nil)
      #expect(try folder.accessToken() == "syt_YWxpY2U_ThrowAwayLoopbackOnly_2XHQEh")
      for name in folder.files {
        let path = folder.folder.path + "/" + name
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600, "\(name)")
      }
      #expect(folder.files(containing: "syt_") == [])
      #expect(folder.files(containing: #""\(StubHomeserver.password)""#) == [])
    }
  }

  @Test("the session property is set before the sign-in emits the session")
  func order() async throws {
    try await withHomeserver { homeserver, folder, transport in
      let sessions = folder.controller(transport)
      let order = EventLog()
      let watch = sessions.session.observe { session in
        if session != nil { order.add("property") }
      }
      _ = try await sessions.signIn(credentials(homeserver.url))
        .on(value: { _ in order.add("value") }).first()
      #expect(order.all == ["property", "value"])
      watch.dispose()
    }
  }

  @Test("the files of another account are refused by name, and stay")
  func foreignFiles() async throws {
    try await withHomeserver { homeserver, folder, transport in
      let sessions = folder.controller(transport)
      _ = try await sessions.signIn(credentials(homeserver.url)).first()
      let path = try #require(folder.accounts().first).path
      let other = path.replacing("alice", with: "mallory")
      try FileManager.default.copyItem(atPath: path, toPath: other)
      let pointer = folder.folder.path + "/data/accounts/current"
      let name = try #require(other.split(separator: "/").last)
      try Data(name.utf8).write(to: URL(fileURLWithPath: pointer))

      let error = await #expect(throws: RequestError.self) {
        _ = try await folder.controller(transport, use: .command).restored()
      }
      let user = try #require(try folder.storedSessions().first).userID
      let sentence =
        "\(other): has the files of another account, \(user); move them to a folder of their own"
      #expect(error?.reason == .storage(sentence))
    }
  }

  @Test("restoring needs no network")
  func restoreOffline() async throws {
    try await withHomeserver { homeserver, folder, transport in
      do {
        let sessions = folder.controller(transport)
        _ = try await sessions.signIn(credentials(homeserver.url)).first()
      }
      await homeserver.stop()
      let count = homeserver.server.requests.count
      let sessions = folder.controller(transport)
      let session = try await sessions.restored()

      #expect(session?.userID.rawValue == "@alice:localhost")
      #expect(session?.deviceID == "CHATTUI")
      #expect(session?.server == homeserver.url)
      #expect(sessions.session.value != nil)
      #expect(homeserver.server.requests.count == count)
    }
  }

  @Test("a session that is restored ahead is there for the one who asks for it")
  func restoreAhead() async throws {
    try await withHomeserver { homeserver, folder, transport in
      do {
        let sessions = folder.controller(transport)
        _ = try await sessions.signIn(credentials(homeserver.url)).first()
      }
      let sessions = folder.controller(transport)
      sessions.restoreAhead()

      try await eventually { sessions.session.value != nil }
      // To open the account again would fail.
      #expect(try await sessions.restored()?.deviceID == "CHATTUI")
    }
  }

  @Test("a sign-in that fails on a damaged file keeps the stored session")
  func damagedOutbox() async throws {
    try await withHomeserver { homeserver, folder, transport in
      do {
        let sessions = folder.controller(transport)
        _ = try await sessions.signIn(credentials(homeserver.url)).first()
      }
      let account = try #require(try folder.accounts().first)
      let outbox = account.path + "/outbox.json"
      #expect(
        FileManager.default.createFile(
          atPath: outbox, contents: Data(#"{"version":1,"#.utf8),
          attributes: [.posixPermissions: 0o600]))
      let sessions = folder.controller(transport)
      let error = await failure { () async throws(RequestError) in
        try await sessions.signIn(credentials(homeserver.url)).first()
      }
      guard case .storage(let reason) = error?.reason else {
        Issue.record("no error of the storage: \(String(describing: error))")
        return
      }
      #expect(reason.hasPrefix("outbox.json is damaged ($"))
      #expect(try folder.storedSessions().map(\.deviceID) == ["CHATTUI"])

      try FileManager.default.removeItem(atPath: outbox)
      #expect(try await folder.controller(transport).restored() != nil)
    }
  }

  @Test("signing out ends the session locally, then tells the server")
  func signOut() async throws {
    try await withHomeserver { homeserver, folder, transport in
      let sessions = folder.controller(transport)
      _ = try await sessions.signIn(credentials(homeserver.url)).first()
      homeserver.change { $0.logout.manner = .silent }
      let subscription = sessions.signOut().subscribe(value: { _ in }, failed: { _ in })
      try await eventually { homeserver.requests("/logout").count == 1 }

      #expect(sessions.session.value == nil)
      #expect(sessions.ending.value == .signedOut)
      #expect(try folder.storedSessions().isEmpty)
      #expect(
        homeserver.requests("/logout").first?.authorization
          == "Bearer syt_YWxpY2U_ThrowAwayLoopbackOnly_2XHQEh")
      subscription.dispose()
    }
  }

  @Test("signing out of an unresponsive server fails, but the session is gone")
  func signOutOffline() async throws {
    try await withHomeserver { homeserver, folder, transport in
      let sessions = folder.controller(transport)
      _ = try await sessions.signIn(credentials(homeserver.url)).first()
      await homeserver.stop()
      let error = await failure { () async throws(RequestError) in
        try await sessions.signOut().first()
      }

      #expect(error?.operation == .signOut)
      #expect(error?.isTransient == true)
      #expect(sessions.session.value == nil)
      #expect(try folder.storedSessions().isEmpty)
    }
  }

  @Test("signing out with an expired token refreshes it once more and stores nothing")
  func signOutExpired() async throws {
    try await withHomeserver { homeserver, folder, transport in
      let sessions = folder.controller(transport)
      _ = try await sessions.signIn(credentials(homeserver.url)).first()
      homeserver.change { $0.logout = .recorded("error-401-unknown-token.json", status: 401) }
      _ = try await sessions.signOut().first()

      #expect(homeserver.requests("/refresh").count == 1)
      #expect(homeserver.requests("/logout").count == 2)
      #expect(try folder.storedSessions().isEmpty)
    }
  }

  @Test("signing out releases the whole session, and its poll has ended")
  func released() async throws {
    try await withHomeserver { homeserver, folder, transport in
      let sessions = folder.controller(transport)
      let parts = Weak()
      try await signInAndPoll(sessions, homeserver, noting: parts)
      _ = try await sessions.signOut().first()

      try await eventually { parts.alive.isEmpty }
      let polls = homeserver.requests("/sync").count
      try await eventually { homeserver.server.openConnections <= 1 }
      #expect(homeserver.requests("/sync").count == polls)
    }
  }

  @Test("a refused token ends the session; a soft logout keeps the device for the next sign-in")
  func softLogout() async throws {
    try await withHomeserver { homeserver, folder, transport in
      let sessions = folder.controller(transport)
      let session = try #require(try await sessions.signIn(credentials(homeserver.url)).first())
      await refuse(homeserver, isSoft: true)
      _ = try? await session.network.fetchUser(session.userID).first()
      let expected = SessionEnding.refused(
        isSoft: true, user: session.userID, server: homeserver.url)
      try await eventually { sessions.ending.value == expected }
      #expect(sessions.session.value == nil)
      try await eventually { (try? folder.accessToken()) == .some(nil) }
      #expect(try folder.storedSessions().map(\.deviceID) == ["CHATTUI"])

      let next = folder.controller(transport)
      let found = try await next.restored()
      #expect(found == nil)
      #expect(next.ending.value == expected)
      _ = try await next.signIn(credentials(homeserver.url)).first()
      #expect(
        homeserver.requests("/login").last?.text.contains("\"device_id\":\"CHATTUI\"") == true)
    }
  }

  @Test("an account that is signed in already keeps its device when it signs in again")
  func sameDevice() async throws {
    try await withHomeserver { homeserver, folder, transport in
      let sessions = folder.controller(transport)
      _ = try await sessions.signIn(credentials(homeserver.url)).first()
      _ = try await sessions.signIn(credentials(homeserver.url)).first()
      #expect(
        homeserver.requests("/login").last?.text.contains("\"device_id\":\"CHATTUI\"") == true)
      #expect(try folder.storedSessions().map(\.deviceID) == ["CHATTUI"])
      #expect(sessions.session.value != nil)
    }
  }

  @Test("a session that the server ended for good is forgotten with its device")
  func hardLogout() async throws {
    try await withHomeserver { homeserver, folder, transport in
      let sessions = folder.controller(transport)
      let session = try #require(try await sessions.signIn(credentials(homeserver.url)).first())
      await refuse(homeserver, isSoft: false)
      _ = try? await session.network.fetchUser(session.userID).first()
      // The test does not wait for the file to disappear: the next sign-in does.
      try await eventually { sessions.ending.value != nil }
      #expect(
        sessions.ending.value
          == .refused(isSoft: false, user: session.userID, server: homeserver.url))

      _ = try await sessions.signIn(credentials(homeserver.url)).first()
      #expect(homeserver.requests("/login").last?.text.contains("device_id") == false)
      #expect(sessions.ending.value == nil)
      #expect(try folder.storedSessions().count == 1)
    }
  }

  @Test("a sign-in elsewhere is left alone: its token is not used, and its files stay")
  func elsewhere() async throws {
    try await withHomeserver { homeserver, folder, transport in
      let sessions = folder.controller(transport)
      let session = try #require(try await sessions.signIn(credentials(homeserver.url)).first())
      let account = try #require(try folder.accounts().first)
      var other = try #require(try StoredSession.load(from: account))
      other = StoredSession(
        server: other.server, userID: other.userID, deviceID: "OTHER",
        tokens: SessionTokens(access: "other", refresh: nil))
      try other.save(to: account)
      await refuse(homeserver, isSoft: false)
      _ = try? await session.network.fetchUser(session.userID).first()
      try await eventually { sessions.ending.value != nil }

      let found = try await sessions.restored()
      #expect(found?.deviceID == "OTHER")
      #expect(try folder.accessToken() == "other")
    }
  }

  @Test("an account that ends does not replace the account now in use")
  func otherAccount() async throws {
    try await withHomeserver { homeserver, folder, transport in
      let screen = folder.controller(transport)
      let session = try #require(try await screen.signIn(credentials(homeserver.url)).first())
      let second = try await StubHomeserver.start()
      let command = folder.controller(transport, use: .command)
      _ = try await command.signIn(credentials(second.url)).first()
      await refuse(homeserver, isSoft: false)
      _ = try? await session.network.fetchUser(session.userID).first()
      try await eventually { screen.ending.value != nil }

      #expect(try await screen.restored()?.server == second.url)
    }
  }

  @Test("a second screen on an account learns who has it open; a command is not blocked")
  func secondScreen() async throws {
    try await withHomeserver { homeserver, folder, transport in
      let first = folder.controller(transport)
      _ = try await first.signIn(credentials(homeserver.url)).first()
      let second = folder.controller(transport)
      let error = await failure { () async throws(RequestError) in
        try await second.restore().first()
      }
      #expect(error?.reason == .openElsewhere(process: getpid()))

      let command = folder.controller(transport, use: .command)
      let found = try await command.restored()
      #expect(found != nil)
      _ = try await first.signOut().first()
      _ = try await second.signIn(credentials(homeserver.url)).first()
      #expect(second.session.value != nil)
    }
  }

  @Test(
    "an expired token that cannot be refreshed now signs nobody out, at the start or later",
    arguments: [
      Reply(manner: .dropped), Reply(manner: .cut(after: 5)), .json("{}", status: 500),
      .json("<html>log in to this network</html>", status: 403),
      .json("<html>busy</html>", status: 502), .json("{}", status: 404), .json("{}"),
    ])
  func expiredOffline(refresh: Reply) async throws {
    try await withHomeserver { homeserver, folder, transport in
      let token = "syt_YWxpY2U_ThrowAwayLoopbackOnly_2XHQEh"
      do { _ = try await folder.controller(transport).signIn(credentials(homeserver.url)).first() }
      homeserver.expire(token)
      homeserver.change { $0.refresh = refresh }
      let sessions = folder.controller(transport)
      let session = try #require(try await sessions.restored())
      let error = await failure { () async throws(RequestError) in
        try await session.network.fetchUser(session.userID).first()
      }
      #expect(error != nil)
      if case .signedOut = error?.reason { Issue.record("signed out") }
      #expect(sessions.session.value != nil)
      #expect(sessions.ending.value == nil)
      #expect(try folder.accessToken() == token)

      homeserver.change { $0.refresh = .recorded("refresh.json") }
      #expect(try await session.network.fetchUser(session.userID).first() != nil)
      #expect(try folder.accessToken() == "syt_YWxpY2U_ThrowAwayLoopbackOnly_0cgkpv")
    }
  }

  @Test(
    "killed between the response with new tokens and their commit, the next start refreshes again")
  func killedRefresh() async throws {
    try await withHomeserver { homeserver, folder, transport in
      let token = "syt_YWxpY2U_ThrowAwayLoopbackOnly_2XHQEh"
      let first = folder.controller(transport)
      let session = try #require(try await first.signIn(credentials(homeserver.url)).first())
      homeserver.expire(token)
      // The commit waits for this transaction of another process, so the new tokens are not used.
      let vault = try #require(try folder.accounts().first).vault()
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let others = try DatabaseQueue(path: vault.path, configuration: configuration)
      try await others.writeWithoutTransaction { database in
        try database.execute(sql: "BEGIN IMMEDIATE")
      }
      let waiting = session.network.fetchUser(session.userID)
        .subscribe(value: { _ in }, failed: { _ in })
      try await eventually { homeserver.requests("/refresh").count == 1 }
      #expect(try folder.accessToken() == token)
      #expect(
        homeserver.server.requests.allSatisfy { $0.authorization?.hasSuffix("cgkpv") != true })

      // What a process finds that starts after a kill here.
      let killed = try SessionFolder()
      try FileManager.default.copyItem(
        atPath: folder.folder.path + "/data", toPath: killed.folder.path + "/data")
      try await others.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      let next = try #require(try await killed.controller(transport).restored())
      #expect(try await next.network.fetchUser(next.userID).first() != nil)
      let used = homeserver.requests("/refresh").map(\.text)
      #expect(used.count == 2 && Set(used).count == 1)
      waiting.dispose()
    }
  }

  @Test("what an earlier repair could not save is reported until the damaged copy is gone")
  func repaired() async throws {
    try await withHomeserver { homeserver, folder, transport in
      do { _ = try await folder.controller(transport).signIn(credentials(homeserver.url)).first() }
      let account = try #require(try folder.accounts().first)
      try account.write("vault.sqlite.damaged-1", [1])
      try Self.lose("outbox", of: account)
      do {
        let session = try await folder.controller(transport).restored()
        let copy = account.path + "/vault.sqlite.damaged-1"
        #expect(session?.repair == FileRepair(copy: copy, isComplete: false))
      }
      try account.vault().removeSession(forGood: false)
      #expect(try await folder.controller(transport).restored() == nil)
      try Self.lose("session", of: account)
      let error = await failure { () async throws(RequestError) in
        try await folder.controller(transport).restored()
      }
      guard case .storage(let reason) = error?.reason else {
        Issue.record("no error of the storage: \(String(describing: error))")
        return
      }
      #expect(reason.contains("sign in again"))
      try account.remove("vault.sqlite.damaged-1")
      #expect(try await folder.controller(transport).restored() == nil)
      let again = try await folder.controller(transport).signIn(credentials(homeserver.url)).first()
      #expect(again?.repair == nil)
    }
  }

  private static func lose(_ table: String, of account: AccountDirectory) throws {
    try account.vault().change(.session) { database in
      try database.execute(
        sql: "INSERT INTO losses (name, copy) VALUES (?, 'vault.sqlite.damaged-1')",
        arguments: [table])
    }
  }

  @Test("two processes with an expired token share one refresh")
  func refreshAcrossProcesses() async throws {
    try await withHomeserver { homeserver, folder, transport in
      let screen = folder.controller(transport)
      let one = try #require(try await screen.signIn(credentials(homeserver.url)).first())
      let command = folder.controller(transport, use: .command)
      let two = try #require(try await command.restored())
      homeserver.expire("syt_YWxpY2U_ThrowAwayLoopbackOnly_2XHQEh")
      homeserver.change { $0.refresh.delay = .milliseconds(200) }
      async let first = one.network.fetchUser(one.userID).first()
      async let second = two.network.fetchUser(two.userID).first()
      let names = try await [first?.displayName, second?.displayName]

      #expect(names == ["Alice Liddell 🐇", "Alice Liddell 🐇"])
      #expect(homeserver.requests("/refresh").count == 1)
      #expect(try folder.accessToken() == "syt_YWxpY2U_ThrowAwayLoopbackOnly_0cgkpv")
    }
  }

  private func signInAndPoll(
    _ sessions: MatrixSessionController, _ homeserver: StubHomeserver, noting parts: Weak
  ) async throws {
    let session = try #require(try await sessions.signIn(credentials(homeserver.url)).first())
    session.sync.start()
    try await eventually { homeserver.requests("/sync").count == 1 }
    parts.note(session)
  }

  private func refuse(_ homeserver: StubHomeserver, isSoft: Bool) async {
    let body = "{\"errcode\":\"M_UNKNOWN_TOKEN\",\"error\":\"\",\"soft_logout\":\(isSoft)}"
    homeserver.change { behaviour in
      behaviour.refusal = .json(body, status: 401)
      behaviour.refresh = .json(body, status: 401)
    }
  }

  private func withHomeserver(
    _ body: @MainActor (StubHomeserver, SessionFolder, CurlTransport) async throws -> Void
  ) async throws {
    let homeserver = try await StubHomeserver.start()
    let folder = try SessionFolder()
    let transport = CurlTransport()
    do {
      try await body(homeserver, folder, transport)
    } catch {
      await transport.close()
      await homeserver.stop()
      throw error
    }
    await transport.close()
    await homeserver.stop()
  }
}
