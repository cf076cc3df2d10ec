import Controllers
import Foundation
import Models
import Signals
import Testing

@testable import Matrix

@MainActor
@Suite("Accounts that change while the program runs")
struct AccountUpkeepTests {
  private struct Stage {
    let server: StubHomeserver
    let folder: SessionFolder
    let transport: CurlTransport

    var credentials: Credentials {
      Credentials(server: server.url, user: "alice", password: Secret(StubHomeserver.password))
    }

    @MainActor func id() throws -> AccountID {
      AccountID(userID: try #require(UserID("@alice:localhost")), server: server.url)
    }
  }

  private func withStage(_ body: @MainActor (Stage) async throws -> Void) async throws {
    let stage = Stage(
      server: try await StubHomeserver.start(), folder: try SessionFolder(),
      transport: CurlTransport())
    let outcome: (any Error)?
    do {
      try await body(stage)
      outcome = nil
    } catch {
      outcome = error
    }
    await stage.transport.close()
    await stage.server.stop()
    if let outcome { throw outcome }
  }

  @Test("one that was refused here is connected again once another process has signed it in")
  func signedInElsewhere() async throws {
    try await withStage { stage in
      let account = try stage.id()
      let sessions = stage.folder.controller(stage.transport)
      let session = try #require(try await sessions.signIn(stage.credentials).first())
      stage.server.change { behaviour in
        let refusal = Reply.json(
          #"{"errcode":"M_UNKNOWN_TOKEN","error":"","soft_logout":false}"#, status: 401)
        behaviour.refusal = refusal
        behaviour.refresh = refusal
      }
      _ = try? await session.network.fetchUser(session.userID).first()
      try await eventually { sessions.ending.value?.account?.user == account.userID }
      stage.server.change { $0.refusal = nil }
      _ = try await sessions.show(account).first()
      #expect(sessions.session.value == nil, "nothing has changed yet")
      #expect(sessions.ending.value != nil)

      let other = stage.folder.controller(stage.transport, use: .command)
      _ = try await other.signIn(stage.credentials).first()
      _ = try await sessions.show(account).first()
      #expect(sessions.session.value?.id == account)
      #expect(sessions.ending.value == nil)
      #expect(sessions.accounts.value.map(\.state) == [.connected])
    }
  }

  @Test("one in front whose files cannot be used is listed with the reason")
  func failedInFront() async throws {
    try await withStage { stage in
      let account = try stage.id()
      let holder = stage.folder.controller(stage.transport)
      _ = try await holder.signIn(stage.credentials).first()
      let sessions = stage.folder.controller(stage.transport)
      let refused = await failure { () async throws(RequestError) in try await sessions.restored() }
      #expect(refused?.reason == .openElsewhere(process: getpid()))
      #expect(
        sessions.accounts.value
          == [KnownAccount(id: account, state: .failed(try #require(refused)))])
      _ = await sessions.restoreOthers().collect().first()
      #expect(sessions.accounts.value.map(\.id) == [account])

      _ = try await holder.disconnect(account).first()
      _ = try await sessions.show(account).first()
      #expect(sessions.session.value?.id == account)
    }
  }

  @Test("one is used by a command without becoming the one that the next start opens")
  func usedOnce() async throws {
    try await withStage { stage in
      let other = try await StubHomeserver.start()
      let account = try stage.id()
      do {
        let sessions = stage.folder.controller(stage.transport, use: .command)
        _ = try await sessions.signIn(stage.credentials).first()
        _ = try await sessions.signIn(
          Credentials(server: other.url, user: "alice", password: Secret(StubHomeserver.password))
        ).first()
      }
      let command = stage.folder.controller(stage.transport, use: .command)
      #expect(try await command.storedAccounts().first()?.count == 2)
      let session = try await command.restore(account).first() ?? nil
      #expect(session?.id == account)
      #expect(command.session.value?.id == account)
      let next = stage.folder.controller(stage.transport, use: .command)
      #expect(try await next.restored()?.server == other.url)
      await other.stop()
    }
  }

  @Test("one that is no more leaves no file")
  func removed() async throws {
    try await withStage { stage in
      let sessions = stage.folder.controller(stage.transport)
      _ = try await sessions.signIn(stage.credentials).first()
      #expect(stage.folder.files.contains { $0.contains("vault.sqlite") })
      _ = try await sessions.remove(try stage.id()).first()
      #expect(sessions.session.value == nil)
      #expect(sessions.ending.value == .signedOut)
      #expect(sessions.accounts.value.isEmpty)
      #expect(!stage.folder.files.contains { $0.contains("alice") })
      let accounts = stage.folder.folder.path + "/data/accounts"
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: accounts).allSatisfy {
          !$0.contains("alice")
        })
      #expect(stage.server.requests("/logout").isEmpty, "the server knows nothing of it any more")
    }
  }
}
