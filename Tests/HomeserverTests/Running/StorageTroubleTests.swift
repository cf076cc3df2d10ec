import Foundation
import GRDB
import Glibc
import ModelKit
import NIOCore
import Synchronization
import Testing

@testable import Homeserver

@Suite("Trouble with the disk")
struct StorageTroubleTests {
  /// Limits the growth of the database to some pages, like a full disk.
  private func leaveRoom(_ pages: Int, in store: Store) async throws {
    try await store.write { context in
      let count = try Int.fetchOne(context.database, sql: "PRAGMA page_count") ?? 0
      try context.database.execute(sql: "PRAGMA max_page_count = \(count + pages)")
    }
  }

  private func message(_ text: String) -> JSONValue {
    ["msgtype": "m.text", "body": .string(text)]
  }

  @Test("A full disk fails writes and is logged, and writes succeed again when there is space")
  func full() async throws {
    let home = try TestHome()
    let ada = try await home.register("ada")
    let room = try #require(
      try await ada.call("POST", "createRoom", [:]).json["room_id"]?.string)
    try await leaveRoom(8, in: home.server.store)
    let long = String(repeating: "x", count: 20_000)
    let replies = try await withThrowingTaskGroup(of: TestHome.Reply.self) { group in
      for number in 0..<40 {
        group.addTask {
          try await ada.call(
            "PUT", "rooms/\(room)/send/m.room.message/t\(number)",
            self.message("\(number) \(long)"))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let refused = replies.filter { $0.status != 200 }
    #expect(!refused.isEmpty)
    for reply in refused {
      #expect(reply.status == 507)
      #expect(reply.code == "M_UNKNOWN")
      #expect(reply.json["error"]?.string?.contains("disk") == true)
    }
    #expect(home.lines.filter { $0.contains("the disk is full") }.count == 1)

    try await home.server.store.read { _ in }
    try await leaveRoom(10_000, in: home.server.store)
    let later = try await ada.call(
      "PUT", "rooms/\(room)/send/m.room.message/later", message("at last"))
    #expect(later.status == 200)
    let messages = try await ada.call("GET", "rooms/\(room)/messages?dir=b&limit=100").json
    let ids = Set((messages["chunk"]?.array ?? []).compactMap { $0["event_id"]?.string })
    for reply in replies where reply.status == 200 {
      #expect(ids.contains(reply.json["event_id"]?.string ?? ""))
    }
  }

  @Test("A write that fails for lack of space fails the others of its transaction")
  func sharedTransaction() async throws {
    let home = try TestHome()
    let store = home.server.store
    let before = try await store.position()
    try await leaveRoom(2, in: store)
    let values = ["a", String(repeating: "x", count: 100_000), "c"]
    let results = await withTaskGroup(of: Bool.self) { group in
      // They wait while the first one holds the queue, and then share one transaction.
      for (index, value) in values.enumerated() {
        group.addTask {
          do {
            try await store.write { context in
              _ = context.nextPosition()
              try ServerValues.set("test\(index)", to: value, in: context.database)
            }
            return true
          } catch {
            return false
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let stored = try await store.read { database in
      try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM server WHERE name LIKE 'test%'") ?? 0
    }
    let acknowledged = results.filter { $0 }.count
    #expect(stored == acknowledged)
    #expect(try await store.position() - before == Int64(acknowledged))
  }

  private struct Nobody: Authenticator {
    func requester(token: String) async throws -> Requester { throw MatrixError.missingToken }
  }

  @Test(
    "Trouble with the disk has its own status and text",
    arguments: [
      (DatabaseError(resultCode: .SQLITE_FULL) as any Error, 507, "full"),
      (DatabaseError(resultCode: .SQLITE_CORRUPT, sql: "SELECT 1\nFROM x"), 500, "damaged"),
      (DatabaseError(resultCode: .SQLITE_NOTADB), 500, "damaged"),
      (DatabaseError(resultCode: .SQLITE_IOERR), 500, "cannot use its disk"),
      (DiskError("write", code: ENOSPC), 507, "full"),
      (DiskError("write", code: EDQUOT), 507, "full"),
      (DiskError("write", code: EIO), 500, "cannot use its disk"),
      (DatabaseError(resultCode: .SQLITE_CONSTRAINT), 500, "the server failed"),
    ])
  func answers(error: any Error, status: Int, text: String) async throws {
    let lines = Box(Mutex<[String]>([]))
    let router = Router(
      Route.open("GET", "/fails") { _ in throw error }, authenticator: Nobody(),
      log: { line in lines.value.withLock { $0.append(line) } })
    for _ in 0..<3 {
      let request = Request(
        method: "GET", segments: ["fails"], query: [], remoteAddress: "127.0.0.1",
        body: RequestBody(ByteBuffer()))
      let response = await router.respond(to: request)
      #expect(response.status == status)
      guard case .bytes(let bytes) = response.body else { return }
      let json = try JSONValue(bytes)
      #expect(json["errcode"]?.string == "M_UNKNOWN")
      #expect(json["error"]?.string?.contains(text) == true)
    }
    #expect(lines.value.withLock { $0.allSatisfy { !$0.contains("\n") } })
    #expect(lines.value.withLock(\.count) == (text == "the server failed" ? 3 : 1))
  }
}
