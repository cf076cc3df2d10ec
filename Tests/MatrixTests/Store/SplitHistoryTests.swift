import Foundation
import ModelKit
import Testing

@testable import Matrix
@testable import MatrixWire
@testable import Models

/// The same history gives the same timeline, however it is split into syncs and pages.
@Suite("Split history")
struct SplitHistoryTests {
  /// How many random histories each test tries: more with `Scripts/soak histories`.
  static let count: UInt64 =
    ProcessInfo.processInfo.environment["CHATTUI_SOAK"] == "long" ? 2000 : 20
  private let me: UserID
  private let room: RoomID

  init() throws {
    me = try #require(UserID("@me:x"))
    room = try #require(RoomID("!room"))
  }

  /// A room with everything that may change other lines.
  ///
  /// It has edits by the sender and by others, edits of edits, redactions of messages, edits and
  /// reactions, replies, threads (of messages of threads too), reactions, polls with votes and ends, and
  /// state, but no duplicates.
  private func history(
    _ count: Int, redactsEdits: Bool, using random: inout SplitMix
  ) -> [RawEvent] {
    var events = [
      event(0, EventType.create, "@a:x", state: "", [:]),
      event(1, EventType.member, "@a:x", state: "@a:x", ["membership": .string("join")]),
    ]
    var messages: [RawEvent] = []
    var edits: [RawEvent] = []
    var reactions: [RawEvent] = []
    // A vote may come before its poll.
    let polls = (0..<max(count / 10, 1)).map { _ in Int.random(in: 2..<count, using: &random) }
    for index in 2..<count {
      let sender = ["@a:x", "@b:x", "@me:x"].randomElement(using: &random) ?? "@a:x"
      let target = messages.randomElement(using: &random)
      if polls.contains(index) {
        events.append(event(index, EventType.oldPollStart, sender, Self.poll))
        continue
      }
      switch (Int.random(in: 0..<12, using: &random), target) {
      case (0, let target?), (1, let target?):
        let edit = event(
          index, EventType.message, Bool.random(using: &random) ? target.sender : sender,
          Self.edit(of: target.eventID, to: "edited \(index)"))
        edits.append(edit)
        events.append(edit)
      case (2, let target?):
        let others = Bool.random(using: &random) ? reactions : redactsEdits ? edits : []
        let redacted = others.randomElement(using: &random) ?? target
        events.append(
          event(
            index, EventType.redaction, sender, ["redacts": .string(redacted.eventID)]))
      case (3, let target?):
        let key = ["👍", "🎉", "❤️"].randomElement(using: &random) ?? "👍"
        let reaction = event(
          index, EventType.reaction, sender, Self.reaction(key, to: target.eventID))
        reactions.append(reaction)
        events.append(reaction)
      case (10, _), (11, _):
        let poll = polls.randomElement(using: &random) ?? 2
        let isEnd = Int.random(in: 0..<6, using: &random) == 0
        let vote = event(
          index, isEnd ? EventType.pollEnd : EventType.pollResponse, sender,
          Self.vote(["a", "b", "c"].randomElement(using: &random) ?? "a", in: "$\(poll)"))
        reactions.append(vote)
        events.append(vote)
      case (4, _):
        events.append(
          event(index, EventType.topic, sender, state: "", ["topic": .string("t\(index)")]))
      default:
        var content: JSONObject = ["msgtype": .string("m.text"), "body": .string("body \(index)")]
        if let target, Int.random(in: 0..<3, using: &random) == 0 {
          content["m.relates_to"] = ["m.in_reply_to": ["event_id": .string(target.eventID)]]
        }
        if let target, Int.random(in: 0..<3, using: &random) == 0 {
          content["m.relates_to"] = Self.thread(target.eventID)
        }
        let message = event(index, EventType.message, sender, content)
        messages.append(message)
        events.append(message)
      }
    }
    return events
  }

  private static let poll: JSONObject = [
    EventType.oldPollStart: [
      "question": ["body": "Which?"], "answers": [["id": "a"], ["id": "b"]],
    ]
  ]

  private static func vote(_ answer: String, in poll: String) -> JSONObject {
    [
      "m.relates_to": ["rel_type": "m.reference", "event_id": .string(poll)],
      "m.selections": [.string(answer)],
    ]
  }

