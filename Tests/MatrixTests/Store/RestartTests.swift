import Foundation
import GRDB
import Signals
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models

/// What the next run knows before it has a network.
@Suite("Restarted store", .timeLimit(.minutes(5)))
struct RestartTests {
  private let rehearsal: Rehearsal
  private let room: RoomID
  private let bob: UserID

  init() throws {
    rehearsal = try Rehearsal()
    room = try #require(RoomID("!a"))
    bob = try #require(UserID("@bob:x"))
  }

  private func text(_ id: Int, by sender: String = "@bob:x") -> String {
    #"{"event_id":"$\#(id)","type":"m.room.message","sender":"\#(sender)","origin_server_ts":\#(id),"#
      + #""content":{"msgtype":"m.text","body":"\#(id)"}}"#
  }

  private func apply(_ events: String, to rehearsal: Rehearsal, isInitial: Bool = false)
    async throws
  {
    try await rehearsal.apply(
      #"{"next_batch":"token","rooms":{"join":{"!a":{"timeline":{"prev_batch":"p","#
        + #""events":[\#(events)]},"unread_notifications":{"notification_count":3,"#
        + #""highlight_count":1}}}}}"#, isInitial: isInitial)
  }

  /// One room with a name, a member and two messages, an invite, and a direct chat.
  private func account() async throws {
    let member =
      #"{"event_id":"$m","type":"m.room.member","state_key":"@bob:x","sender":"@bob:x","#
      + #""content":{"membership":"join","displayname":"Bob"}}"#
    try await rehearsal.apply(
      #"{"next_batch":"token","account_data":{"events":[{"type":"m.direct","#
        + #""content":{"@bob:x":["!a"]}}]},"rooms":{"invite":{"!i":{"invite_state":{"events":[]}}},"#
        + #""join":{"!a":{"state":{"events":[\#(member)]},"#
        + #""unread_notifications":{"notification_count":3,"highlight_count":1},"#
        + #""account_data":{"events":[{"type":"m.fully_read","content":{"event_id":"$1"}}]},"#
        + #""timeline":{"prev_batch":"p","events":[\#(text(1)),\#(text(2))]}}}}}"#,
      isInitial: true)
  }

  private func restarted() throws -> Rehearsal { try Rehearsal(folder: rehearsal.folder) }

  @Test("the list, a timeline and a profile are there before any request")
  func known() async throws {
    try await account()
    let before = Notes(rehearsal.store.rooms).values.last
    let timeline = try await rehearsal.timeline(of: room)
    let profile = try await rehearsal.store.value(of: .profile(of: bob))

    let next = try restarted()

    #expect(Notes(next.store.rooms).values == [before])
    #expect(before?.map(\.unreadCount) == [3, 0])
    #expect(before?.first?.latestMessage?.text == "2")
    #expect(before?.first?.latestSender?.displayName == "Bob")
    #expect(before?.first?.directUser == bob)
    #expect(try await next.timeline(of: room) == timeline)
    #expect(timeline.readUpTo?.rawValue == "$1")
    #expect(try await next.store.value(of: .profile(of: bob)) == profile)
    #expect(try await next.store.syncStart().token == SyncToken(.full, "token"))
    #expect(!next.store.current.hasSynced)
    #expect(next.transport.log.isEmpty)
  }

  @Test("a sync continues the history that an earlier run kept")
  func continued() async throws {
    try await account()
    let next = try restarted()
    try await apply(text(3), to: next)

    let timeline = try await next.timeline(of: room)
    #expect(timeline.messages.compactMap(\.text) == ["1", "2", "3"])
    #expect(timeline.gaps.isEmpty)
  }

  @Test("the first poll of a run continues from the kept token and does not wait for news")
  func firstPoll() async throws {
    try await account()
    let next = try restarted()
    let sync = MatrixSyncController(
      network: next.network, store: next.store, scheduler: next.clock)
    sync.start()
    try await next.offer(sliding: false)
    let first = try await next.transport.next(.get, "/sync")
    #expect(first.path.contains("since=token") && first.path.contains("timeout=0"))
    first.reply(200, #"{"next_batch":"later"}"#)
    let second = try await next.transport.next(.get, "/sync")
    #expect(second.path.contains("since=later") && second.path.contains("timeout=30000"))
    sync.stop()
  }

  @Test("a reconnect while the server is away does not end the wait for good")
  func reconnect() async throws {
    let sync = MatrixSyncController(
      network: rehearsal.network, store: rehearsal.store, scheduler: rehearsal.clock)
    sync.start()
    try await rehearsal.transport.next(.get, "/versions").fail(.unreachable("refused"))
    try await rehearsal.clock.nextTimer()
    sync.retryNow()
    try await rehearsal.transport.next(.get, "/versions").fail(.unreachable("refused"))
    // Enough time for a loop that does not wait.
    for _ in 0..<5000 { await Task.yield() }
    #expect(rehearsal.transport.log.count == 2)
    sync.stop()
  }

  @Test("a whole sync after a lost token keeps the history and the read position")
  func whole() async throws {
    try await account()
    let next = try restarted()
    try await next.store.forgetSyncToken()
    try await apply(text(2) + "," + text(3), to: next, isInitial: true)

    let timeline = try await next.timeline(of: room)
    #expect(timeline.messages.compactMap(\.text) == ["1", "2", "3"])
    #expect(timeline.readUpTo?.rawValue == "$1")
    #expect(try await next.store.value(of: .profile(of: bob)).commonRooms.isEmpty == false)
  }

  @Test("nothing of a response is kept when its last part cannot be")
  func atomic() async throws {
    try await account()
    struct Refusal: Error {}
    await #expect(throws: RequestError.self) {
      try await rehearsal.store.change { contents, tables in
        _ = contents.markRead(room, upTo: try #require(EventID("$9")))
        try tables.set(.syncToken, to: "new")
        throw Refusal()
      }
    }
    #expect(try await rehearsal.store.syncStart().token?.text == "token")
    #expect(rehearsal.store.current.rooms[room]?.fullyRead?.rawValue == "$1")
    #expect(try restarted().store.current.rooms[room]?.fullyRead?.rawValue == "$1")
  }

  @Test(
    "a damaged cache is set aside, and the account begins anew",
    arguments: ["", "no database", String(repeating: "x", count: 8192)])
  func damaged(content: String) async throws {
    try await account()
    let directory = rehearsal.directory
    for name in ["cache.sqlite-wal", "cache.sqlite-shm"] { try directory.remove(name) }
    try directory.write("cache.sqlite", Array(content.utf8))
    let next = try restarted()

    #expect(Notes(next.store.rooms).values.isEmpty)
    #expect(try await next.store.syncStart().token == nil)
    if !content.isEmpty {
      #expect(try directory.read("cache.sqlite.damaged") == Array(content.utf8))
    }
    try await apply(text(1), to: next, isInitial: true)
    #expect(try await next.timeline(of: room).messages.count == 1)
    let mode = try FileManager.default.attributesOfItem(atPath: directory.path + "/cache.sqlite")
    #expect(mode[.posixPermissions] as? Int == 0o600)
  }

  @Test("a cache that is damaged while it is used is replaced, and unsent messages stay")
  func damagedWhileUsed() async throws {
    try await account()
    let before = try await rehearsal.store.syncStart()
    let losses = Notes(rehearsal.store.losses)
    let sender = try rehearsal.sender()
    let notes = Notes(sender.send("kept", to: room))
    try await rehearsal.transport.next(.put, "/send/").fail(.unreachable("down"))
    let path = rehearsal.directory.path + "/cache.sqlite"
    try await DatabaseQueue(path: path).writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.write(contentsOf: Data(repeating: 0xA5, count: Int(try file.seekToEnd())))
    try file.seek(toOffset: 0)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 65_536))
    try file.synchronize()
    // What SQLite still has in memory is sound.
    try? await rehearsal.store.read { try $1.database.execute(sql: "PRAGMA shrink_memory") }
    try? await apply(text(10), to: rehearsal)

    try await eventually {
      (try? rehearsal.directory.contains("cache.sqlite.damaged")) == true
    }
    #expect(try await rehearsal.store.syncStart().token == nil)
    // What was asked before the loss continues nothing.
    try await rehearsal.store.apply(
      SyncNews(RawSyncResponse(nextBatch: "late"), isInitial: false, token: "late"),
      from: before, at: Timestamp(milliseconds: 0))
    #expect(try await rehearsal.store.syncStart().token == nil)
    #expect(losses.values.count == 1)
    try await apply(text(1), to: rehearsal, isInitial: true)
    let shown = try await rehearsal.timeline(of: room).messages
    #expect(shown.compactMap(\.text) == ["1", "kept"])
    notes.dispose()
  }

