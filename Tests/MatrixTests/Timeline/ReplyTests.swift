import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Replies", .timeLimit(.minutes(5)))
struct ReplyTests {
  private let rehearsal: Rehearsal
  private let timelines: MatrixTimelineController
  private let room: RoomID

  init() throws {
    rehearsal = try Rehearsal()
    timelines = MatrixTimelineController(network: rehearsal.network, store: rehearsal.store)
    room = try #require(RoomID("!room"))
  }

  private func event(_ id: String, _ body: String, _ relation: String? = nil) -> String {
    let relates = relation.map { #","m.relates_to":\#($0)"# } ?? ""
    return #"{"event_id":"$\#(id)","type":"m.room.message","sender":"@\#(id):x","#
      + #""content":{"msgtype":"m.text","body":"\#(body)"\#(relates)}}"#
  }

  private func reply(_ id: String, to target: String, _ body: String = "yes") -> String {
    event(id, body, #"{"m.in_reply_to":{"event_id":"$\#(target)"}}"#)
  }

  private func show(_ events: String..., isInitial: Bool = false) async throws {
    let list = events.joined(separator: ",")
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"events":[\#(list)]}}}}}"#,
      isInitial: isInitial)
  }

  private func quotes() async throws -> [String] {
    try await rehearsal.timeline(of: room).messages.map { message in
      switch message.reply?.quote {
      case nil: "-"
      case .loading: "…"
      case .missing: "missing"
      case .known(let sender, .text(let text)): "\(sender.rawValue) \(text.body)"
      case .known(_, .redacted): "redacted"
      case .known: "other"
      }
    }
  }

  @Test("quote the current text of their target, whichever came first, and its removal")
  func known() async throws {
    try await show(
      reply("b", to: "a", "> <@a:x> one\\n\\nyes"), event("a", "one"), isInitial: true)
    #expect(try await quotes() == ["@a:x one", "-"])
    #expect(try await rehearsal.timeline(of: room).messages.first?.text == "yes")
    try await show(
      #"{"event_id":"$e","type":"m.room.message","sender":"@a:x","content":{"body":"*","msgtype":"#
        + #""m.text","m.new_content":{"msgtype":"m.text","body":"two"},"m.relates_to":{"#
        + #""rel_type":"m.replace","event_id":"$a"}}}"#)
    #expect(try await quotes() == ["@a:x two", "-"])
    try await show(
      #"{"event_id":"$r","type":"m.room.redaction","sender":"@a:x","content":{"redacts":"$a"}}"#)
    #expect(try await quotes() == ["redacted", "-"])
  }

  @Test("to itself, in a cycle, to an event without a line, and in a thread are harmless")
  func odd() async throws {
    try await show(
      reply("a", to: "a", "me"), reply("b", to: "c", "1"), reply("c", to: "b", "2"),
      #"{"event_id":"$s","type":"m.reaction","sender":"@x:x","content":{}}"#,
      reply("d", to: "s"),
      event(
        "t", "thread",
        #"{"rel_type":"m.thread","event_id":"$a","is_falling_back":true,"#
          + #""m.in_reply_to":{"event_id":"$a"}}"#),
      event("u", "junk", #"{"m.in_reply_to":{"event_id":7}}"#), isInitial: true)
    #expect(
      try await quotes() == ["@a:x me", "@c:x 2", "@b:x 1", "missing", "-"])
    #expect(try await rehearsal.timeline(of: room).unknownQuotes.isEmpty)
  }

  @Test("a target that is not known is requested once, and is no line of the history")
  func fetched() async throws {
    try await show(reply("b", to: "far"), reply("c", to: "far"), isInitial: true)
    let notes = try await Notes(timelines.timeline(of: room)).started()
    #expect(try await quotes() == ["…", "…"])
    let request = try await rehearsal.transport.next(.get, "/event/%24far")
    // The target is a reply itself: its own target is of no interest.
    request.reply(200, reply("far", to: "farther", "long ago"))
    try await eventually { (try? await quotes()) == ["@far:x long ago", "@far:x long ago"] }
    try await show(event("d", "more"))
    #expect(rehearsal.transport.log.count == 1)
    #expect(try await rehearsal.timeline(of: room).people.keys.map(\.rawValue).contains("@far:x"))
    try await show(event("far", "long ago"))
    #expect(try await quotes() == ["@far:x long ago", "@far:x long ago", "-", "…"])
    notes.dispose()
  }

  @Test("what the server does not give out, or replaces by another event, is not available")
  func missing() async throws {
    try await show(reply("b", to: "one"), reply("c", to: "two"), isInitial: true)
    let notes = try await Notes(timelines.timeline(of: room)).started()
    try await rehearsal.transport.next(.get, "/event/%24two").reply(
      404, #"{"errcode":"M_NOT_FOUND"}"#)
    try await rehearsal.transport.next(.get, "/event/%24one").reply(200, event("evil", "x"))
    try await eventually { (try? await quotes()) == ["missing", "missing"] }
    #expect(try await rehearsal.timeline(of: room).messages.count == 2)
    try await show(event("d", "more"))
    #expect(rehearsal.transport.log.count == 2)
    notes.dispose()
  }

  @Test("after a lost connection the next change of the timeline asks again")
  func offline() async throws {
    try await show(reply("b", to: "one"), isInitial: true)
    let notes = try await Notes(timelines.timeline(of: room)).started()
    try await rehearsal.transport.next(.get, "/event/%24one").reply(500, "oops")
    try await eventually { await timelines.waitingQuoteCount == 0 }
    #expect(try await quotes() == ["…"])
    try await show(event("d", "more"))
    try await rehearsal.transport.next(.get, "/event/%24one").reply(200, event("one", "there"))
    try await eventually { (try? await quotes()) == ["@one:x there", "-"] }
    notes.dispose()
  }

  @Test("a message far away is requested with those around it, once")
  func far() async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"limited":true,"#
        + #""prev_batch":"p","events":[\#(reply("b", to: "far"))]}}}}}"#, isInitial: true)
    let target = try #require(Message.ID("$far"))
    let notes = Notes(timelines.loadMessages(around: target, in: room))
    let request = try await rehearsal.transport.next(.get, "/context/%24far")
    #expect(request.path.contains("limit=50"))
    request.reply(
      200,
      #"{"event":\#(event("far", "long ago")),"events_before":[\#(event("c", "before"))],"#
        + #""events_after":[\#(event("d", "after"))],"start":"s","end":"e","state":[]}"#)
    try await notes.ended()
    #expect(notes.isCompleted)
    let timeline = try await rehearsal.store.value(of: .timeline(of: room, at: .message(target)))
    #expect(timeline.messages.compactMap(\.text) == ["before", "long ago", "after", "yes"])
    #expect(timeline.gaps.map(\.rawValue) == ["$b"])
    let again = Notes(timelines.loadMessages(around: target, in: room))
    try await again.ended()
    #expect(rehearsal.transport.log.count == 1)

    let missing = Notes(
      timelines.loadMessages(around: try #require(Message.ID("$gone")), in: room))
    try await rehearsal.transport.next(.get, "/context/%24gone").reply(
      404, #"{"errcode":"M_NOT_FOUND"}"#)
    try await missing.ended()
    #expect(missing.failure?.status == 404)
  }

  @Test("a message that may lie in a gap between known ones is reached page by page")
  func inGap() async throws {
    for (token, id) in [("p1", "a"), ("p2", "z")] {
      try await rehearsal.apply(
        #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"limited":true,"#
          + #""prev_batch":"\#(token)","events":[\#(event(id, id))]}}}}}"#, isInitial: token == "p1"
      )
    }
    let target = try #require(Message.ID("$far"))
    let notes = Notes(timelines.loadMessages(around: target, in: room))
    try await rehearsal.transport.next(.get, "/context/%24far").reply(
      200,
      #"{"event":\#(event("far", "far")),"events_before":[],"events_after":[],"start":"s","#
        + #""end":"e","state":[]}"#)
    try await rehearsal.transport.next(.get, "from=p2").reply(
      200, #"{"chunk":[\#(event("y", "y"))],"start":"p2","end":"p3"}"#)
    try await rehearsal.transport.next(.get, "from=p3").reply(
      200,
      #"{"chunk":[\#(event("far", "far")),\#(event("b", "b")),\#(event("a", "a"))],"#
        + #""start":"p3","end":"p4"}"#)
    try await notes.ended()
    #expect(notes.isCompleted)
    let timeline = try await rehearsal.store.value(of: .timeline(of: room, at: .message(target)))
    #expect(timeline.messages.compactMap(\.text) == ["a", "b", "far", "y", "z"])
    #expect(timeline.gaps.isEmpty)
  }

  @Test("an unsent reply quotes its target, and mentions the target's sender")
  func outgoing() async throws {
    let sender = try rehearsal.sender()
    try await show(event("a", "one"), isInitial: true)
    let target = ReplyTarget(
      message: try #require(Message.ID("$a")), mentioned: UserID("@a:x"))
    let notes = try await Notes(sender.send(.text("mine", replyTo: target), to: room)).started()
    #expect(try await quotes() == ["-", "@a:x one"])
    let unsent = try #require(notes.values.first?.id)
    let second = try await Notes(
      sender.send(.text("more", replyTo: ReplyTarget(message: unsent)), to: room)
    ).started()
    #expect(try await quotes() == ["-", "@a:x one", "\(Rehearsal.me) mine"])
    let put = try await rehearsal.transport.next(.put, "/m.room.message/")
    #expect(put.body.contains(#""m.mentions":{"user_ids":["@a:x"]}"#))
    #expect(put.body.contains(#""m.in_reply_to":{"event_id":"$a"}"#))
    withExtendedLifetime((notes, second)) {}
  }
}
