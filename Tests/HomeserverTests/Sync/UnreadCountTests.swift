import GRDB
import ModelKit
import Testing

@testable import Homeserver

@Suite("Unread counts")
struct UnreadCountTests {
  private static let toGrace: JSONObject = [
    "msgtype": "m.text", "body": "grace!", "m.mentions": ["user_ids": ["@grace:localhost"]],
  ]

  @Test("A message that mentions thousands does not hide earlier mentions")
  func manyMentions() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let token = try await home.sync(as: "grace").token
    try await home.send(Self.toGrace, to: room)
    let position = try await home.say("all of you", in: room).position
    try await home.store.write { context in
      for number in 0...UnreadCount.limit {
        try context.database.run(
          "INSERT INTO mentions (room, user, position) VALUES (?, ?, ?)",
          [room, id("user\(number)"), position])
      }
    }
    #expect(try await home.sync(as: "grace", since: token).joined(room)?.unread == [2, 1])
  }

  @Test("The message count is bounded; an earlier mention still counts")
  func manyMessages() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace"])
    let token = try await home.sync(as: "grace").token
    try await home.send(Self.toGrace, to: room)
    let last = try await home.say("one", in: room).position
    try await home.store.write { context in
      try context.database.execute(
        sql: """
          WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
          INSERT INTO events
          SELECT position + n, '$copy' || n, room, sender, type, NULL, timestamp, head, notifies,
            NULL, NULL, NULL
          FROM number JOIN events ON position = ?
          """, arguments: [UnreadCount.limit, last])
      for _ in 0..<UnreadCount.limit { _ = context.nextPosition() }
    }
    let reply = try await home.sync(as: "grace", since: token)
    #expect(reply.joined(room)?.unread == [UnreadCount.limit, 1])
  }

  @Test("Messages of ignored users are not counted")
  func ignored() async throws {
    let home = try await SyncHome()
    let room = try await home.makeRoom(joined: ["grace", "linus"])
    let token = try await home.sync(as: "grace").token
    try await home.store.write { context in
      try AccountDataRows.set(
        "m.ignored_user_list", of: id("grace"), room: nil,
        to: ["ignored_users": ["@linus:localhost": [:]]], in: context)
    }
    try await home.send(Self.toGrace, to: room, by: "linus")
    try await home.say("one", in: room)
    #expect(try await home.sync(as: "grace", since: token).joined(room)?.unread == [1, 0])
  }
}