  @Test("a cache that is damaged behind its first pages is replaced at the start")
  func damagedInside() async throws {
    try await account()
    let path = rehearsal.directory.path + "/cache.sqlite"
    try await DatabaseQueue(path: path).writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      let root = try Int.fetchOne(
        $0, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'rooms'")
      let file = try #require(FileHandle(forUpdatingAtPath: path))
      try file.seek(toOffset: UInt64(try #require(root) - 1) * 4096)
      try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
    }
    let next = try restarted()
    #expect(Notes(next.store.rooms).values.isEmpty)
    #expect(try rehearsal.directory.contains("cache.sqlite.damaged"))
    #expect(try await next.store.syncStart().token == nil)
  }

  /// Overwrites the first page of a table or index that is in the file.
  private func overwrite(_ name: String) throws {
    let path = rehearsal.directory.path + "/cache.sqlite"
    let database = try DatabaseQueue(path: path)
    let root = try database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      return try Int.fetchOne(
        $0, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [name])
    }
    try database.close()
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: UInt64(try #require(root) - 1) * 4096)
    try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
  }

  @Test("damage that nothing has met is found behind the first sync, and the cache replaced")
  func damagedUnseen() async throws {
    try await account()
    try await rehearsal.store.checkFile()
    #expect(try !rehearsal.directory.contains("cache.sqlite.damaged"))
    try overwrite("votes")
    let next = try restarted()
    let replacements = Notes(next.store.replacements)
    #expect(next.store.current.rooms[room] != nil && replacements.values.isEmpty)

    try await next.store.checkFile()
    #expect(try next.directory.contains("cache.sqlite.damaged"))
    #expect(next.store.current.rooms.isEmpty && replacements.values.count == 1)
    #expect(try await next.store.syncStart().token == nil)
    try await next.store.checkFile()
    #expect(replacements.values.count == 1)
    try await apply(text(1), to: next, isInitial: true)
    #expect(try await next.timeline(of: room).messages.count == 1)
  }

  @Test("a cache whose tables make no sense is replaced while it is used, but once in a run")
  func senseless() async throws {
    try await account()
    let replacements = Notes(rehearsal.store.replacements)
    for _ in 1...2 {
      try await DatabaseQueue(path: rehearsal.directory.path + "/cache.sqlite").write {
        try $0.execute(sql: "ALTER TABLE chunks RENAME TO other_chunks")
      }
      await #expect(throws: RequestError.self) { try await apply(text(3), to: rehearsal) }
      #expect(replacements.values.count == 1)
      if rehearsal.store.current.rooms.isEmpty {
        try await apply(text(1), to: rehearsal, isInitial: true)
        #expect(try await rehearsal.timeline(of: room).messages.count == 1)
      }
    }
    #expect(rehearsal.store.current.rooms[room] != nil)
    let next = try restarted()
    try? await apply(text(4), to: next, isInitial: true)
    try await apply(text(4), to: next, isInitial: true)
    #expect(try await next.timeline(of: room).messages.last?.text == "4")
  }

  @Test("a cache that cannot be migrated is set aside, and what has been written stays")
  func unmigratable() async throws {
    try await account()
    let sender = try rehearsal.sender()
    let notes = Notes(sender.send("kept", to: room))
    try await rehearsal.transport.next(.put, "/send/").fail(.unreachable("down"))
    notes.dispose()
    try await DatabaseQueue(path: rehearsal.directory.path + "/cache.sqlite").write {
      // Its column is there already.
      try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '12'")
    }
    let next = try restarted()
    #expect(next.store.current.rooms.isEmpty)
    #expect(Notes(next.store.replacements).values.count == 1)
    #expect(try next.directory.contains("cache.sqlite.damaged"))
    #expect(try storedOutbox(next.directory).contains("kept"))
    #expect(try Notes(restarted().store.replacements).values.isEmpty)
  }

  @Test("a migration leaves no log, which each start would read first")
  func migrationLog() async throws {
    try await account()
    try await DatabaseQueue(path: rehearsal.directory.path + "/cache.sqlite").write {
      // It changes nothing that is changed already.
      try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = '13'")
    }
    let log = DatabaseFile(directory: rehearsal.directory, name: "cache.sqlite")
    #expect(try #require(try log.size(suffix: "-wal")) > 0)
    let next = try restarted()
    #expect(try log.size(suffix: "-wal") == 0)
    #expect(try await next.timeline(of: room).messages.map(\.text) == ["1", "2"])
  }

  @Test("a cache of another account is set aside, and the search does not read it")
  func foreign() async throws {
    try await account()
    try await DatabaseQueue(path: rehearsal.directory.path + "/cache.sqlite").write {
      #expect(
        try String.fetchOne($0, sql: "SELECT value FROM account WHERE key = 'owner'")
          == Rehearsal.me)
      try $0.execute(sql: "UPDATE account SET value = '@eve:x' WHERE key = 'owner'")
    }
    let search = MatrixSearchController(
      directory: rehearsal.directory, userID: rehearsal.store.userID)
    #expect(try await search.messages(containing: "1", sent: nil, in: nil, limit: 1).first() == [])
    let next = try restarted()
    #expect(Notes(next.store.rooms).values.isEmpty)
    #expect(try rehearsal.directory.contains("cache.sqlite.damaged"))
    #expect(try Notes(restarted().store.rooms).values.isEmpty)
  }

  @Test("a cache of a newer version is set aside")
  func newer() async throws {
    try await account()
    try await DatabaseQueue(path: rehearsal.directory.path + "/cache.sqlite").write {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')")
    }
    let next = try restarted()
    #expect(Notes(next.store.rooms).values.isEmpty)
  }

  @Test("a room row that cannot be read costs no other")
  func row() async throws {
    try await account()
    try await DatabaseQueue(path: rehearsal.directory.path + "/cache.sqlite").write {
      try $0.execute(sql: "UPDATE rooms SET shown = 'x' WHERE id = '!i'")
    }
    let next = try restarted()
    #expect(Notes(next.store.rooms).values.map { $0.map(\.id) } == [[room]])
  }

  @Test("of many rooms, too, all are there but one that cannot be read")
  func manyRows() async throws {
    let joined = (0..<1001).map { #""!r\#($0)":{"timeline":{"events":[]}}"# }
    try await rehearsal.apply(
      #"{"next_batch":"token","rooms":{"join":{\#(joined.joined(separator: ","))}}}"#,
      isInitial: true)
    var numbers = rehearsal.store.current.rooms.mapValues(\.number)
    try await DatabaseQueue(path: rehearsal.directory.path + "/cache.sqlite").write {
      try $0.execute(sql: "UPDATE rooms SET state = 'x' WHERE id = '!r500'")
    }

    let next = try restarted()

    #expect(numbers.removeValue(forKey: try #require(RoomID("!r500"))) != nil)
    #expect(next.store.current.rooms.mapValues(\.number) == numbers)
    #expect(Notes(next.store.rooms).values.map(\.count) == [1000])
  }
}
