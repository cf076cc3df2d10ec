import Controllers
import Foundation
import Models
import Signals
import Testing

@testable import Matrix

@MainActor
@Suite("Several accounts at once")
struct SeveralAccountsTests {
  /// Two servers, on both of which alice has an account, and the files of one user of the program.
  private struct Stage {
    let first: StubHomeserver
    let second: StubHomeserver
    let folder: SessionFolder
    let transport: CurlTransport

    @MainActor func id(on server: StubHomeserver) throws -> AccountID {
      AccountID(userID: try #require(UserID("@alice:localhost")), server: server.url)
    }

    /// A controller to which both accounts have signed in; the second one is in front.
    @MainActor func signedIn() async throws -> MatrixSessionController {
      let sessions = folder.controller(transport)
      for server in [first, second] {
        _ = try await sessions.signIn(
          Credentials(
            server: server.url, user: "alice", password: Secret(StubHomeserver.password))
        ).first()
      }
      return sessions
    }

    /// What the next process restores.
    @MainActor func restarted() async throws -> MatrixSessionController {
      let sessions = folder.controller(transport)
      _ = try await sessions.restored()
      _ = await sessions.restoreOthers().collect().first()
      return sessions
    }
  }

  private func withStage(_ body: @MainActor (Stage) async throws -> Void) async throws {
    let stage = Stage(
      first: try await StubHomeserver.start(), second: try await StubHomeserver.start(),
      folder: try SessionFolder(), transport: CurlTransport())
    let outcome: (any Error)?
    do {
      try await body(stage)
      outcome = nil
    } catch {
      outcome = error
    }
    await stage.transport.close()
    await stage.first.stop()
    await stage.second.stop()
    if let outcome { throw outcome }
  }

  private func states(_ sessions: MatrixSessionController) -> [KnownAccount.State] {
    sessions.accounts.value.map(\.state)
  }

  /// Whether it is the same run of a session.
  private func isSame(_ one: Session?, _ other: Session) -> Bool {
    one.map { $0.places as AnyObject } === other.places as AnyObject
  }

  @Test("a sign-in leaves the other account connected, and either can be in front")
  func both() async throws {
    try await withStage { stage in
      let sessions = try await stage.signedIn()
      let (first, second) = (try stage.id(on: stage.first), try stage.id(on: stage.second))
      #expect(sessions.accounts.value.map(\.id) == [first, second])
      #expect(states(sessions) == [.connected, .connected])
      #expect(sessions.session.value?.id == second)
      let behind = try #require(sessions.sessions.value.first)
      #expect(behind.id == first)
      #expect(try await behind.network.fetchUser(behind.userID).first() != nil)

      var fronts: [AccountID?] = []
      let watch = sessions.session.observe { fronts.append($0?.id) }
      _ = try await sessions.show(first).first()
      #expect(isSame(sessions.session.value, behind))
      #expect(stage.first.requests("/login", method: "POST").count == 1)
      #expect(sessions.previous.value == second)
      sessions.showNone()
      #expect(sessions.previous.value == first)
      _ = try await sessions.show(second).first()
      #expect(fronts.dropFirst() == [first, nil, second])
      #expect(sessions.ending.value == nil)
      watch.dispose()
    }
  }

  @Test("a restart connects both, the one that was in front last at once")
  func restart() async throws {
    try await withStage { stage in
      let (first, second) = (try stage.id(on: stage.first), try stage.id(on: stage.second))
      do {
        let sessions = try await stage.signedIn()
        _ = try await sessions.show(first).first()
      }
      let sessions = stage.folder.controller(stage.transport)
      #expect(try await sessions.restored()?.id == first)
      #expect(sessions.accounts.value.map(\.id) == [first])
      _ = await sessions.restoreOthers().collect().first()
      #expect(sessions.accounts.value.map(\.id) == [first, second])
      #expect(states(sessions) == [.connected, .connected])
      #expect(sessions.session.value?.id == first)
    }
  }

  @Test("one that the server ends does not disturb the other, and says so after a restart too")
  func ended() async throws {
    try await withStage { stage in
      let first = try stage.id(on: stage.first)
      let ending = SessionEnding.refused(
        isSoft: true, user: first.userID, server: stage.first.url)
      do {
        let sessions = try await stage.signedIn()
        let front = try #require(sessions.session.value)
        stage.first.change { behaviour in
          let refusal = Reply.json(
            #"{"errcode":"M_UNKNOWN_TOKEN","error":"","soft_logout":true}"#, status: 401)
          behaviour.refusal = refusal
          behaviour.refresh = refusal
        }
        let behind = try #require(sessions.sessions.value.first)
        _ = try? await behind.network.fetchUser(behind.userID).first()
        try await eventually { states(sessions) == [.ended(ending), .connected] }
        #expect(isSame(sessions.session.value, front))
        #expect(sessions.ending.value == nil)
        #expect(try await front.network.fetchUser(front.userID).first() != nil)
        // The files are free when the account can be shown again.
        _ = try await sessions.show(first).first()
        #expect(sessions.session.value == nil)
        #expect(sessions.ending.value == ending)
        _ = try await sessions.show(front.id).first()
      }
      let sessions = try await stage.restarted()
      #expect(states(sessions) == [.ended(ending), .connected])
      #expect(sessions.session.value?.id == (try stage.id(on: stage.second)))

      stage.first.change { $0.refusal = nil }
      _ = try await sessions.signIn(
        Credentials(
          server: stage.first.url, user: "alice", password: Secret(StubHomeserver.password))
      ).first()
      #expect(
        stage.first.requests("/login").last?.text.contains("\"device_id\":\"CHATTUI\"") == true)
      #expect(states(sessions) == [.connected, .connected])
    }
  }

