import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models

/// What a malicious server can make this program keep.
@Suite("Bounded history", .timeLimit(.minutes(5)))
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
      eventID: "$e\(id)", type: EventType.message, sender: sender, timestamp: Int64(id),
      rawContent: .object(whole))
  }

  @Test("a timeline has a bounded number of lines, wherever one looks")
  func window() throws {
    let store = try StoreRehearsal(userID: try #require(UserID("@me:x")))
    try show((0..<3000).map { message($0, "\($0)") }, in: store)

    #expect(try store.timeline(of: room).messages.count == Limits.newestLines)
    let place = TimelinePlace.message(try #require(Message.ID("$1500")))
    #expect(try store.timeline(of: room, at: place).messages.count == 2 * Limits.linesAround)
  }

  @Test("behind changes of membership, which fold, there are still messages to show")
  func folded() throws {
    let store = try StoreRehearsal(userID: try #require(UserID("@me:x")))
    let joins = (0..<8000).map { number in
      RawEvent(
        eventID: "$j\(number)", type: EventType.member, sender: "@u\(number):x",
        stateKey: "@u\(number):x", rawContent: .object(["membership": .string("join")]))
    }
    try show((0..<500).map { message($0, "\($0)") } + joins.prefix(2000), in: store)
    let shown = try store.timeline(of: room)
    #expect(shown.messages.count(where: { $0.text != nil }) >= Limits.unfoldedLines)
    #expect(shown.messages.count <= Limits.foldedLines)
    let place = TimelinePlace.message(try #require(Message.ID("$j1000")))
    let around = try store.timeline(of: room, at: place)
    #expect(around.messages.count(where: { $0.text != nil }) >= Limits.unfoldedLines)
    #expect(!around.hasNewer)

    try show(Array(joins.dropFirst(2000)), in: store)
    #expect(try store.timeline(of: room).messages.count == Limits.foldedLines)
  }

  @Test("in a flood of edits the newest by the sender counts")
  func edits() throws {
    let store = try StoreRehearsal(userID: try #require(UserID("@me:x")))
    try show((0..<20).map { message($0, "\($0)") }, in: store)
    try show((0..<200).map { edit($0, of: $0 % 20, Self.long, by: "@evil:x") }, in: store)
    try show((200..<900).map { edit($0, of: $0 % 20, "\($0)", by: "@a:x") }, in: store)

    let shown = try store.timeline(of: room).messages
    #expect(shown.map(\.text) == (880..<900).map(String.init))
  }

  private func show(_ events: [RawEvent], in store: StoreRehearsal) throws {
    let room = RawJoinedRoom(timeline: RawTimeline(events: RawEvents(events)))
    try store.apply(RawSyncResponse(joined: [self.room.rawValue: room]), isInitial: false)
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
