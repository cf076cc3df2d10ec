import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models

@Suite("Excerpts of a room's history")
struct ExcerptTests {
  private let store: StoreRehearsal
  private let room: RoomID

  init() throws {
    store = try StoreRehearsal(userID: try #require(UserID("@me:x")))
    room = try #require(RoomID("!room"))
  }

  private func event(_ id: Int) -> RawEvent {
    RawEvent(
      eventID: "$\(id)", type: EventType.message, sender: "@a:x", timestamp: Int64(id),
      rawContent: .object(["msgtype": .string("m.text"), "body": .string("\(id)")]))
  }

  private func append(_ ids: some Sequence<Int>, previous: String?, isGapped: Bool = false) throws {
    let timeline = RawTimeline(
      events: RawEvents(ids.map(event)), isLimited: isGapped, previousBatch: previous)
    try store.apply(
      RawSyncResponse(joined: [room.rawValue: RawJoinedRoom(timeline: timeline)]),
      isInitial: false)
  }

  private func prepend(_ ids: some Sequence<Int>, end: String?) throws {
    try store.prepend(
      RawMessagesResponse(chunk: RawEvents(ids.reversed().map(event)), end: end), to: room)
  }

  /// Adds the events around one of them, as the server has them.
  private func look(
    at id: Int, in events: ClosedRange<Int>, start: String?, end: String? = nil
  ) throws {
    let response = RawContextResponse(
      event: event(id), before: RawEvents((events.lowerBound..<id).reversed().map(event)),
      after: RawEvents((id..<events.upperBound).map { event($0 + 1) }), start: start,
      end: end)
    let target = try #require(EventID("$\(id)"))
    let excerpt = try #require(HistoryExcerpt(LenientResponse(response), around: target))
    try store.change { try $0.add(excerpt, to: room, $1) }
  }

  /// The token for what follows the excerpt, before an event, where the user looks at another one.
  private func ahead(before id: Int, near place: Int) throws -> String? {
    let (message, place) = (
      try #require(Message.ID("$\(id)")), try #require(Message.ID("$\(place)"))
    )
    return try store.read { [room] in
      try $0.tokenAhead(in: room, before: message, near: place, $1)
    }
  }

  private func extend(_ ids: some Sequence<Int>, from token: String, end: String?) throws {
    let response = RawMessagesResponse(chunk: RawEvents(ids.map(event)), end: end)
    let page = PageAhead(response, issues: JSONIssues(), from: token)
    try store.change { try $0.add(page, to: room, $1) }
  }

  private func place(_ id: Int) throws -> TimelinePlace {
    .message(try #require(Message.ID("$\(id)")))
  }

  private func bodies(at id: Int? = nil) throws -> [Int] {
    let place = try id.map(place) ?? .newest
    return try store.timeline(of: room, at: place).messages.compactMap(\.text).compactMap(Int.init)
  }

  private var gaps: [String] {
    get throws { try store.timeline(of: room).gaps.map(\.rawValue) }
  }

  @Test(
    "an excerpt stands before a gap, has older messages of its own, and does not end the history")
  func far() throws {
    try append(90...99, previous: "t90")
    try look(at: 20, in: 18...22, start: "t18")
    #expect(try bodies(at: 20) == Array(18...22) + Array(90...99))
    #expect(try gaps == ["$90"])
    #expect(try store.timeline(of: room).hasOlder)
    let newest = try store.read { try $0.gap(in: room, before: nil, $1) }
    #expect(newest?.token == "t90", "the live end loads what is before it")
    let older = try store.read { [room] in
      try $0.gap(in: room, before: Message.ID("$18"), $1)
    }
    #expect(older?.token == "t18")

    let gap = try #require(older)
    try store.prepend(
      RawMessagesResponse(chunk: RawEvents([17, 16].map(event)), end: "t16"), to: room, at: gap)
    #expect(try bodies(at: 20) == Array(16...22) + Array(90...99))
    try append([100], previous: nil)
    #expect(try bodies().last == 100)
  }

  @Test("the history takes over the events of an excerpt when it reaches them, and loses none")
  func taken() throws {
    try append(90...99, previous: "t90")
    try look(at: 50, in: 48...52, start: "t48")
    try prepend(51..<90, end: "t51")
    #expect(try bodies() == Array(48...99))
    #expect(try gaps == ["$51"])
    try prepend(40..<51, end: "t40")
    #expect(try bodies() == Array(40...99))
    #expect(try gaps.isEmpty)
    #expect(try store.gap(in: room)?.token == "t40")
    try prepend(0..<40, end: nil)
    #expect(try bodies() == Array(0...99))
    #expect(try !store.timeline(of: room).hasOlder)
  }

  @Test("an excerpt that reaches the history continues it, also in a gap")
  func joins() throws {
    try append(10...12, previous: "t10")
    try append(40...42, previous: "t40", isGapped: true)
    try look(at: 38, in: 36...41, start: "t36")
    #expect(try bodies() == Array(10...12) + Array(36...42))
    #expect(try gaps == ["$36"])
    #expect(try store.gap(in: room)?.token == "t36")
    try prepend(13..<36, end: "t13")
    try prepend(8...12, end: "t8")
    #expect(try gaps.isEmpty)
    #expect(try bodies() == Array(10...42))
  }

  @Test("an excerpt grows to newer events until it reaches the history, which it then begins")
  func ahead() throws {
    try append(90...99, previous: "t90")
    try look(at: 20, in: 18...22, start: "t18", end: "t22")
    #expect(try ahead(before: 90, near: 20) == "t22")
    #expect(try ahead(before: 90, near: 95) == nil, "who is at the end loads what is before it")
    try extend(23...60, from: "t22", end: "t60")
    #expect(try bodies(at: 20) == Array(18...60) + Array(90...99))
    #expect(try gaps == ["$90"])
    try extend(23...60, from: "t22", end: "t60")
    #expect(try ahead(before: 90, near: 20) == "t60")

    try extend(61...91, from: "t60", end: "t91")
    #expect(try bodies(at: 20) == Array(18...99))
    #expect(try gaps.isEmpty)
    #expect(try ahead(before: 90, near: 20) == nil)
    #expect(try store.gap(in: room)?.token == "t18")
    try prepend(0..<18, end: nil)
    #expect(try bodies() == Array(0...99))
    #expect(try !store.timeline(of: room).hasOlder)
  }

  @Test("where the server's orders differ, or a page is longer than asked for, older pages decide")
  func aheadInVain() throws {
    try append(90...99, previous: "t90")
    try look(at: 20, in: 18...22, start: "t18", end: "t22")
    try extend(23...80, from: "t22", end: "t80")
    #expect(try ahead(before: 90, near: 20) == nil)
    #expect(try bodies(at: 20) == Array(18...22) + Array(90...99))

    try look(at: 60, in: 58...62, start: "t58", end: "t62")
    try extend([63, 95], from: "t62", end: "t95")
    #expect(try ahead(before: 90, near: 60) == nil)
    #expect(try gaps == ["$90"])
    try prepend(50..<90, end: "t50")
    #expect(try bodies() == Array(50...99))
    #expect(try gaps.isEmpty)
  }

  @Test("with other gaps an excerpt needs to be older than all; else it is not added")
  func unclear() throws {
    try append(10...12, previous: "t10")
    try append(40...42, previous: "t40", isGapped: true)
    try look(at: 20, in: 18...22, start: "t18")
    #expect(try bodies(at: 20) == Array(10...12) + Array(40...42))
    try look(at: 5, in: 4...6, start: "t4")
    #expect(try bodies(at: 5) == Array(4...6) + Array(10...12) + Array(40...42))
  }

  @Test("a room has one excerpt; with the whole history there is none")
  func one() throws {
    try append(90...99, previous: "t90")
    try look(at: 20, in: 18...22, start: "t18")
    try look(at: 60, in: 58...62, start: "t58")
    #expect(try bodies() == Array(58...62) + Array(90...99))
    try prepend(80..<90, end: nil)
    #expect(try bodies() == Array(80...99))
    try look(at: 20, in: 18...22, start: "t18")
    #expect(try bodies(at: 20) == Array(80...99))
  }

  @Test("a server that returns another event, or more than was asked for, is not believed")
  func hostile() throws {
    let target = try #require(EventID("$1"))
    let other = RawContextResponse(event: event(2), before: [], after: [], start: "s")
    #expect(HistoryExcerpt(LenientResponse(other), around: target) == nil)
    let many = RawContextResponse(
      event: event(1), before: RawEvents((100..<200).map(event)), after: [], start: "s")
    #expect(HistoryExcerpt(LenientResponse(many), around: target) == nil)
  }

  @Test("an excerpt has the members that its page names, and its token, as recorded")
  func recorded() throws {
    let raw = try Recorded.response("context", as: RawContextResponse.self).value
    #expect(raw.before.count == 2 && raw.after.count == 2)
    #expect(raw.start == "t12-40_0_0_0_0_0_0_0_0_0_0_0_0_0")
    let target = try #require(EventID(raw.event.eventID))
    let excerpt = try #require(HistoryExcerpt(LenientResponse(raw), around: target))
    #expect(excerpt.events.count == 5)
  }
}
