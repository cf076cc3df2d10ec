import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

/// The polls of sliding sync and what the store has after them.
@Suite("Sliding sync", .timeLimit(.minutes(5)))
struct SlidingSyncTests {
  private let rehearsal: Rehearsal
  private let sync: MatrixSyncController
  private let states: Notes<ConnectionState, Never>

  init() throws {
    rehearsal = try Rehearsal()
    sync = Self.controller(rehearsal)
    states = Notes(sync.connection)
  }

  private static func controller(_ rehearsal: Rehearsal) -> MatrixSyncController {
    MatrixSyncController(
      network: rehearsal.network, store: rehearsal.store, scheduler: rehearsal.clock,
      backoff: Backoff { 1 })
  }

  private func start() async throws {
    sync.start()
    try await rehearsal.offer(sliding: true)
  }

  private func nextPoll(
    of rehearsal: Rehearsal? = nil
  ) async throws -> RehearsedTransport.Exchange {
    try await (rehearsal ?? self.rehearsal).transport.next(.post, "simplified_msc3575/sync")
  }

  /// A response that shows the first rooms of a list and has news of some of them.
  private func response(
    _ pos: String, rooms ids: [String], of count: Int? = nil, news: [String: String] = [:]
  ) -> String {
    let shown = ids.map { "\"\($0)\"" }.joined(separator: ",")
    let rooms = news.map { "\"\($0)\":\($1)" }.joined(separator: ",")
    return
      #"{"pos":"\#(pos)","lists":{"first":{"count":\#(count ?? ids.count),"ops":[{"op":"SYNC","#
      + #""range":[0,19],"room_ids":[\#(shown)]}]}},"rooms":{\#(rooms)}}"#
  }

  private func ids(_ count: Int) -> [String] { (0..<count).map { "!\($0)" } }

