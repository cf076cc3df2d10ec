import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Loading threads", .timeLimit(.minutes(5)))
struct ThreadLoaderTests {
  private let rehearsal: Rehearsal
  private let timelines: MatrixTimelineController
  private let room: RoomID
  private let thread: ThreadID

  init() throws {
    rehearsal = try Rehearsal()
    timelines = MatrixTimelineController(network: rehearsal.network, store: rehearsal.store)
    room = try #require(RoomID("!room"))
    thread = ThreadID(room: room, root: Message.ID(try #require(EventID("$root"))))
  }

  private func event(_ id: String, in root: String? = nil) -> String {
    let relation = root.map {
      #","m.relates_to":{"rel_type":"m.thread","event_id":"$\#($0)"}"#
    }
    return #"{"event_id":"$\#(id)","type":"m.room.message","sender":"@a:x","#
      + #""content":{"msgtype":"m.text","body":"\#(id)"\#(relation ?? "")}}"#
  }

  private func show(_ events: String..., isLimited: Bool = false) async throws {
    let list = events.joined(separator: ",")
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"limited":\#(isLimited),"#
        + #""prev_batch":"p","events":[\#(list)]}}}}}"#, isInitial: false)
  }

  private func texts() async throws -> [String] {
    try await rehearsal.store.value(of: .timeline(of: thread)).messages.map {
      if case .text(let text) = $0.content { text.body } else { "-" }
    }
  }

  /// Runs a load whose requests are answered in order, each recognised by the end of its path.
  private func run(
    _ load: Signal<Void, RequestError>, _ answers: (path: String, body: String)...
  ) async throws {
    let before = rehearsal.transport.log.count
    let notes = Notes(load)
    for (path, body) in answers {
      try await rehearsal.transport.next(.get, path).reply(200, body)
    }
    try await notes.ended()
    #expect(notes.failure == nil)
    #expect(rehearsal.transport.log.count - before == answers.count)
  }

  @Test("pages reach back to the beginning, which is requested once, and then nothing is")
  func pages() async throws {
    try await show(event("9", in: "root"), isLimited: true)
    let relations = "/relations/%24root"
    try await run(
      timelines.loadOlder(in: thread, before: nil), ("/event/%24root", event("root")),
      (
        relations,
        #"{"chunk":[\#(event("9", in: "root")),\#(event("8", in: "root")),"#
          + #"\#(event("7", in: "other"))],"next_batch":"m"}"#
      ))
    #expect(try await texts() == ["root", "8", "9"])
    try await run(
      timelines.loadOlder(in: thread, before: nil),
      (relations, #"{"chunk":[\#(event("6", in: "root"))]}"#))
    #expect(try await texts() == ["root", "6", "8", "9"])
    #expect(try await rehearsal.store.value(of: .timeline(of: thread)).hasOlder == false)
    try await run(timelines.loadOlder(in: thread, before: nil))
  }

  @Test("reactions and edits of old messages come with them; pages of nothing else are skipped")
  func changes() async throws {
    try await show(event("root"))
    try await show(event("9"), isLimited: true)
    let relations = "/relations/%24root"
    let reaction =
      #"{"event_id":"$r","type":"m.reaction","sender":"@b:x","content":{"m.relates_to":"#
      + #"{"rel_type":"m.annotation","event_id":"$2","key":"👍"}}}"#
    let edit =
      #"{"event_id":"$e","type":"m.room.message","sender":"@a:x","content":{"body":"* two","#
      + #""msgtype":"m.text","m.new_content":{"body":"two","msgtype":"m.text"},"#
      + #""m.relates_to":{"rel_type":"m.replace","event_id":"$2"}}}"#
    try await run(
      timelines.loadOlder(in: thread, before: nil),
      (relations, #"{"chunk":[\#(reaction)],"next_batch":"m"}"#),
      (relations, #"{"chunk":[\#(edit)],"next_batch":"n"}"#),
      (relations, #"{"chunk":[\#(event("2", in: "root"))],"next_batch":"o"}"#))
    let old = try #require(
      try await rehearsal.store.value(of: .timeline(of: thread)).messages.last)
    #expect(old.reactions == [Reaction(key: "👍", count: 1)])
    #expect(old.isEdited)
    #expect(try await texts().last == "two")
  }

  @Test("an open thread requests its end when a gap in the room may hide it")
  func opened() async throws {
    try await show(event("root"), event("1", in: "root"))
    try await show(event("5"), isLimited: true)
    let notes = try await Notes(timelines.thread(thread, around: .just(.newest))).started()
    try await rehearsal.transport.next(.get, "/relations/%24root").reply(
      200, #"{"chunk":[\#(event("3", in: "root")),\#(event("2", in: "root"))],"next_batch":"m"}"#)
    try await eventually { (try? await texts()) == ["root", "1", "2", "3"] }
    notes.dispose()
  }

  @Test("a thread that the room has as a whole needs no request")
  func known() async throws {
    try await show(
      #"{"event_id":"$c","type":"m.room.create","state_key":"","sender":"@a:x","content":{}}"#,
      event("root"), event("1", in: "root"))
    try await run(timelines.loadOlder(in: thread, before: nil))
    #expect(try await texts() == ["root", "1"])
  }

  @Test("pages of a thread are loaded until a message has its place, which is requested if unknown")
  func reached() async throws {
    try await show(event("root"))
    try await show(event("9", in: "root"), event("now"), isLimited: true)
    let target = try #require(Message.ID("$2"))
    #expect(await timelines.home(of: target, in: room).first() == .some(nil))
    let relations = "/relations/%24root"
    try await run(
      timelines.loadMessages(around: target, in: thread), ("/event/%242", event("2", in: "root")),
      (relations, #"{"chunk":[\#(event("9", in: "root"))],"next_batch":"m"}"#),
      (relations, #"{"chunk":[\#(event("2", in: "root"))],"next_batch":"o"}"#))
    #expect(try await texts() == ["root", "2", "9"])
    #expect(
      await timelines.home(of: target, in: room).first() == .some(.thread(thread.root)))
    let now = try #require(Message.ID("$now"))
    #expect(await timelines.home(of: now, in: room).first() == .some(.room))
    try await run(timelines.loadMessages(around: now, in: thread))
  }

  @Test("a thread's message far back in the room is found there without pages of the room")
  func foundInThread() async throws {
    try await show(event("9"), isLimited: true)
    let target = try #require(Message.ID("$2"))
    try await run(
      timelines.loadMessages(around: target, in: room),
      ("/context/%242", #"{"event":\#(event("2", in: "root")),"start":"s"}"#))
    #expect(
      await timelines.home(of: target, in: room).first() == .some(.thread(thread.root)))
  }

  @Test("a thread whose beginning nobody shows stands in the room, and so do later messages of it")
  func void() async throws {
    try await show(event("1", in: "gone"), event("2", in: "root"))
    let notes = try await Notes(timelines.timeline(of: room)).started()
    func shown() async throws -> [String?] {
      try await rehearsal.timeline(of: room).messages.map { $0.eventID?.rawValue }
    }
    #expect(try await shown() == [])
    try await rehearsal.transport.next(.get, "/event/%24root").reply(200, event("root"))
    try await rehearsal.transport.next(.get, "/event/%24gone").reply(
      404, #"{"errcode":"M_NOT_FOUND"}"#)
    try await eventually { (try? await shown()) == ["$1"] }
    try await show(event("3", in: "gone"))
    #expect(try await shown() == ["$1", "$3"])
    let gets = rehearsal.transport.log.count
    try await show(event("4"))
    try await eventually { (try? await shown()) == ["$1", "$3", "$4"] }
    #expect(rehearsal.transport.log.count == gets)
    notes.dispose()
  }

  @Test("the list of threads has a page after the other, each thread with the server's count")
  func list() async throws {
    try await show(event("1"), isLimited: true)
    func root(_ id: String, _ count: Int) -> String {
      let latest = event("\(id)-last", in: id)
      let unsigned =
        #""unsigned":{"m.relations":{"m.thread":{"count":\#(count),"latest_event":\#(latest)}}}"#
      return String(event(id).dropLast()) + "," + unsigned + "}"
    }
    let threads = timelines.loadThreads(of: room)
    try await run(
      threads, ("/threads", #"{"chunk":[\#(root("b", 3))],"next_batch":"m"}"#))
    var list = try await rehearsal.store.value(of: .threadList(of: room))
    #expect(list.messages.map { $0.thread?.count } == [3])
    #expect(list.hasOlder)
    try await run(threads, ("/threads", #"{"chunk":[\#(root("a", 2))]}"#))
    try await run(threads)
    list = try await rehearsal.store.value(of: .threadList(of: room))
    #expect(Set(list.messages.compactMap { $0.thread?.count }) == [2, 3])
    #expect(!list.hasOlder)
  }

  @Test(
    "a message of a thread shows there at once, in its room's line, and is sent with its relation")
  func outgoing() async throws {
    let sender = try rehearsal.sender()
    try await show(event("root"), event("1", in: "root"))
    let target = ThreadTarget(root: thread.root, latest: try #require(Message.ID("$1")))
    let notes = try await Notes(
      sender.send(.threaded(.text("mine"), in: target), to: room)
    ).started()
    #expect(try await texts() == ["root", "1", "mine"])
    let timeline = try await rehearsal.timeline(of: room)
    #expect(timeline.messages.count == 1)
    #expect(timeline.messages.first?.thread?.count == 2)
    let put = try await rehearsal.transport.next(.put, "/m.room.message/")
    let relation = try JSONValue(Array(put.body.utf8))["m.relates_to"]
    #expect(relation?["rel_type"]?.string == "m.thread")
    #expect(relation?["event_id"]?.string == "$root")
    #expect(relation?["is_falling_back"]?.boolean == true)
    #expect(relation?["m.in_reply_to"]?["event_id"]?.string == "$1")
    notes.dispose()
  }
}
