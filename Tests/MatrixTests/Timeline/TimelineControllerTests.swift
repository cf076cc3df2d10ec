import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Timeline controller", .timeLimit(.minutes(5)))
struct TimelineControllerTests {
  private let rehearsal: Rehearsal
  private let timelines: MatrixTimelineController
  private let room: RoomID

  init() throws {
    rehearsal = try Rehearsal()
    timelines = MatrixTimelineController(network: rehearsal.network, store: rehearsal.store)
    room = try #require(RoomID("!room"))
  }

  private func message(_ id: Int) -> String {
    #"{"event_id":"$\#(id)","type":"m.room.message","sender":"@a:x","#
      + #""content":{"msgtype":"m.text","body":"\#(id)"}}"#
  }

  private func reaction(_ id: Int) -> String {
    #"{"event_id":"$\#(id)","type":"m.reaction","sender":"@a:x","content":{}}"#
  }

  private func sync(_ events: [String], previous: String = "p0") -> String {
    #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"prev_batch":"\#(previous)","#
      + #""events":[\#(events.joined(separator: ","))]}}}}}"#
  }

  private func page(_ events: [String], end: String?) -> String {
    let end = end.map { #","end":"\#($0)""# } ?? ""
    return #"{"start":"s","chunk":[\#(events.joined(separator: ","))]\#(end)}"#
  }

  private func nextPage() async throws -> RehearsedTransport.Exchange {
    try await rehearsal.transport.next(.get, "/messages")
  }

  private var bodies: [String] {
    get async throws { try await rehearsal.timeline(of: room).messages.compactMap(\.text) }
  }

  @Test("emits what is known at once, even for an unknown room, then each change")
  func changes() async throws {
    let notes = Notes(timelines.timeline(of: room))
    try await notes.started()
    #expect(notes.values.first == Timeline(roomID: room, isEncrypted: false))
    try await rehearsal.apply(sync([message(1)]), isInitial: true)
    try await rehearsal.apply(sync([]))
    try await rehearsal.apply(sync([message(2)]))

    #expect(notes.values.map { $0.messages.compactMap(\.text) } == [[], ["1"], ["1", "2"]])
    notes.dispose()
    try await eventually { await rehearsal.store.watchCount == 0 }
  }

  @Test("pages are added before the known lines, until the start")
  func pages() async throws {
    try await rehearsal.apply(sync([message(9)]), isInitial: true)
    let first = Notes(timelines.loadOlder(in: room, before: nil))
    let request = try await nextPage()
    #expect(request.path.contains("dir=b"))
    #expect(request.path.contains("from=p0"))
    #expect(request.path.contains("limit=50"))
    request.reply(200, page([message(8), message(7)], end: "p1"))
    try await first.ended()
    #expect(try await bodies == ["7", "8", "9"])
    let second = Notes(timelines.loadOlder(in: room, before: nil))
    let next = try await nextPage()
    #expect(next.path.contains("from=p1"))
    next.reply(200, page([], end: nil))
    try await second.ended()

    #expect(try await !rehearsal.timeline(of: room).hasOlder)
    let third = Notes(timelines.loadOlder(in: room, before: nil))
    try await third.ended()
    #expect(third.isCompleted)
    #expect(rehearsal.transport.log.count == 2)
  }

  @Test("simultaneous loads request one page of a room at a time")
  func singleFlight() async throws {
    try await rehearsal.apply(sync([message(9)]), isInitial: true)
    let notes = (0..<5).map { _ in Notes(timelines.loadOlder(in: room, before: nil)) }
    try await nextPage().reply(200, page([message(8)], end: "p1"))
    // A load that began only after the response requests the next page.
    let late = Task { try await nextPage().reply(200, page([], end: nil)) }
    for note in notes { try await note.ended() }
    late.cancel()

    #expect(notes.allSatisfy { $0.isCompleted })
    #expect(try await bodies == ["8", "9"])
    #expect(rehearsal.transport.log.count <= 2)
  }

  @Test("pages without visible lines are skipped, up to a limit")
  func emptyPages() async throws {
    try await rehearsal.apply(sync([message(9)]), isInitial: true)
    let notes = Notes(timelines.loadOlder(in: room, before: nil))
    for index in 1...5 {
      try await nextPage().reply(200, page([reaction(index)], end: "p\(index)"))
    }
    try await notes.ended()

    #expect(notes.isCompleted)
    #expect(try await bodies == ["9"])
    #expect(try await rehearsal.timeline(of: room).hasOlder)
  }

  @Test("a failure fails the load and permits another attempt")
  func failure() async throws {
    try await rehearsal.apply(sync([message(9)]), isInitial: true)
    let notes = Notes(timelines.loadOlder(in: room, before: nil))
    try await nextPage().reply(500, "oops")
    try await notes.ended()
    #expect(notes.failure?.status == 500)
    #expect(notes.failure?.operation == .loadTimeline)
    for body in ["{}", "<html>"] {
      let broken = Notes(timelines.loadOlder(in: room, before: nil))
      try await nextPage().reply(200, body)
      try await broken.ended()
      #expect(broken.failure != nil)
    }
    let again = Notes(timelines.loadOlder(in: room, before: nil))
    try await nextPage().reply(200, page([message(8)], end: "p1"))
    try await again.ended()

    #expect(try await bodies == ["8", "9"])
  }

  @Test("a page names unknown people and leaves known ones unchanged")
  func people() async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"events":[\#(message(9))],"#
        + #""prev_batch":"p"},"state":{"events":[{"event_id":"$m","type":"m.room.member","#
        + #""state_key":"@a:x","sender":"@a:x","#
        + #""content":{"membership":"join","displayname":"New"}}]}}}}}"#, isInitial: true)
    let notes = Notes(timelines.loadOlder(in: room, before: nil))
    try await nextPage().reply(
      200,
      #"{"chunk":[\#(message(8))],"end":"e","state":["#
        + #"{"event_id":"$o","type":"m.room.member","state_key":"@a:x","sender":"@a:x","#
        + #""content":{"membership":"join","displayname":"Old"}}]}"#)
    try await notes.ended()

    let names = try await rehearsal.timeline(of: room).people.values.map(\.displayName)
    #expect(names == ["New"])
  }

  /// Adds messages in syncs of a hundred.
  private func fill(_ range: Range<Int>) async throws {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 100) {
      let events = (start..<start + 100).map(message)
      try await rehearsal.apply(sync(events, previous: "p\(start)"), isInitial: start == 0)
    }
  }

  @Test("a timeline is a window that moves over the history, without a request")
  func window() async throws {
    try await fill(0..<1000)
    let places = ReplaySubject<TimelinePlace, Never>(capacity: 1)
    places.send(.newest)
    let notes = Notes(timelines.timeline(of: room, around: places.signal))
    var shown = try await awaited("first value") { notes.values.first }
    let end = 1000 - Limits.newestLines
    #expect(shown.messages.compactMap(\.text) == (end..<1000).map(String.init))
    #expect(shown.hasOlder && !shown.hasNewer)

    let load = Notes(timelines.loadOlder(in: room, before: shown.messages.first?.id))
    try await load.ended()
    #expect(load.isCompleted && rehearsal.transport.log.isEmpty)
    for place in [end, end - Limits.linesAround] {
      places.send(.message(try #require(shown.messages.first?.id)))
      shown = try await awaited("window") {
        notes.values.last { $0.place?.rawValue.hasSuffix("\(place)") == true }
      }
    }
    let upper = end - Limits.linesAround
    let window = upper - Limits.linesAround..<upper + Limits.linesAround
    #expect(shown.messages.compactMap(\.text) == window.map(String.init))
    #expect(shown.hasOlder && shown.hasNewer)

    try await fill(1000..<1100)
    #expect(notes.values.last == shown, "what happens elsewhere changes nothing")
    places.send(.newest)
    _ = try await awaited("newest") { notes.values.last?.messages.last?.text == "1099" ? () : nil }
  }

  @Test("a gap is shown, and filled by loading before the message that follows it")
  func gap() async throws {
    try await rehearsal.apply(sync([message(1)]), isInitial: true)
    try await rehearsal.apply(
      sync([message(5)]).replacing("\"events\"", with: "\"limited\":true,\"events\""))
    var timeline = try await rehearsal.timeline(of: room)
    #expect(timeline.messages.compactMap(\.text) == ["1", "5"])
    #expect(timeline.gaps.map(\.rawValue) == ["$5"])

    let load = Notes(timelines.loadOlder(in: room, before: timeline.gaps.first))
    try await nextPage().reply(200, page([message(4), message(3)], end: "p1"))
    try await load.ended()
    timeline = try await rehearsal.timeline(of: room)
    #expect(timeline.messages.compactMap(\.text) == ["1", "3", "4", "5"])
    #expect(timeline.gaps.map(\.rawValue) == ["$3"])

    let rest = Notes(timelines.loadOlder(in: room, before: timeline.gaps.first))
    try await nextPage().reply(200, page([message(2), message(1), message(0)], end: "p2"))
    try await rest.ended()
    timeline = try await rehearsal.timeline(of: room)
    #expect(timeline.messages.compactMap(\.text) == ["1", "2", "3", "4", "5"])
    #expect(timeline.gaps.isEmpty)
  }
}
