import GRDB
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models

/// What becomes of news while the cache's file takes no writes.
@Suite("Bad disk", .timeLimit(.minutes(5)))
struct BadDiskTests {
  private let rehearsal: Rehearsal
  private let room: RoomID

  init() throws {
    rehearsal = try Rehearsal()
    room = try #require(RoomID("!a"))
  }

  private func sync(_ ids: ClosedRange<Int>, token: String) async throws {
    let events = ids.map {
      #"{"event_id":"$\#($0)","type":"m.room.message","sender":"@bob:x","#
        + #""content":{"msgtype":"m.text","body":"\#($0)"}}"#
    }
    try await rehearsal.apply(
      #"{"next_batch":"\#(token)","rooms":{"join":{"!a":{"timeline":{"#
        + #""events":[\#(events.joined(separator: ","))]}}}}}"#)
  }

  /// Bounds the size of the database at its present one, which SQLite reports as a full disk.
  private func limit(_ isFull: Bool) async throws {
    let file = await rehearsal.store.unwritable?.file
    try await rehearsal.store.limit(isFull: isFull, file)
  }

  @Test("messages still arrive, and the file catches up once it can")
  func standIn() async throws {
    try await sync(1...3, token: "t1")
    try await limit(true)
    try await sync(4...400, token: "t2")

    #expect(await rehearsal.store.unwritable != nil)
    #expect(try await rehearsal.timeline(of: room).messages.last?.text == "400")
    #expect(try await rehearsal.store.syncStart().token?.text == "t2")
    #expect(try Rehearsal(folder: rehearsal.folder).store.current.rooms[room] != nil)

    try await limit(false)
    rehearsal.time.value = systemWallClock().milliseconds + 60_000
    try await sync(401...402, token: "t3")
    #expect(await rehearsal.store.unwritable == nil)
    let token = try await rehearsal.store.syncStart().token?.text
    #expect(token == "t1", "the server sends all of it again")
    try await sync(4...402, token: "t3")
    let restarted = try Rehearsal(folder: rehearsal.folder)
    #expect(try await restarted.timeline(of: room).messages.last?.text == "402")
    #expect(try await restarted.timeline(of: room).messages.count == Limits.newestLines)
  }

  @Test("a disk that is still full is left alone for a while")
  func stillFull() async throws {
    try await sync(1...3, token: "t1")
    try await limit(true)
    try await sync(4...400, token: "t2")
    rehearsal.time.value = systemWallClock().milliseconds + 60_000
    try await sync(401...402, token: "t3")

    #expect(await rehearsal.store.unwritable?.since.milliseconds == rehearsal.time.value)
    #expect(try await rehearsal.timeline(of: room).messages.last?.text == "402")
  }

  @Test("what does not fit in memory either waits on the server until the disk is well")
  func memoryFull() async throws {
    try await sync(1...3, token: "t1")
    try await limit(true)
    try await sync(4...400, token: "t2")
    try await rehearsal.store.limit(isFull: true, rehearsal.store.cache)
    await #expect(throws: RequestError.self) { try await sync(401...900, token: "t3") }

    #expect(try await rehearsal.store.syncStart().token?.text == "t2")
    #expect(try await rehearsal.timeline(of: room).messages.last?.text == "400")
    try await limit(false)
    rehearsal.time.value = systemWallClock().milliseconds + 60_000
    try await sync(401...401, token: "t3")
    #expect(await rehearsal.store.unwritable == nil)
    try await sync(4...900, token: "t3")
    #expect(try await rehearsal.timeline(of: room).messages.last?.text == "900")
  }

  @Test("a copy in memory is bounded, and none is made of a file that is too large")
  func bounded() async throws {
    try await sync(1...3, token: "t1")
    let file = await rehearsal.store.cache
    #expect(try file.copyInMemory(limit: Cache.CopyLimit(copied: 1)) == nil)
    let copy = try #require(try file.copyInMemory(limit: Cache.CopyLimit(added: 100)))
    func add(_ kilobytes: Int) throws(StorageError) {
      try copy.write {
        try $0.execute(
          sql: "INSERT INTO account (key, value) VALUES (?, hex(zeroblob(512 * ?)))",
          arguments: ["\(kilobytes)", kilobytes])
      }
    }
    try add(300)
    let error = #expect(throws: StorageError.self) { try add(200) }
    #expect(error?.meansBadDisk == true)
  }
}

extension AccountStore {
  fileprivate func limit(isFull: Bool, _ file: Cache?) throws {
    try (file ?? cache).read { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(isFull ? pages : 1_000_000)")
    }
  }
}
