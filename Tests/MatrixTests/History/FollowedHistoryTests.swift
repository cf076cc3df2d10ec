import Testing

@testable import Controllers
@testable import Matrix
@testable import Models
@testable import Signals

@Suite("The history that is followed", .timeLimit(.minutes(5)))
struct FollowedHistoryTests {
  private let stage: HistoryRehearsal

  init() throws { stage = try HistoryRehearsal() }

  private func newest(_ count: Int) async throws -> HistoryPart {
    try #require(try await stage.history.newest(count, in: stage.room).first())
  }

  private func news(after part: HistoryPart) async throws -> HistoryPart {
    let place = try #require(part.end)
    return try #require(try await stage.history.news(in: stage.room, after: place).first())
  }

  @Test("begins with the newest messages, also those of threads")
  func newest() async throws {
    try await stage.sync(
      [stage.message(1), stage.message(2), stage.threadMessage(3, of: 1)], isFirst: true)
    #expect(try await newest(2).texts == ["2", "3"])
    #expect(try await newest(0).texts == [])
    #expect(try await newest(3).texts == ["1", "2", "3"])
  }

  @Test("requests older messages until there are enough, or no more")
  func older() async throws {
    try await stage.sync([stage.message(3)], previous: "p", isFirst: true)
    let found = Task { try await newest(3) }
    #expect(try await stage.answer([stage.message(2)], end: "q").contains("from=p"))
    #expect(try await stage.answer([stage.message(1)], end: "r").contains("from=q"))
    #expect(try await found.value.texts == ["1", "2", "3"])
    let all = Task { try await newest(9) }
    try await stage.answer([], end: nil)
    #expect(try await all.value.texts == ["1", "2", "3"])
  }

  @Test("goes on with what comes, once each")
  func news() async throws {
    try await stage.sync([stage.message(1)], isFirst: true)
    let first = try await newest(0)
    let second = Task { try await news(after: first) }
    try await eventually { await stage.rehearsal.store.watchCount == 1 }
    try await stage.sync([stage.message(2), stage.threadMessage(3, of: 1)])
    #expect(try await second.value.texts == ["2", "3"])
    try await stage.sync([stage.message(4)])
    #expect(try await news(after: second.value).texts == ["4"])
  }

  @Test("tells of new texts and removals, but not twice of a message that is new itself")
  func changes() async throws {
    try await stage.sync([stage.message(1), stage.message(2)], isFirst: true)
    let first = try await newest(2)
    try await stage.sync([
      stage.edit(3, of: 1), stage.edit(4, of: 1), stage.redaction(5, of: 2), stage.message(6),
      stage.edit(7, of: 6),
    ])
    let part = try await news(after: first)
    #expect(part.texts == ["new 1", "-", "new 6"])
    #expect(part.entries.map(\.kind) == [.edit, .removal, .message])
  }

  @Test("does not tell of edits by others, nor of what somebody ignored does")
  func foreign() async throws {
    try await stage.sync(
      [stage.message(1), stage.edit(2, of: 1)], isFirst: true, ignoring: "@c:x")
    let first = try await newest(1)
    try await stage.sync([
      stage.edit(3, of: 1, by: "@b:x"), stage.message(4, by: "@c:x"), stage.message(5),
    ])
    #expect(try await news(after: first).texts == ["5"])
  }

  @Test("requests what came while there was no connection, before it goes on")
  func gap() async throws {
    try await stage.sync([stage.message(1)], isFirst: true)
    let first = try await newest(1)
    try await stage.sync([stage.message(9)], previous: "p", isLimited: true)
    let second = Task { try await news(after: first) }
    try await stage.answer([stage.message(8)], end: "q")
    try await stage.answer([stage.message(7), stage.message(1)], end: "r")
    #expect(try await second.value.texts == ["7", "8", "9"])
  }

  @Test("begins after a gap that opens at that time, once it is closed")
  func gapAtStart() async throws {
    try await stage.sync([stage.message(1)], isFirst: true)
    try await stage.sync([stage.message(9)], previous: "p", isLimited: true)
    let found = Task { try await newest(2) }
    try await stage.answer([stage.message(8), stage.message(1)], end: "r")
    #expect(try await found.value.texts == ["8", "9"])
  }

  @Test("fails when what is missing cannot be loaded, and can be asked for again")
  func failure() async throws {
    try await stage.sync([stage.message(1)], isFirst: true)
    let first = try await newest(1)
    try await stage.sync([stage.message(9)], previous: "p", isLimited: true)
    let second = Task { try await news(after: first) }
    try await stage.rehearsal.transport.next(.get, "/messages").reply(500, "oops")
    await #expect(throws: RequestError.self) { try await second.value }
    let third = Task { try await news(after: first) }
    try await stage.answer([stage.message(8), stage.message(1)], end: "r")
    #expect(try await third.value.texts == ["8", "9"])
  }
}