  private static func thread(_ root: String) -> JSONValue {
    ["rel_type": "m.thread", "event_id": .string(root)]
  }

  private static func reaction(_ key: String, to target: String) -> JSONObject {
    [
      "m.relates_to": .object([
        "rel_type": .string("m.annotation"), "event_id": .string(target), "key": .string(key),
      ])
    ]
  }

  private static func edit(of target: String, to body: String) -> JSONObject {
    [
      "msgtype": .string("m.text"), "body": .string("* " + body),
      "m.new_content": .object(["msgtype": .string("m.text"), "body": .string(body)]),
      "m.relates_to": .object(["rel_type": .string("m.replace"), "event_id": .string(target)]),
    ]
  }

  private func event(
    _ index: Int, _ type: String, _ sender: String, state: String? = nil,
    _ content: JSONObject
  ) -> RawEvent {
    // Times go up and down: only edits may be ordered by them.
    RawEvent(
      eventID: "$\(index)", type: type, sender: sender, timestamp: Int64((index * 7919) % 1000),
      stateKey: state, rawContent: .object(content))
  }

  private func sync(
    _ events: ArraySlice<RawEvent>, limited: Bool = false
  ) -> RawSyncResponse {
    RawSyncResponse(
      nextBatch: "s\(events.endIndex)",
      joined: [
        room.rawValue: RawJoinedRoom(
          timeline: RawTimeline(
            events: RawEvents(events), isLimited: limited, previousBatch: "t\(events.startIndex)"))
      ])
  }

  /// The response to `/messages?dir=b`: `t5` is the position before event 5.
  private func page(
    _ history: [RawEvent], before token: String, _ count: Int
  ) throws -> RawMessagesResponse {
    let end = try #require(Int(token.dropFirst()))
    let start = max(0, end - count)
    return RawMessagesResponse(
      chunk: RawEvents(history[start..<end].reversed()), end: start == 0 ? nil : "t\(start)")
  }

  private func loadAll(
    _ store: StoreRehearsal, _ history: [RawEvent], to newest: Int? = nil,
    using random: inout SplitMix
  ) throws {
    var pages = 0
    while let gap = try store.gap(in: room) {
      let token = try gap.token ?? "t\(#require(newest))"
      let response = try page(history, before: token, Int.random(in: 1...20, using: &random))
      try store.prepend(response, to: room, at: gap)
      pages += 1
      try #require(pages < 1000)
    }
  }

  private func timelineInOneSync(_ history: [RawEvent]) throws -> Timeline {
    let store = try StoreRehearsal(userID: me)
    try store.apply(sync(history[...]), isInitial: true)
    return try store.timeline(of: room)
  }

  @Test("any split into syncs gives the same timeline", arguments: 0..<count)
  func syncs(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let history = history(
      Int.random(in: 3...120, using: &random), redactsEdits: true, using: &random)
    let store = try StoreRehearsal(userID: me)
    var start = 0
    while start < history.count {
      let end = min(history.count, start + Int.random(in: 1...15, using: &random))
      // Some syncs repeat earlier events.
      let from = start > 0 && Bool.random(using: &random) ? start - 1 : start
      try store.apply(sync(history[from..<end]), isInitial: start == 0)
      start = end
    }

    #expect(try store.timeline(of: room) == timelineInOneSync(history))
    try expectSameThreads(store, history)
  }

  /// Every message begins the same thread, perhaps an empty one, as after one sync.
  private func expectSameThreads(
    _ store: StoreRehearsal, as reference: StoreRehearsal? = nil, _ history: [RawEvent]
  ) throws {
    let whole = try reference ?? StoreRehearsal(userID: me)
    if reference == nil { try whole.apply(sync(history[...]), isInitial: true) }
    for event in history where event.type == EventType.message {
      let root = try #require(EventID(event.eventID))
      let (shown, expected) = (try store.thread(root, in: room), try whole.thread(root, in: room))
      #expect(shown.messages == expected.messages)
      #expect(shown.gaps.isEmpty && shown.hasOlder == expected.hasOlder)
    }
    #expect(try store.threads(of: room).messages == whole.threads(of: room).messages)
  }

