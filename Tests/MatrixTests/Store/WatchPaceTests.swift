import Testing

@testable import Controllers
@testable import Matrix
@testable import Models

/// How often the parts of one large response are shown.
@Suite("Pace of observations", .timeLimit(.minutes(5)))
struct WatchPaceTests {
  private let rooms: [RoomID]

  init() throws {
    rooms = try (0..<4).map { try #require(RoomID("!r\($0)")) }
  }

  @Test("parts are told of together, a few times a second, and everything else at once")
  func holds() {
    var pace = WatchPace()
    let start = ContinuousClock.now
    func due(_ room: Int, after milliseconds: Int) -> Set<RoomID>? {
      pace.due(
        StoreChanges(rooms: [rooms[room]]), at: start + .milliseconds(milliseconds))?.rooms
    }

    pace.hasMore = true
    #expect(due(0, after: 0) == [rooms[0]])
    #expect(due(1, after: 1) == nil)
    #expect(due(2, after: 249) == nil)
    #expect(due(0, after: 250) == [rooms[0], rooms[1], rooms[2]])
    #expect(due(1, after: 300) == nil)
    pace.hasMore = false
    #expect(due(3, after: 301) == [rooms[1], rooms[3]])
    #expect(due(3, after: 302) == [rooms[3]])
  }

  @Test("a flood of messages is on the screen in few steps, up to its last one")
  func flood() async throws {
    let rehearsal = try Rehearsal()
    try await rehearsal.apply(#"{"next_batch":"s","rooms":{"join":{"!r0":{}}}}"#, isInitial: true)
    let notes = Notes(rehearsal.store.watch(.timeline(of: rooms[0])))
    _ = try await awaited("first value") { notes.values.first }
    let events = (0..<6000).map {
      #"{"event_id":"$\#($0)","type":"m.room.message","sender":"@bob:x","#
        + #""content":{"msgtype":"m.text","body":"\#($0)"}}"#
    }
    let start = ContinuousClock.now
    try await rehearsal.apply(
      #"{"next_batch":"t","rooms":{"join":{"!r0":{"timeline":{"events":["#
        + events.joined(separator: ",") + "]}}}}}")
    let most = 3 + Int((ContinuousClock.now - start) / .milliseconds(250))

    #expect(notes.values.last?.messages.last?.text == "5999")
    #expect(notes.values.count <= most)
  }
}
