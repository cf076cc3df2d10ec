import ModelKit
import Testing

@testable import Matrix
@testable import MatrixWire
@testable import Models

/// What a malicious server can make this program keep.
@Suite("Bounded history", .timeLimit(.minutes(1)))
struct BoundedHistoryTests {
  private static let long = String(repeating: "x", count: 60_000)
  private let room: RoomID

  init() throws { room = try #require(RoomID("!room")) }

  private func message(_ id: Int, _ body: String, by sender: String = "@a:x") -> RawEvent {
    RawEvent(
      eventID: "$\(id)", type: EventType.message, sender: sender,
      rawContent: .object(["msgtype": .string("m.text"), "body": .string(body)]))
  }

  private func edit(_ id: Int, of target: Int, _ body: String, by sender: String) -> RawEvent {
    let content: JSONObject = ["msgtype": .string("m.text"), "body": .string(body)]
    var whole = content
    whole["m.new_content"] = .object(content)
    whole["m.relates_to"] = .object([
      "rel_type": .string("m.replace"), "event_id": .string("$\(target)"),
    ])
    return RawEvent(
      eventID: "$e\(id)", type: EventType.message, sender: sender, rawContent: .object(whole))
  }

  private func events(_ raw: [RawEvent]) -> [TimelineItem.Event] {
    raw.compactMap { TimelineItem.Event($0) }
  }

  @Test("lines are dropped even when they cannot be loaded again")
  func noTokens() {
    var history = RoomHistory()
    for index in 0..<10 {
      history.append(
        events((index * 100..<index * 100 + 100).map { message($0, "\($0)") }),
        previousBatch: nil, isGapped: false)
      history.trim(to: 100)
      #expect(history.lines.count <= 400)
    }
    #expect(history.messages(in: room, own: [:]).last?.text == "999")
    #expect(history.reachedStart)
  }

  @Test("a room with long messages keeps fewer of them, and the rest can be loaded again")
  func longMessages() {
    var history = RoomHistory()
    for index in 0..<600 {
      history.append(
        events([message(index, Self.long)]), previousBatch: "t\(index)", isGapped: false)
      if history.byteCount > Limits.history { history.trim(to: Limits.lines) }
      #expect(history.byteCount <= Limits.history + 100_000)
    }
    #expect(history.lines.count > 100)
    #expect(history.lines.last?.eventID.rawValue == "$599")
    #expect(history.olderToken == history.lines.first?.eventID.rawValue.replacing("$", with: "t"))
    #expect(!history.reachedStart)
  }

  @Test("a flood of edits stays bounded: own, foreign, or without a known target")
  func edits() {
    var history = RoomHistory()
    history.append(
      events((0..<20).map { message($0, "\($0)") }), previousBatch: "t", isGapped: false)
    let foreign = (0..<200).map { edit($0, of: $0 % 20, Self.long, by: "@evil:x") }
    let before = history.byteCount
    history.append(events(foreign), previousBatch: nil, isGapped: false)
    #expect(history.byteCount == before)

    for round in 1...4 {
      let own = (0..<500).map { edit(round * 1000 + $0, of: $0 % 20, Self.long, by: "@a:x") }
      let pending = (0..<500).map { edit(-round * 1000 - $0, of: 5000 + $0, Self.long, by: "@a:x") }
      history.append(events(own + pending), previousBatch: nil, isGapped: false)
      #expect(history.byteCount < 2 * Limits.history)
    }
    // The newest edit still counts.
    history.append(
      events([edit(99_999, of: 3, "newest", by: "@a:x")]), previousBatch: nil, isGapped: false)
    #expect(history.messages(in: room, own: [:])[3].isEdited)
  }

  @Test("a response with twenty thousand rooms is applied, and so is the next one")
  func manyRooms() async throws {
    let rehearsal = try Rehearsal()
    let notes = Notes(rehearsal.store.rooms)
    let rooms = (0..<20_000).map { #""!r\#($0)":{}"# }.joined(separator: ",")
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{\#(rooms)}}}"#, isInitial: true)
    try await rehearsal.apply(#"{"next_batch":"n","rooms":{"leave":{"!r7":{}}}}"#)
    #expect(notes.values.map(\.count) == [20_000, 19_999])
  }
}
