import GRDB
import ModelKit
import Testing

@testable import Homeserver

@Suite("ReceiptRows")
struct ReceiptRowsTests {
  private let room = roomID("!room:localhost")

  private func receipt(
    _ name: String, _ position: Int64, thread: String = "", _ kind: ReceiptChange.Kind = .read
  ) throws -> ReceiptChange {
    ReceiptChange(
      room: room, user: id(name), kind: kind, thread: thread,
      event: try #require(EventID("$\(position)")), eventPosition: position, timestamp: 0,
      position: position)
  }

  private func count(_ home: SyncHome, _ name: String) async throws -> Int? {
    try await home.store.read { database in
      try Int.fetchOne(
        database, sql: "SELECT COUNT(*) FROM receipts WHERE user = ?",
        arguments: [id(name).rawValue])
    }
  }

  @Test("The number of threads with receipts per user and room is bounded; the oldest go")
  func threads() async throws {
    let home = try await SyncHome()
    let most = Int64(ReceiptRows.threads)
    let threaded = try (10..<10 + 2 * most).flatMap { position in
      try [ReceiptChange.Kind.read, .readPrivate].map {
        try receipt("ada", position, thread: "$thread\(position)", $0)
      }
    }
    let others = try [
      receipt("ada", 1), receipt("ada", 2, thread: "main"), receipt("grace", 3, thread: "$a"),
    ]
    try await home.store.write { context in
      for receipt in others + threaded { try ReceiptRows.move(receipt, in: context) }
    }
    #expect(try await count(home, "ada") == 2 * ReceiptRows.threads + 2)
    #expect(try await count(home, "grace") == 1)
    let told = try await home.store.read {
      try ReceiptRows.changes(in: room, after: -1, for: id("linus"), from: $0)
    }
    #expect(told.map(\.position) == [1, 2, 3] + Array(10 + most..<10 + 2 * most))
  }

  @Test("A user with many receipts displaces none of a user with few")
  func fairness() async throws {
    let home = try await SyncHome()
    let few = try [
      receipt("ada", 1), receipt("grace", 2, thread: "$a"), receipt("linus", 3, thread: "main"),
      receipt("linus", 4, thread: "$a", .readPrivate),
    ]
    // An earlier version may have left such rows in the database.
    let many = try (10..<10 + Int64(ReceiptRows.limit)).map {
      try receipt("bob", $0, thread: "$\($0)")
    }
    let main = try receipt("bob", 9)
    try await home.store.write { [room] context in
      for receipt in few + [main] { try ReceiptRows.move(receipt, in: context) }
      for receipt in many {
        try context.database.cachedStatement(
          sql: """
            INSERT INTO receipts
              (room, user, type, thread, event, event_position, timestamp, position)
            VALUES (?, ?, 'm.read', ?, '$e', 1, 0, ?)
            """
        ).execute(arguments: [
          room.rawValue, receipt.user.rawValue, receipt.thread, receipt.position,
        ])
      }
    }
    let told = try await home.store.read {
      try ReceiptRows.changes(in: room, after: -1, for: id("linus"), from: $0)
    }
    #expect(told.count == ReceiptRows.limit)
    #expect(told.prefix(5).map(\.position) == [1, 2, 3, 4, 9])
    #expect(told[5].position == 15)
  }
}
