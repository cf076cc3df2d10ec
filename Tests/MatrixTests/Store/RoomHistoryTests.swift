import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models

@Suite("Room history")
struct RoomHistoryTests {
  private let store: StoreRehearsal
  private let room: RoomID

  init() throws {
    store = try StoreRehearsal(userID: try #require(UserID("@me:x")))
    room = try #require(RoomID("!room"))
  }

  private func events(_ ids: some Sequence<Int>) -> [RawEvent] {
    ids.map { id in
      RawEvent(
        eventID: "$\(id)", type: EventType.message, sender: "@a:x",
        rawContent: .object(["msgtype": .string("m.text"), "body": .string("\(id)")]))
    }
  }

  private func append(_ events: [RawEvent], previous: String?, isGapped: Bool = false) throws {
    let timeline = RawTimeline(
      events: RawEvents(events), isLimited: isGapped, previousBatch: previous)
    try store.apply(
      RawSyncResponse(joined: [room.rawValue: RawJoinedRoom(timeline: timeline)]),
      isInitial: false)
  }

  private func prepend(_ ids: some Sequence<Int>, end: String?) throws {
    try store.prepend(RawMessagesResponse(chunk: RawEvents(events(ids)), end: end), to: room)
  }

  private var bodies: [String] {
    get throws { try store.timeline(of: room).messages.compactMap(\.text) }
  }

  @Test("a gap keeps the older part")
  func gap() throws {
    try append(events(0..<5), previous: "a")
    try append(events(8..<10), previous: "b", isGapped: true)

    #expect(try bodies == ["0", "1", "2", "3", "4", "8", "9"])
    #expect(try store.timeline(of: room).gaps.map(\.rawValue) == ["$8"])
    #expect(try store.gap(in: room)?.token == "b")
  }

  @Test("a gap before events without a line is one at the end")
  func gapAtEnd() throws {
    try append(events(0..<2), previous: "a")
    #expect(try !store.timeline(of: room).hasGapAtEnd)
    let reaction = RawEvent(
      eventID: "$r", type: EventType.reaction, sender: "@a:x",
      rawContent: .object([
        "m.relates_to": .object([
          "rel_type": "m.annotation", "event_id": "$0", "key": "x",
        ])
      ]))
    try append([reaction], previous: "b", isGapped: true)
    #expect(try store.timeline(of: room).hasGapAtEnd)
    #expect(try store.timeline(of: room).gaps.isEmpty)

    try store.prepend(
      RawMessagesResponse(chunk: RawEvents(events([3, 2, 1])), end: "c"), to: room)
    #expect(try bodies == ["0", "1", "2", "3"])
    #expect(try !store.timeline(of: room).hasGapAtEnd)
  }

  @Test("a limited response that overlaps the known lines makes no gap")
  func overlap() throws {
    try append(events(0..<5), previous: "a")
    try append(events(3..<7), previous: "b", isGapped: true)

    #expect(try bodies == (0..<7).map(String.init))
    #expect(try store.timeline(of: room).gaps.isEmpty)
    #expect(try store.gap(in: room)?.token == "a")
  }

  @Test("a page requested before a gap goes where it was requested, or nowhere")
  func stalePage() throws {
    try append(events(5..<6), previous: "a")
    let gap = try #require(try store.gap(in: room))
    try append(events(20..<21), previous: "b", isGapped: true)
    let page = RawMessagesResponse(chunk: RawEvents(events((0..<5).reversed())), end: "z")
    try store.prepend(page, to: room, at: gap)
    try store.prepend(
      RawMessagesResponse(chunk: RawEvents(events(90..<91)), end: "y"), to: room, at: gap)

    #expect(try bodies == ["0", "1", "2", "3", "4", "5", "20"])
    #expect(try store.gap(in: room)?.token == "b")
  }

  @Test("a missing end token, or the one of the beginning, marks the start", arguments: [nil, "a"])
  func ends(token: String?) throws {
    try append(events(90..<91), previous: "a")
    try prepend(80..<81, end: token)

    #expect(try store.gap(in: room) == nil)
    #expect(try !store.timeline(of: room).hasOlder)
  }

  @Test("without a token the newest events are requested, and known ones are skipped")
  func noToken() throws {
    try append(events(5..<7), previous: nil)
    #expect(try store.gap(in: room) == HistoryGap(Chunk(1, token: Chunk.noToken)))
    try prepend([6, 5, 4, 3], end: "e")

    #expect(try bodies == ["3", "4", "5", "6"])
    #expect(try store.gap(in: room)?.token == "e")
  }

  @Test("the first of two events with the same id is kept")
  func sameID() throws {
    try append(events(1..<2), previous: nil)
    let other = RawEvent(
      eventID: "$1", type: EventType.message, sender: "@evil:x",
      rawContent: .object(["msgtype": .string("m.text"), "body": .string("other")]))
    try append([other], previous: nil)

    #expect(try bodies == ["1"])
  }

  @Test("a search finds the text of lines and edits until they are redacted")
  func texts() throws {
    func find(_ word: String) throws -> [String] {
      try store.read {
        try $1.search(SearchTerms(word), in: nil, besides: [], limit: 10).map(\.event.rawValue)
      }
    }
    try append(events(1..<4), previous: nil)
    let edit = RawEvent(
      eventID: "$e", type: EventType.message, sender: "@a:x",
      rawContent: .object([
        "msgtype": .string("m.text"), "body": .string("* café"),
        "m.new_content": .object(["msgtype": .string("m.text"), "body": .string("café")]),
        "m.relates_to": .object(["rel_type": .string("m.replace"), "event_id": .string("$2")]),
      ]))
    try append([edit], previous: nil)
    #expect(try find("2") == [])
    #expect(try find("CAFE") == ["$2"])
    #expect(try find("\"3 OR") == [])
    #expect(try find("3") == ["$3"])
    try append(
      [
        RawEvent(
          eventID: "$r", type: EventType.redaction, sender: "@a:x",
          rawContent: .object(["redacts": .string("$2")]))
      ], previous: nil)
    #expect(try find("cafe") == [])
  }
}
