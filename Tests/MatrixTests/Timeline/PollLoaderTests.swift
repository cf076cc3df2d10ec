import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Votes in gaps of the history", .timeLimit(.minutes(5)))
struct PollLoaderTests {
  private let rehearsal: Rehearsal
  private let timelines: MatrixTimelineController
  private let room: RoomID

  init() throws {
    rehearsal = try Rehearsal()
    timelines = MatrixTimelineController(network: rehearsal.network, store: rehearsal.store)
    room = try #require(RoomID("!room"))
  }

  private static let poll =
    #"{"event_id":"$p","type":"m.poll.start","sender":"@a:x","content":{"m.poll":{"#
    + #""question":{"body":"Fruit?"},"answers":[{"m.id":"a"},{"m.id":"b"}]}}}"#

  private static func vote(_ id: String) -> String {
    #"{"event_id":"$\#(id)","type":"m.poll.response","sender":"@\#(id):x","content":{"#
      + #""m.relates_to":{"rel_type":"m.reference","event_id":"$p"},"m.selections":["a"]}}"#
  }

  private func show(_ events: String..., isGapped: Bool, isInitial: Bool = false) async throws {
    let list = events.joined(separator: ",")
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"events":[\#(list)],"#
        + #""limited":\#(isGapped),"prev_batch":"t"}}}}}"#, isInitial: isInitial)
  }

  private var votes: PollVotes? {
    get async throws { try await rehearsal.timeline(of: room).messages.first?.votes }
  }

  @Test("are requested page by page once the poll is shown, and again after another gap")
  func fetched() async throws {
    try await show(Self.poll, isGapped: false, isInitial: true)
    let notes = try await Notes(timelines.timeline(of: room)).started()
    try await show(Self.vote("9"), isGapped: true)
    let first = try await rehearsal.transport.next(.get, "/relations/%24p/m.reference?")
    first.reply(200, #"{"chunk":[\#(Self.vote("9")),\#(Self.vote("8"))],"next_batch":"more"}"#)
    let second = try await rehearsal.transport.next(.get, "from=more")
    #expect(try await votes == PollVotes(counts: [2, 0], voters: 2, isComplete: false))
    second.reply(200, #"{"chunk":[\#(Self.vote("7"))]}"#)
    try await eventually {
      (try? await votes) == PollVotes(counts: [3, 0], voters: 3, isComplete: true)
    }
    try await show(Self.vote("6"), isGapped: false)
    #expect(rehearsal.transport.log.count == 2, "nothing can be missing")

    try await show(Self.vote("5"), isGapped: true)
    try await rehearsal.transport.next(.get, "/relations/%24p/").reply(200, #"{"chunk":[]}"#)
    try await eventually { (try? await votes)?.isComplete == true }
    notes.dispose()
  }

  @Test("that cannot be had are said to be missing, and are asked for again later")
  func failed() async throws {
    try await show(Self.poll, isGapped: false, isInitial: true)
    let notes = try await Notes(timelines.timeline(of: room)).started()
    try await show(Self.vote("9"), isGapped: true)
    try await rehearsal.transport.next(.get, "/relations/").reply(502, "")
    #expect(try await votes?.isComplete == false)
    try await eventually {
      try? await show(Self.vote("1"), isGapped: false)
      return rehearsal.transport.log.count == 2
    }
    try await rehearsal.transport.next(.get, "/relations/").reply(200, #"{"chunk":[]}"#)
    try await eventually { (try? await votes)?.isComplete == true }
    notes.dispose()
  }
}
