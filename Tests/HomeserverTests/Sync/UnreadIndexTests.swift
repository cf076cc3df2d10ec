import GRDB
import ModelKit
import Testing

@testable import Homeserver

@Suite("Unread index")
struct UnreadIndexTests {
  private func message(
    at position: Int64, in room: RoomID, to mentions: [UserID]
  ) throws -> StoredEvent {
    var event = StoredEvent(
      position: position, id: try #require(EventID("$\(position)")), room: room,
      sender: id("ada"), type: "m.room.message", stateKey: nil, timestamp: 0, head: [],
      transaction: nil)
    event.notifies = true
    event.mentions = mentions
    return event
  }

  @Test("Mentions are bounded; what is no longer kept is left to the file")
  func bound() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom()
    let start = home.store.committedPosition
    var index = try await home.store.read { try UnreadIndex.read(room, at: start, from: $0) }
    for number in 1...20 as ClosedRange<Int64> {
      index.append(
        try message(at: start + number, in: room, to: (0..<1000).map { id("user\($0)") }))
      #expect(index.mentionCount <= 2 * UnreadIndex.mentionCapacity)
    }
    #expect(index.count(for: id("user1"), readThrough: start) == nil)
    #expect(
      index.count(for: id("user1"), readThrough: start + 18)
        == UnreadCount(notifications: 2, highlights: 2))
  }

  @Test("A mention before all that is counted is known of in the file alone")
  func oldMention() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let start = home.store.committedPosition
    var index = try await home.store.read { try UnreadIndex.read(room, at: start, from: $0) }
    for number in 1...(2 * Int64(UnreadIndex.capacity)) {
      index.append(
        try message(at: start + number, in: room, to: number == 1 ? [id("grace")] : []))
    }
    #expect(index.count(for: id("grace"), readThrough: start) == nil)
    #expect(index.count(for: id("grace"), readThrough: start + 1)?.highlights == 0)

    try await home.send(
      [
        "msgtype": "m.text", "body": "grace!",
        "m.mentions": ["user_ids": ["@grace:localhost"]],
      ], to: room)
    let position = home.store.committedPosition
    try await home.store.write { context in
      try context.database.execute(
        sql: """
          WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
          INSERT INTO events
          SELECT position + n, '$copy' || n, room, sender, type, NULL, timestamp, head, notifies,
            NULL, NULL, NULL
          FROM number JOIN events ON position = ?
          """, arguments: [UnreadIndex.capacity, position])
    }
    let read = try await home.store.read {
      try UnreadIndex.read(room, at: position + Int64(UnreadIndex.capacity), from: $0)
    }
    #expect(read.count(for: id("grace"), readThrough: start) == nil)
    #expect(read.count(for: id("grace"), readThrough: position)?.highlights == 0)
  }

  @Test("A user who was named before a message that names thousands still hears of it")
  func fallback() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let token = try await home.sync(as: "grace").token
    try await home.send(
      [
        "msgtype": "m.text", "body": "grace!",
        "m.mentions": ["user_ids": ["@grace:localhost"]],
      ], to: room)
    let position = try await home.say("all of you", in: room).position
    try await home.store.write { context in
      for number in 0...UnreadIndex.mentionCapacity {
        try context.database.cachedStatement(
          sql: "INSERT INTO mentions (room, user, position) VALUES (?, ?, ?)"
        ).execute(arguments: [room.rawValue, id("user\(number)").rawValue, position])
      }
    }
    let end = home.store.committedPosition
    let index = try await home.store.read { try UnreadIndex.read(room, at: end, from: $0) }
    #expect(index.mentionCount == UnreadIndex.mentionCapacity)
    #expect(try await home.sync(as: "grace", since: token).joined(room)?.unread == [2, 1])
  }
}
