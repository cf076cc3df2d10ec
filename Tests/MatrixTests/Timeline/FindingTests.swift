import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Messages by their time", .timeLimit(.minutes(5)))
struct FindingTests {
  private let rehearsal: Rehearsal
  private let timelines: MatrixTimelineController
  private let room: RoomID

  init() throws {
    rehearsal = try Rehearsal()
    timelines = MatrixTimelineController(network: rehearsal.network, store: rehearsal.store)
    room = try #require(RoomID("!room"))
  }

  private func message(_ id: String) -> String {
    #"{"event_id":"$\#(id)","type":"m.room.message","sender":"@a:x","origin_server_ts":7,"#
      + #""content":{"msgtype":"m.text","body":"\#(id)"}}"#
  }

  /// An event without a line.
  private func silent(_ id: String) -> String {
    #"{"event_id":"$\#(id)","type":"org.example.silent","sender":"@a:x","content":{}}"#
  }

  private func sync(_ events: String...) async throws {
    let list = events.joined(separator: ",")
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"limited":true,"#
        + #""prev_batch":"p","events":[\#(list)]}}}}}"#, isInitial: true)
  }

  private func find(_ time: Int64) -> Notes<Message.ID, RequestError> {
    Notes(timelines.message(at: Timestamp(milliseconds: time), in: room))
  }

  private func next(_ text: String) async throws -> RehearsedTransport.Exchange {
    try await rehearsal.transport.next(.get, text)
  }

  @Test("the event that the server names, without a request when the store has it")
  func known() async throws {
    try await sync(message("1"), message("2"))
    let notes = find(5)
    let request = try await next("/timestamp_to_event")
    #expect(request.path.contains("ts=5") && request.path.contains("dir=f"))
    request.reply(200, #"{"event_id":"$2","origin_server_ts":7}"#)
    try await notes.ended()
    #expect(notes.values.map(\.rawValue) == ["$2"])
  }

  @Test("after the newest event, that one; an event without a line leads to the line beside it")
  func newest() async throws {
    try await sync(message("1"), silent("x"))
    let notes = find(99)
    try await next("dir=f").reply(404, #"{"errcode":"M_NOT_FOUND"}"#)
    try await next("dir=b").reply(200, #"{"event_id":"$x"}"#)
    try await notes.ended()
    #expect(notes.values.map(\.rawValue) == ["$1"])
  }

  @Test("an unknown event is loaded with what is around it")
  func unknown() async throws {
    try await sync(message("9"))
    let notes = find(1)
    try await next("/timestamp_to_event").reply(200, #"{"event_id":"$2"}"#)
    try await next("/context/%242").reply(
      200,
      #"{"event":\#(silent("2")),"events_before":[\#(message("1"))],"#
        + #""events_after":[\#(message("3"))],"start":"s","state":[]}"#)
    try await notes.ended()
    #expect(notes.values.map(\.rawValue) == ["$3"])
  }

  @Test("an empty room, and a response without an event, are errors")
  func errors() async throws {
    try await sync(message("1"))
    let none = find(1)
    try await next("dir=f").reply(404, #"{"errcode":"M_NOT_FOUND"}"#)
    try await next("dir=b").reply(404, #"{"errcode":"M_NOT_FOUND"}"#)
    try await none.ended()
    #expect(none.failure?.operation == .findDate)
    #expect(none.failure?.status == 404)
    let odd = find(1)
    try await next("dir=f").reply(200, #"{"event_id":"odd"}"#)
    try await odd.ended()
    #expect(odd.failure?.reason == .malformedResponse(path: "event_id"))
  }
}
