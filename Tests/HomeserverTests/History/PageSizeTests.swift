import ModelKit
import Testing

@testable import Homeserver

@Suite("Page sizes")
struct PageSizeTests {
  private static func home(page: Int) async throws -> HistoryHome {
    var limits = ResponseLimits()
    limits.page = page
    return try await HistoryHome(responses: limits)
  }

  /// The events of all pages, by following their end tokens.
  private static func pages(
    _ home: HistoryHome, _ path: String, _ direction: String, end: String
  ) async throws -> [[JSONValue]] {
    var pages: [[JSONValue]] = []
    var from: String?
    repeat {
      let query = [("dir", direction), ("limit", "1000")] + (from.map { [("from", $0)] } ?? [])
      let page = try await home.get(path, as: "ada", query)
      try #require(page.status == 200)
      pages.append(page.body["chunk"]?.array ?? [])
      from = page.body[end]?.string
      try #require(pages.count < 500)
    } while from != nil
    return pages
  }

  private static func ids(_ events: [JSONValue]) -> [String] {
    events.compactMap { $0["event_id"]?.string }
  }

  private static func makeHistory(_ home: HistoryHome) async throws -> StoredEvent {
    let room = try await home.makeRoom()
    let first = try await home.say("first", in: room)
    for number in 0..<12 {
      let text = String(repeating: "x", count: number * 97 % 700)
      let event = try await home.say(text, in: room)
      if number % 3 == 0 { try await home.relate("m.replace", to: event, text + text) }
      try await home.relate("m.thread", to: first, text)
    }
    return first
  }

  @Test(
    "Pages cut by size hold every event once and in order",
    arguments: [1, 1_000, 2_500, 6_000], ["f", "b"])
  func pagesMessages(size: Int, direction: String) async throws {
    let home = try await Self.home(page: size)
    let first = try await Self.makeHistory(home)
    let path = "rooms/\(first.room.rawValue)/messages"
    let history = try await home.store.read {
      try EventRows.newest(1000, in: first.room, from: $0).map(\.id.rawValue)
    }
    let pages = try await Self.pages(home, path, direction, end: "end")
    #expect(pages.count > 4)
    #expect(pages.allSatisfy { !$0.isEmpty })
    #expect(
      pages.flatMap(Self.ids) == (direction == "f" ? history : Array(history.reversed())))
    for page in pages where page.count > 1 {
      #expect(JSONValue.array(page).text.utf8.count <= size)
    }
    let relations = try await Self.pages(
      home, "/_matrix/client/v1/rooms/\(first.room.rawValue)/relations/\(first.id.rawValue)",
      direction, end: "next_batch")
    #expect(relations.count > 1)
    #expect(relations.flatMap(Self.ids).count == 12)
    #expect(Set(relations.flatMap(Self.ids)).count == 12)
  }

  @Test("A context cut by size has tokens to continue")
  func pagesContext() async throws {
    let home = try await Self.home(page: 4_000)
    let first = try await Self.makeHistory(home)
    let history = try await home.store.read {
      try EventRows.newest(1000, in: first.room, from: $0).map(\.id.rawValue)
    }
    let middle = history[history.count / 2]
    let path = "rooms/\(first.room.rawValue)"
    let context = try await home.get("\(path)/context/\(middle)", as: "ada", [("limit", "1000")])
    let before = Self.ids(context.body["events_before"]?.array ?? [])
    let after = Self.ids(context.body["events_after"]?.array ?? [])
    #expect((1...8).contains(before.count))
    #expect((1...8).contains(after.count))
    var told = before.reversed() + [middle] + after
    for (token, direction) in [("start", "b"), ("end", "f")] {
      var from = context.body[token]?.string
      while let place = from {
        let page = try await home.get(
          "\(path)/messages", as: "ada", [("dir", direction), ("from", place), ("limit", "1000")])
        let ids = Self.ids(page.body["chunk"]?.array ?? [])
        told = direction == "b" ? ids.reversed() + told : told + ids
        from = page.body["end"]?.string
      }
    }
    #expect(told == history)
  }
}