  @Test("a disconnected one stays signed in, is not restored, and frees its files")
  func disconnected() async throws {
    try await withStage { stage in
      let (first, second) = (try stage.id(on: stage.first), try stage.id(on: stage.second))
      let sessions = try await stage.signedIn()
      _ = try await sessions.disconnect(second).first()
      #expect(states(sessions) == [.connected, .disconnected])
      #expect(sessions.session.value?.id == first)
      #expect(try stage.folder.storedSessions().count == 2)
      #expect(stage.second.requests("/logout").isEmpty)

      _ = try await sessions.disconnect(first).first()
      #expect(sessions.session.value == nil)
      #expect(sessions.ending.value == nil)

      let next = try await stage.restarted()
      #expect(states(next) == [.disconnected, .disconnected])
      #expect(next.session.value == nil)
      _ = try await next.show(second).first()
      #expect(states(next) == [.disconnected, .connected])
      #expect(next.session.value?.id == second)
      #expect(
        try await stage.folder.controller(stage.transport, use: .command).restored()?.id == second)
    }
  }

  @Test("signing out the one in front puts the other there, now and after a restart")
  func signedOut() async throws {
    try await withStage { stage in
      let (first, second) = (try stage.id(on: stage.first), try stage.id(on: stage.second))
      do {
        let sessions = try await stage.signedIn()
        _ = try await sessions.signOut(second).first()
        #expect(sessions.accounts.value.map(\.id) == [first])
        #expect(sessions.session.value?.id == first)
        #expect(sessions.ending.value == nil)
        #expect(stage.second.requests("/logout").count == 1)
        #expect(stage.first.requests("/logout").isEmpty)
      }
      let sessions = try await stage.restarted()
      #expect(sessions.session.value?.id == first)
      #expect(states(sessions) == [.connected])
      _ = try await sessions.signOut(first).first()
      #expect(sessions.session.value == nil)
      #expect(sessions.ending.value == .signedOut)
      #expect(try stage.folder.storedSessions().isEmpty)
      #expect(try await stage.restarted().accounts.value.isEmpty)
    }
  }

  @Test("one that is not connected can be signed out, on its server too")
  func signedOutBehind() async throws {
    try await withStage { stage in
      let first = try stage.id(on: stage.first)
      let sessions = try await stage.signedIn()
      _ = try await sessions.disconnect(first).first()
      _ = try await sessions.signOut(first).first()
      #expect(stage.first.requests("/logout").count == 1)
      #expect(try stage.folder.storedSessions().map(\.server.description) == [stage.second.url])
      #expect(sessions.accounts.value.map(\.id) == [try stage.id(on: stage.second)])
      #expect(sessions.session.value != nil)
    }
  }

  @Test("one that another screen has open says so, and is connected when it is free")
  func openElsewhere() async throws {
    try await withStage { stage in
      let first = try stage.id(on: stage.first)
      let other = try await stage.signedIn()
      _ = try await other.disconnect(try stage.id(on: stage.second)).first()
      let sessions = stage.folder.controller(stage.transport)
      _ = try await sessions.show(try stage.id(on: stage.second)).first()
      _ = await sessions.restoreOthers().collect().first()
      guard case .failed(let error) = sessions.accounts.value.first?.state else {
        Issue.record("\(sessions.accounts.value)")
        return
      }
      #expect(error.reason == .openElsewhere(process: getpid()))
      let refused = await failure { () async throws(RequestError) in
        try await sessions.show(first).first()
      }
      #expect(refused?.reason == error.reason)
      // It cannot be signed out from here, and stays in the list.
      let refusal = await failure { () async throws(RequestError) in
        try await sessions.signOut(first).first()
      }
      #expect(refusal?.reason == error.reason)
      #expect(sessions.accounts.value.map(\.id).contains(first))
      #expect(sessions.session.value?.id == (try stage.id(on: stage.second)))

      _ = try await other.disconnect(first).first()
      _ = try await sessions.show(first).first()
      #expect(states(sessions) == [.connected, .connected])
      #expect(sessions.session.value?.id == first)
    }
  }

  @Test("a list that something else has changed is read as far as it makes sense")
  func damagedList() async throws {
    try await withStage { stage in
      do { _ = try await stage.signedIn() }
      let path = stage.folder.folder.path + "/data/accounts/list"
      let lines = stage.folder.text(path)
      #expect(lines.split(separator: "\n").count == 2)
      let junk = "\n../..\n-\n--x\n\u{1}\nnot,an,account\n_zz,y\n"
      try Data((junk + lines + junk).utf8).write(to: URL(fileURLWithPath: path))
      let sessions = try await stage.restarted()
      #expect(states(sessions) == [.connected, .connected])
    }
  }
}
