import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models

/// A thread is whole once its own pages are loaded, whatever of the room is missing.
@Suite("Pages of threads")
struct ThreadPagesTests {
  private let me: UserID
  private let room: RoomID

  init() throws {
    me = try #require(UserID("@me:x"))
    room = try #require(RoomID("!room"))
  }

  /// A room's creation, five messages, and then messages of which most belong to the threads of these.
  private func history(_ count: Int, using random: inout SplitMix) -> [RawEvent] {
    (0..<count).map { index in
      var content: JSONObject = ["msgtype": "m.text", "body": .string("\(index)")]
      if index > 5, Int.random(in: 0..<4, using: &random) > 0 {
        content["m.relates_to"] = [
          "rel_type": "m.thread", "event_id": .string("$\(Int.random(in: 1...5, using: &random))"),
        ]
      }
      return RawEvent(
        eventID: "$\(index)", type: index == 0 ? EventType.create : EventType.message,
        sender: "@a:x", timestamp: Int64((index * 7919) % 1000), stateKey: index == 0 ? "" : nil,
        rawContent: .object(index == 0 ? [:] : content))
    }
  }

  private func replies(to root: String, in history: some Collection<RawEvent>) -> [RawEvent] {
    history.filter { $0.content["m.relates_to"]?["event_id"]?.string == root }
  }

  /// An event as the server sends it when its history ends at `end`.
  private func bundled(_ event: RawEvent, _ history: [RawEvent], at end: Int) -> RawEvent {
    let replies = replies(to: event.eventID, in: history[..<end])
    guard let last = replies.last else { return event }
    let latest = RawReplacement(
      eventID: last.eventID, sender: last.sender, type: last.type, timestamp: last.timestamp,
      content: last.content)
    return RawEvent(
      eventID: event.eventID, type: event.type, sender: event.sender, timestamp: event.timestamp,
      stateKey: event.stateKey, rawContent: event.rawContent,
      unsigned: RawUnsigned(thread: RawThreadSummary(count: replies.count, latest: latest)))
  }

  private func apply(
    _ range: Range<Int>, of history: [RawEvent], isLimited: Bool, to store: StoreRehearsal
  ) throws {
    let events = history[range].map {
      isLimited ? bundled($0, history, at: range.upperBound) : $0
    }
    try store.apply(
      RawSyncResponse(
        nextBatch: "s\(range.upperBound)",
        joined: [
          room.rawValue: RawJoinedRoom(
            timeline: RawTimeline(
              events: RawEvents(events), isLimited: isLimited, previousBatch: "t\(range.lowerBound)"
            ))
        ]), isInitial: range.lowerBound == 0)
  }

  /// Loads a page of the room's history into its newest gap.
  private func loadPage(
    _ store: StoreRehearsal, _ history: [RawEvent], at end: Int, _ count: Int
  ) throws {
    guard let gap = try store.gap(in: room), let token = gap.token else { return }
    let last = try #require(Int(token.dropFirst()))
    let first = max(0, last - count)
    let events = history[first..<last].reversed().map { bundled($0, history, at: end) }
    try store.prepend(
      RawMessagesResponse(chunk: RawEvents(events), end: first == 0 ? nil : "t\(first)"), to: room,
      at: gap)
  }

  /// Loads a page of a thread; false when nothing is missing.
  private func loadPage(
    of thread: ThreadID, _ store: StoreRehearsal, _ history: ArraySlice<RawEvent>, _ count: Int
  ) throws -> Bool {
    guard let gap = try store.read({ try $0.gap(in: thread, before: nil, $1) }) else {
      return false
    }
    let all = replies(to: gap.root.rawValue, in: history)
    let last = try gap.token.map { try #require(Int($0)) } ?? all.count
    let first = max(0, last - count)
    let page = ThreadPage(
      events: RawEvents(all[first..<last].reversed()), next: first == 0 ? nil : "\(first)")
    try store.change { try $0.add(page, to: thread, at: gap, $1) }
    return true
  }

  @Test(
    "bring all messages in the server's order, with any gaps in the room",
    arguments: 0..<(2 * SplitHistoryTests.count))
  func whole(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let history = history(Int.random(in: 6...150, using: &random), using: &random)
    let store = try StoreRehearsal(userID: me)
    let threads = (1...5).map { ThreadID(room: room, root: Message.ID(EventID("$\($0)")!)) }
    var end = 0
    while end < history.count {
      let next = min(history.count, end + Int.random(in: 1...30, using: &random))
      let start = Bool.random(using: &random) ? end : max(end, next - 4)
      try apply(start..<next, of: history, isLimited: start > end, to: store)
      end = next
      if Bool.random(using: &random) {
        try loadPage(store, history, at: end, Int.random(in: 1...20, using: &random))
      }
      if Bool.random(using: &random), let thread = threads.randomElement(using: &random) {
        _ = try loadPage(of: thread, store, history[..<end], Int.random(in: 1...9, using: &random))
      }
      try expectTrueCounts(store, history, at: end)
    }
    for thread in threads {
      var pages = 0
      while try loadPage(
        of: thread, store, history[...], Int.random(in: 1...9, using: &random))
      {
        pages += 1
        try #require(pages < 200)
      }
      let shown = try store.read { try $0.timeline(of: thread, $1) }
      let expected = replies(to: thread.root.rawValue, in: history).map(\.eventID)
      let messages = shown.messages.filter { $0.threadRoot != nil }
      #expect(messages.compactMap(\.eventID?.rawValue) == expected)
      #expect(shown.gaps.isEmpty)
    }
    try expectTrueCounts(store, history, at: end)
  }

  /// The counts of the server are right until a gap opens, and those of loaded threads always.
  private func expectTrueCounts(
    _ store: StoreRehearsal, _ history: [RawEvent], at end: Int
  ) throws {
    let roots = try (1...5).map { try #require(EventID("$\($0)")) }
    try store.read { contents, tables in
      let number = try #require(contents.rooms[room]?.number)
      let newest = try tables.newestChunk(of: number)?.number
      let summaries = try tables.summaries(of: roots, in: number)
      for root in roots {
        let record = try tables.thread(root, in: number)
        let isWhole = try tables.hole(inThread: root, record, in: number) == nil
        let isCounted = record.told.map { EventPosition.chunk(of: $0.at) == newest } ?? false
        guard isWhole || isCounted else { continue }
        let replies = replies(to: root.rawValue, in: history[..<end])
        #expect(summaries[root.rawValue]?.count ?? 0 == replies.count)
      }
    }
  }
}
