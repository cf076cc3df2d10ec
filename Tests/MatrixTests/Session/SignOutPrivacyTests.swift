import Controllers
import Foundation
import GRDB
import Imaging
import Models
import Signals
import Testing

@testable import Matrix

/// What remains on disk after a session ends.
@MainActor
@Suite("Files after a session", .timeLimit(.minutes(5)))
struct SignOutPrivacyTests {
  nonisolated private static let account = #"""
    {"next_batch":"s","rooms":{"join":{"!safe":{"state":{"events":[{"type":"m.room.encryption",
    "state_key":"","sender":"@a:b","event_id":"$e","origin_server_ts":1,
    "content":{"algorithm":"m.megolm.v1.aes-sha2"}}]}},"!open":{}}}}
    """#

  @Test("signing out removes tokens and pictures, but keeps unsent messages and encryption")
  func signOut() async throws {
    try await withUsedSession { homeserver, folder, sessions, _ in
      #expect(folder.files.contains { $0.hasPrefix("cache/") })
      _ = try await sessions.signOut().first()

      try await eventually { Self.rest(in: folder) == ["vault.key", "vault.sqlite"] }
      #expect(try folder.storedSessions().isEmpty)
      for name in folder.files {
        let path = folder.folder.path + "/" + name
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600, "\(name)")
      }
      #expect(folder.files(containing: "syt_") == [])

      // The list is read again, although the server no longer reports the room as encrypted.
      homeserver.change { $0.syncs = [.json(#"{"next_batch":"s","rooms":{"join":{"!safe":{}}}}"#)] }
      let session = try await Self.signIn(sessions, homeserver)
      session.sync.start()
      let room = try #require(RoomID("!safe"))
      let rooms = await session.rooms.rooms.filter { !$0.isEmpty }.first()
      #expect(rooms?.map(\.isEncrypted) == [true])
      let error = await failure { () async throws(RequestError) in
        try await session.sender.send("private words", to: room).first()
      }
      #expect(error?.reason == .encryptedRoom)
    }
  }

  @Test("the next sign-in sends the unsent messages, except those that may have arrived")
  func unsent() async throws {
    try await withUsedSession { homeserver, folder, sessions, session in
      let room = try #require(RoomID("!open"))
      _ = session.sender.send("more words", to: room).subscribe(value: { _ in }, failed: { _ in })
      let both = UnsentCount(waiting: 2)
      _ = await session.sender.unsentCount.filter { $0 == both }.first()
      _ = try await sessions.signOut().first()
      homeserver.change { behaviour in
        behaviour.login = .json(
          #"{"user_id":"@alice:localhost","access_token":"new","device_id":"NEW"}"#)
        behaviour.syncs = [.json(Self.account)]
        behaviour.send = .json(#"{"event_id":"$1"}"#)
      }
      let again = try await Self.signIn(sessions, homeserver)
      #expect(await again.sender.unsentCount.first() == UnsentCount(waiting: 1, failed: 1))
      again.sync.start()
      _ = await again.sender.unsentCount.filter { $0.waiting == 0 }.first()

      let sent = homeserver.server.requests.filter { $0.path.contains("/send/") }
      #expect(sent.map(\.text).filter { $0.contains("private words") }.count == 1)
      #expect(sent.map(\.text).filter { $0.contains("more words") }.count == 1)
      let failed = await again.timelines.timeline(of: room).first()?.messages.first
      #expect(failed?.text == "private words")
      again.sender.discard(try #require(failed?.id), in: room)
      try await eventually { (try? Self.outbox(in: folder))?.isEmpty == true }
    }
  }

  @Test("a draft waits for the next sign-in, even when its session ended just after the last key")
  func draft() async throws {
    try await withUsedSession { homeserver, folder, sessions, session in
      let room = try #require(RoomID("!open"))
      let draft = Draft(text: "half a thou", cursor: 4)
      session.places.keep(draft, in: room)
      _ = try await sessions.signOut().first()
      session.places.keep(Draft(text: "too late", cursor: 0), in: room)
      session.places.flush()

      let again = try await Self.signIn(sessions, homeserver)
      #expect(again.places.kept.drafts == [room: draft])
    }
  }

  @Test("a late response to an ended session changes nothing for the next one")
  func lateResponse() async throws {
    try await withUsedSession { homeserver, folder, sessions, session in
      homeserver.change { $0.syncs = [.json(Self.account)] }
      let again = try await Self.signIn(sessions, homeserver)
      let room = try #require(RoomID("!open"))
      again.sync.start()
      _ = again.sender.send("more words", to: room).subscribe(value: { _ in }, failed: { _ in })
      _ = await again.sender.unsentCount.filter { $0.waiting == 2 }.first()

      let late = session.sender
      late.discard(
        try #require(await session.timelines.timeline(of: room).first()?.messages.first?.id),
        in: room)
      _ = try? await late.send("late words", to: room).first()

      let text = try Self.outbox(in: folder)
      #expect(text.contains("private words"))
      #expect(text.contains("more words"))
      #expect(!text.contains("late words"))
    }
  }

  @Test(
    "a refused token costs no message and no picture", arguments: [true, false])
  func refused(isSoft: Bool) async throws {
    try await withUsedSession { homeserver, folder, sessions, session in
      let before = folder.files.filter {
        !$0.contains("/current") && !$0.contains("sqlite-")
      }
      let body = "{\"errcode\":\"M_UNKNOWN_TOKEN\",\"error\":\"\",\"soft_logout\":\(isSoft)}"
      homeserver.change { behaviour in
        behaviour.refusal = .json(body, status: 401)
        behaviour.refresh = .json(body, status: 401)
      }
      _ = try? await session.network.fetchUser(session.userID).first()
      try await eventually { sessions.session.value == nil }
      try await eventually { (try? folder.accessToken()) == .some(nil) }

      #expect(Set(before).isSubset(of: folder.files))
      #expect(try Self.outbox(in: folder).contains("private words"))
    }
  }

  /// The names of the files that are neither locks nor made by SQLite beside the vault, without the list
  /// of accounts.
  private static func rest(in folder: SessionFolder) -> [String] {
    let files = folder.files.filter { $0 != "data/accounts/list" }
    let names = files.compactMap { $0.split(separator: "/").last.map(String.init) }
    return names.filter { name in
      ![".lock", "-wal", "-shm"].contains { name.hasSuffix($0) }
    }.sorted()
  }

  /// The unsent messages of the one account.
  private static func outbox(in folder: SessionFolder) throws -> String {
    let vault = try #require(folder.files.first { $0.hasSuffix("/vault.sqlite") })
    return try DatabaseQueue(path: folder.folder.path + "/" + vault).read {
      try String.fetchAll($0, sql: "SELECT content FROM outbox").joined(separator: "\n")
    }
  }

  /// A session with an encrypted room, an unsendable message and a cached picture.
  private func withUsedSession(
    _ body:
      @MainActor (
        StubHomeserver, SessionFolder, MatrixSessionController, Session
      ) async throws -> Void
  ) async throws {
    let homeserver = try await StubHomeserver.start()
    let folder = try SessionFolder()
    let transport = CurlTransport()
    do {
      let sessions = folder.controller(transport)
      let session = try await Self.use(sessions, homeserver)
      try await body(homeserver, folder, sessions, session)
    } catch {
      await transport.close()
      await homeserver.stop()
      throw error
    }
    await transport.close()
    await homeserver.stop()
  }

  private static func use(
    _ sessions: MatrixSessionController, _ homeserver: StubHomeserver
  ) async throws -> Session {
    homeserver.change { behaviour in
      behaviour.syncs = [.json(account)]
      behaviour.send = Reply(manner: .silent)
    }
    let session = try await signIn(sessions, homeserver)
    session.sync.start()
    let rooms = await session.rooms.rooms.filter { $0.count == 2 }.first()
    #expect(rooms?.filter(\.isEncrypted).count == 1)
    let picture = try #require(MediaURI("mxc://localhost/ETljqkmLspuqTnuoRAtzzTrJ"))
    let size = PixelSize(width: 32, height: 32)
    _ = try await session.images.image(for: picture, size: size).first()
    let room = try #require(RoomID("!open"))
    _ = session.sender.send("private words", to: room).subscribe(value: { _ in }, failed: { _ in })
    try await eventually { homeserver.server.requests.contains { $0.path.contains("/send/") } }
    return session
  }

  private static func signIn(
    _ sessions: MatrixSessionController, _ homeserver: StubHomeserver
  ) async throws -> Session {
    let credentials = Credentials(
      server: homeserver.url, user: "alice", password: Secret(StubHomeserver.password))
    return try #require(try await sessions.signIn(credentials).first())
  }
}