  private func described(_ ids: [String]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: ids.map { ($0, #"{"initial":true}"#) })
  }

  private func message(_ id: Int) -> String {
    #"{"event_id":"$\#(id)","type":"m.room.message","sender":"@bob:x","origin_server_ts":\#(id),"#
      + #""content":{"msgtype":"m.text","body":"\#(id)"}}"#
  }

  /// News of a room with messages.
  private func messages(_ ids: ClosedRange<Int>, _ flags: String) -> String {
    #"{\#(flags),"prev_batch":"t\#(ids.lowerBound)","timeline":["#
      + ids.map(message).joined(separator: ",") + "]}"
  }

  private func joined(_ store: AccountStore) -> Set<String> {
    Set(store.current.rooms.values.filter { $0.membership == .joined }.map(\.id.rawValue))
  }

  @Test("the first rooms are shown at once, then all are requested, then the server may wait")
  func growth() async throws {
    try await start()
    let first = try await nextPoll()
    #expect(first.path.hasSuffix("?timeout=0&set_presence=offline"))
    let request = try JSONValue.decode(Array(first.body.utf8))
    let list = request["lists"]?["first"]
    #expect(list?["ranges"]?.text == "[[0,19]]" && list?["timeline_limit"]?.integer == 20)
    #expect(request["lists"]?["all"] == nil)
    #expect(list?["required_state"]?.text.contains(#"["m.room.member","$LAZY"]"#) == true)
    let names = ids(120)
    let top = Array(names.prefix(20))
    first.reply(200, response("p1", rooms: top, of: 120, news: described(top)))

    let second = try await nextPoll()
    #expect(second.path.contains("timeout=0") && second.path.contains("pos=p1"))
    #expect(second.body.contains("[[0,99]]") && second.body.contains("[[0,19]]"))
    #expect(Notes(rehearsal.store.rooms).values.last?.count == 20)
    #expect(states.values.last == .online)
    #expect(!rehearsal.store.current.hasSynced)
    let more = Array(names.prefix(100))
    second.reply(200, response("p2", rooms: more, of: 120, news: described(more)))
    let third = try await nextPoll()
    #expect(third.path.contains("timeout=0") && third.body.contains("[[0,499]]"))
    third.reply(200, response("p3", rooms: names, news: described(names)))

    let fourth = try await nextPoll()
    #expect(fourth.path.contains("timeout=30000") && fourth.path.contains("pos=p3"))
    #expect(fourth.body.contains("[[0,499]]"))
    #expect(rehearsal.store.current.hasSynced)
    #expect(joined(rehearsal.store).count == 120)
    sync.stop()
  }

  @Test("a server that claims more rooms than it shows is not asked for them")
  func exaggeration() async throws {
    try await start()
    try await nextPoll().reply(200, response("p1", rooms: ids(3), of: 1 << 40))
    #expect(try await nextPoll().path.contains("timeout=30000"))
    sync.stop()
  }

  @Test("rooms that were left meanwhile are known as left once all rooms were received")
  func left() async throws {
    try await rehearsal.apply(
      #"{"next_batch":"s","rooms":{"join":{"!0":{},"!gone":{}},"invite":{"!old":{"invite_state":{}}}}}"#,
      isInitial: true)
    try await start()
    let names = ids(25)
    let top = Array(names.prefix(20))
    try await nextPoll().reply(200, response("p1", rooms: top, of: 25, news: described(top)))
    let second = try await nextPoll()
    #expect(joined(rehearsal.store) == Set(top + ["!gone"]))
    let rest = Array(names.dropFirst(20))
    second.reply(200, response("p2", rooms: names, news: described(rest)))
    _ = try await nextPoll()
    #expect(joined(rehearsal.store) == Set(names))
    #expect(rehearsal.store.current.rooms.values.allSatisfy { $0.membership != .invited })
    sync.stop()
  }

  @Test("a position that the server no longer knows costs neither history nor read positions")
  func unknownPosition() async throws {
    let room = try #require(RoomID("!0"))
    try await start()
    try await nextPoll().reply(
      200,
      response(
        "p1", rooms: ["!0"], news: ["!0": messages(1...5, #""initial":true,"limited":true"#)]))
    let poll = try await nextPoll()
    _ = try await rehearsal.store.change { contents, _ in
      contents.markRead(room, upTo: try #require(EventID("$4")))
    }
    poll.reply(400, #"{"errcode":"M_UNKNOWN_POS","error":"gone"}"#)
    let anew = try await nextPoll()
    #expect(!anew.path.contains("pos=") && anew.body.contains("[[0,19]]"))
    #expect(!states.values.contains { if case .offline = $0 { true } else { false } })
    anew.reply(
      200,
      response(
        "q1", rooms: ["!0"], news: ["!0": messages(3...7, #""initial":true,"limited":true"#)]))
    _ = try await nextPoll()

    var timeline = try await rehearsal.timeline(of: room)
    #expect(timeline.messages.compactMap(\.text) == (1...7).map(String.init))
    #expect(timeline.gaps.isEmpty && timeline.readUpTo?.rawValue == "$4")
    #expect(rehearsal.store.current.rooms[room]?.unreadCount == 3)

    try await rehearsal.store.forgetSyncToken()
    sync.stop()
    sync.start()
    try await nextPoll().reply(
      200,
      response(
        "r1", rooms: ["!0"], news: ["!0": messages(20...22, #""initial":true,"limited":true"#)]))
    _ = try await nextPoll()
    timeline = try await rehearsal.timeline(of: room)
    #expect(timeline.gaps.map(\.rawValue) == ["$20"])
    #expect(timeline.messages.first?.text == "1")
    sync.stop()
  }

  @Test("the next run continues from the position, with the rooms on the screen")
  func restart() async throws {
    try await start()
    try await nextPoll().reply(
      200, response("p1", rooms: ["!0"], news: ["!0": messages(1...3, #""initial":true"#)]))
    _ = try await nextPoll()
    sync.stop()

    let next = try Rehearsal(folder: rehearsal.folder)
    #expect(try await next.store.syncStart().token == SyncToken(.sliding, "p1"))
    let rooms = Notes(next.store.rooms).values.last
    #expect(rooms?.map(\.unreadCount) == [3])
    #expect(!next.store.current.hasSynced)
    let again = Self.controller(next)
    again.start()
    try await next.offer(sliding: true)
    let poll = try await nextPoll(of: next)
    #expect(poll.path.contains("pos=p1"))
    poll.reply(
      200, response("p2", rooms: ["!0"], news: ["!0": messages(4...4, #""num_live":1"#)]))
    _ = try await nextPoll(of: next)
    let timeline = try await next.timeline(of: try #require(RoomID("!0")))
    #expect(timeline.messages.compactMap(\.text) == ["1", "2", "3", "4"])
    #expect(timeline.gaps.isEmpty)
    again.stop()
  }

  @Test("an answer that is lost is requested again from the same position")
  func lost() async throws {
    try await start()
    try await nextPoll().reply(200, response("p1", rooms: []))
    try await nextPoll().fail(.connectionLost("reset", beforeResponse: true))
    // Once more at once, because the request may be repeated.
    try await nextPoll().fail(.timedOut)
    #expect(try await rehearsal.clock.fireNext() == .seconds(1))
    let poll = try await nextPoll()
    #expect(poll.path.contains("pos=p1") && poll.path.contains("timeout=0"))
    sync.stop()
  }

  @Test("an unreadable element is dropped alone, and its path is known")
  func malformed() async throws {
    try await start()
    let room = #"{"initial":true,"timeline":[\#(message(1)),{"event_id":7},\#(message(3))]}"#
    try await nextPoll().reply(
      200, response("p1", rooms: ["!0", "!1"], news: ["!0": room, "!1": "[]"]))
    _ = try await nextPoll()
    let timeline = try await rehearsal.timeline(of: try #require(RoomID("!0")))
    #expect(timeline.messages.compactMap(\.text) == ["1", "3"])
    let paths = Set(rehearsal.store.current.issues.map(\.path))
    #expect(paths.contains { $0.contains("timeline[1]") && $0.contains("!0") })
    #expect(paths.contains { $0.contains("!1") })
    #expect(rehearsal.store.current.dropped == 2)
    sync.stop()
  }

  @Test(
    "a response without a position or readable content does not advance",
    arguments: ["{}", #"{"pos":""}"#, #"{"pos":7}"#, "[]", "<html>"])
  func unreadable(body: String) async throws {
    try await start()
    try await nextPoll().reply(200, response("p1", rooms: []))
    try await nextPoll().reply(200, body)
    #expect(try await rehearsal.clock.fireNext() == .seconds(1))
    #expect(try await nextPoll().path.contains("pos=p1"))
    sync.stop()
  }

  @Test("a message waits until it is known whether its room has become encrypted")
  func encryption() async throws {
    let names = ids(25)
    try await rehearsal.apply(
      #"{"next_batch":"s","rooms":{"join":{"!0":{},"!24":{},"!23":{}}}}"#, isInitial: true)
    let next = try Rehearsal(folder: rehearsal.folder)
    let sync = Self.controller(next)
    let sender = try next.sender(connection: sync.connection)
    let sends = try ["!24", "!23", "!0"].map {
      Notes(sender.send("to \($0)", to: try #require(RoomID($0))))
    }
    sync.start()
    try await next.offer(sliding: true)
    try await nextPoll(of: next).reply(
      200, response("p1", rooms: Array(names.prefix(20)), of: 25, news: described(["!0"])))
    // The room of the first response is current.
    let first = try await next.transport.next(.put, "/send/")
    #expect(first.path.contains("0/send"))
    let poll = try await nextPoll(of: next)
    #expect(next.transport.log.filter { $0.hasPrefix("PUT") }.count == 1)
    let event =
      #"{"event_id":"$e","type":"m.room.encryption","sender":"@bob:x","state_key":"","content":{}}"#
    var news = described(Array(names.dropFirst(20)))
    news["!24"] = #"{"initial":true,"required_state":[\#(event)]}"#
    poll.reply(200, response("p2", rooms: names, news: news))
    let second = try await next.transport.next(.put, "/send/")
    #expect(second.path.contains("23/send"))
    try await sends[0].ended()
    #expect(sends[0].failure?.reason == .encryptedRoom)
    for exchange in [first, second] { exchange.reply(200, #"{"event_id":"$sent"}"#) }
    for send in sends.dropFirst() { try await send.ended() }
    sync.stop()
  }

  @Test("a message of this device is not shown twice")
  func echo() async throws {
    let room = try #require(RoomID("!0"))
    try await start()
    try await nextPoll().reply(
      200, response("p1", rooms: ["!0"], news: ["!0": messages(1...1, #""initial":true"#)]))
    let poll = try await nextPoll()
    let sender = try rehearsal.sender(connection: sync.connection)
    let notes = Notes(sender.send("mine", to: room))
    let send = try await rehearsal.transport.next(.put, "/send/")
    let transaction = try #require(send.path.split(separator: "/").last)
    let event =
      #"{"event_id":"$2","type":"m.room.message","sender":"\#(Rehearsal.me)","#
      + #""content":{"msgtype":"m.text","body":"mine"},"#
      + #""unsigned":{"transaction_id":"\#(transaction)"}}"#
    poll.reply(
      200,
      response("p2", rooms: ["!0"], news: ["!0": #"{"num_live":1,"timeline":[\#(event)]}"#]))
    _ = try await nextPoll()
    send.reply(200, #"{"event_id":"$2"}"#)
    try await notes.ended()
    #expect(try await rehearsal.timeline(of: room).messages.compactMap(\.text) == ["1", "mine"])
    sync.stop()
  }
}