  @Test("gaps filled by pages give the same timeline", arguments: 100..<(100 + count))
  func gaps(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let history = history(
      Int.random(in: 3...120, using: &random), redactsEdits: true, using: &random)
    let store = try StoreRehearsal(userID: me)
    var end = 0
    while end < history.count {
      let isLimited = Bool.random(using: &random)
      let next = min(history.count, end + Int.random(in: 1...30, using: &random))
      let start = isLimited ? max(end, next - 5) : end
      try store.apply(sync(history[start..<next], limited: start > end), isInitial: end == 0)
      if Int.random(in: 0..<4, using: &random) == 0 {
        try loadAll(store, history, using: &random)
      }
      end = next
    }
    try loadAll(store, history, using: &random)

    #expect(try store.timeline(of: room).messages == timelineInOneSync(history).messages)
    try expectSameThreads(store, history)
  }

  /// A response of sliding sync with the last events before `end`, of which the client has those
  /// before `told`; nil for a new connection.
  private func slide(
    _ history: [RawEvent], to end: Int, after told: Int?, limit: Int, isExpanded: Bool
  ) -> SyncNews {
    let start = max(isExpanded ? 0 : told ?? 0, end - limit)
    let state = history[(told ?? 0)..<end].last { $0.type == EventType.topic }
    let response = RawSlidingSyncResponse(
      position: "p\(end)",
      rooms: [
        room.rawValue: RawSlidingSyncRoom(
          isInitial: told == nil, requiredState: RawEvents(state.map { [$0] } ?? []),
          timeline: RawEvents(history[start..<end]),
          isLimited: start > (isExpanded ? 0 : told ?? 0), previousBatch: "t\(start)",
          isExpanded: isExpanded)
      ])
    return SyncNews(
      LenientResponse(response), view: SlidingView(response, asked: SlidingWindow()),
      own: me.rawValue, isFirst: told == nil, token: SyncToken(.sliding, "p\(end)"))
  }

  @Test(
    "answers of sliding sync, new connections, raised limits and pages give the same timeline",
    arguments: 200..<(200 + 2 * count))
  func sliding(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let history = history(
      Int.random(in: 3...120, using: &random), redactsEdits: true, using: &random)
    let store = try StoreRehearsal(userID: me)
    var told: Int?
    var end = 0
    while end < history.count {
      end = min(history.count, end + Int.random(in: 0...15, using: &random))
      // The position is sometimes unknown.
      if Int.random(in: 0..<6, using: &random) == 0 { told = nil }
      let isExpanded = told != nil && Int.random(in: 0..<4, using: &random) == 0
      let limit = Int.random(in: 1...20, using: &random)
      try store.apply(
        slide(history, to: end, after: told, limit: limit, isExpanded: isExpanded))
      told = end
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try loadAll(store, history, to: end, using: &random)
      case 1:
        guard let gap = try store.gap(in: room), let token = gap.token else { break }
        let response = try page(history, before: token, Int.random(in: 1...9, using: &random))
        try store.prepend(response, to: room, at: gap)
      default: break
      }
    }
    try loadAll(store, history, to: end, using: &random)

    let whole = try StoreRehearsal(userID: me)
    try whole.apply(
      slide(history, to: history.count, after: nil, limit: history.count, isExpanded: false))
    #expect(try store.timeline(of: room).messages == whole.timeline(of: room).messages)
    let (shown, expected) = (store.contents.rooms[room], whole.contents.rooms[room])
    #expect(shown?.topic == expected?.topic)
    #expect(shown?.newestEvent == expected?.newestEvent)
    #expect(shown?.newestOwn == expected?.newestOwn)
    try expectSameThreads(store, as: whole, history)
    #expect(shown?.latestEvent == expected?.latestEvent)
    #expect(shown?.lastActivity == expected?.lastActivity)
  }

  @Test("the server's order holds even when times go up and down")
  func order() throws {
    var random = SplitMix(state: 1)
    let history = history(100, redactsEdits: true, using: &random)
    let shown = try timelineInOneSync(history).messages.compactMap(\.eventID?.rawValue)

    #expect(shown.count > 40)
    #expect(shown == history.map(\.eventID).filter(shown.contains))
  }
}

/// A small seeded random number generator, so that failures are reproducible.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
