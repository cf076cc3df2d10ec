import GRDB
import ModelKit
import Testing

@testable import Homeserver

@Suite("Unread counts of threads")
struct UnreadThreadTests {
  private let home: SyncHome
  private let room: RoomID
  private let root: StoredEvent

  init() async throws {
    home = try await SyncHome()
    room = try await home.makeRoom(joined: ["grace", "linus"])
    root = try await home.say("root", in: room)
  }

  private func answer(_ body: String, by user: String = "ada", mentions: [String] = []) async throws
  {
    try await home.send(
      [
        "msgtype": "m.text", "body": .string(body),
        "m.mentions": ["user_ids": .array(mentions.map { .string("@\($0):localhost") })],
        "m.relates_to": ["rel_type": "m.thread", "event_id": .string(root.id.rawValue)],
      ], to: room, by: user)
  }

  private func count(ignoring ignored: IgnoredUsers = .none) async throws -> UnreadCount {
    try await home.store.read { [room] database in
      try UnreadCount(of: id("grace"), in: room, ignoring: ignored, from: database)
    }
  }

  @Test("A thread counts its own messages and mentions, and the room the rest")
  func apart() async throws {
    try await answer("one")
    try await answer("two", mentions: ["grace"])
    let count = try await count()
    #expect(count.notifications == 1)
    #expect(count.threads[root.id]?.notifications == 2)
    #expect(count.threads[root.id]?.highlights == 1)
    #expect(count.highlights == 0)
    #expect(count.merged.notifications == 3)
    #expect(count.merged.highlights == 1)
  }

  @Test("An own message in a thread reads that thread and not the room")
  func own() async throws {
    try await answer("one")
    try await answer("mine", by: "grace")
    #expect(try await count().threads.isEmpty)
    #expect(try await count().notifications == 1)
    try await answer("two")
    #expect(try await count().threads[root.id]?.notifications == 1)
  }

  @Test("Messages of ignored users in threads are not counted")
  func ignored() async throws {
    try await answer("one", by: "linus")
    #expect(try await count(ignoring: IgnoredUsers([id("linus")])).threads.isEmpty)
    #expect(try await count().threads[root.id]?.notifications == 1)
  }
}
