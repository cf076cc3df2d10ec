import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models

/// How much of a response that names very many events is in memory at once.
@Suite("Bounded news", .timeLimit(.minutes(5)))
struct BoundedNewsTests {
  /// The events of one list that may be in memory, and those of one transaction.
  private static let (mostOfList, mostOfPart) = (500, 1001)
  private let me: UserID
  private let room: RoomID

  init() throws {
    me = try #require(UserID("@me:x"))
    room = try #require(RoomID("!r0"))
  }

  private func message(_ id: Int) -> String {
    #"{"event_id":"$\#(id)","type":"m.room.message","sender":"@u\#(id % 7):x","#
      + #""origin_server_ts":\#(id),"content":{"msgtype":"m.text","body":"\#(id)"}}"#
  }

  private func member(_ id: Int, _ name: String) -> String {
    #"{"event_id":"$m\#(id)\#(name)","type":"m.room.member","sender":"@u\#(id):x","#
      + #""state_key":"@u\#(id):x","content":{"membership":"join","displayname":"\#(name) \#(id)"}}"#
  }

  private func list(_ events: [String]) -> String { "[" + events.joined(separator: ",") + "]" }

  private func full(
    _ rooms: [String], isInitial: Bool = false
  ) throws -> (SyncNews, JSONIssues) {
    let joined = rooms.enumerated().map { #""!r\#($0)":\#($1)"# }.joined(separator: ",")
    let response = try LenientResponse<RawSyncResponse>(
      Array(#"{"next_batch":"n","rooms":{"join":{\#(joined)}}}"#.utf8))
    let news = SyncNews(response.value, isInitial: isInitial, token: "n")
    return (news, response.issues)
  }

  private func sliding(_ rooms: [String]) throws -> SyncNews {
    let joined = rooms.enumerated().map { #""!r\#($0)":\#($1)"# }.joined(separator: ",")
    let response = try LenientResponse<RawSlidingSyncResponse>(
      Array(#"{"pos":"p","rooms":{\#(joined)}}"#.utf8))
    return SyncNews(
      response, view: SlidingView(response.value, asked: SlidingWindow()), own: me.rawValue,
      isFirst: false, token: SyncToken(.sliding, "p"))
  }

  /// Checks the bounds of all parts; returns the events that they have together.
  private func checkedCount(of news: SyncNews) -> Int {
    var count = 0
    for part in SyncPart.parts(of: news) {
      #expect(part.eventCount <= Self.mostOfPart)
      for room in part.rooms {
        for list in room.lists {
          #expect(list.count <= Self.mostOfList && Array(list).count == list.count)
          count += list.count
        }
      }
    }
    return count
  }

  @Test("a part of a response has few events, however many it has in one room or in all")
  func parts() throws {
    let events = (0..<3000).map(message)
    let members = (0..<1700).map { member($0, "A") }
    let one = #"{"timeline":{"events":\#(list(events))},"state":{"events":\#(list(members))}}"#
    #expect(try checkedCount(of: full([one]).0) == 4700)
    let slid = #"{"timeline":\#(list(events)),"required_state":\#(list(members))}"#
    #expect(try checkedCount(of: sliding([slid])) == 4700)

    let many = (0..<300).map { room in
      list((room * 10..<room * 10 + 10).map(message))
    }
    #expect(
      try checkedCount(of: full(many.map { #"{"timeline":{"events":\#($0)}}"# }).0) == 3000)
    #expect(try checkedCount(of: sliding(many.map { #"{"timeline":\#($0)}"# })) == 3000)
  }

  @Test(
    "events of many bytes are in memory a few at a time; one that no server may send is dropped")
  func bytes() throws {
    func event(_ id: Int, _ count: Int) -> String {
      message(id).replacing(#""body":""#, with: #""body":""# + String(repeating: "x", count: count))
    }
    let events = (0..<9).map { event($0, 900_000) } + [event(90, 2_000_000), event(91, 1)]
    let (news, issues) = try full([#"{"timeline":{"events":\#(list(events))}}"#])
    #expect(issues.count == 1)
    #expect(issues.list.first?.path == #"$.rooms.join["!r0"].timeline.events[9]"#)
    let lists = SyncPart.parts(of: news).flatMap(\.rooms).flatMap(\.lists)
    #expect(lists.reduce(0) { $0 + $1.count } == 10)
    #expect(lists.allSatisfy { $0.count <= 5 })
  }

  @Test("an invite with very many events is cut")
  func invite() throws {
    let response = try RawSyncResponse.decode(
      Array(
        #"{"rooms":{"invite":{"!r0":{"invite_state":{"events":\#(list((0..<3000).map { member($0, "A") }))}}}}}"#
          .utf8))
    let parts = SyncPart.parts(of: SyncNews(response, isInitial: false, token: "n"))
    #expect(parts.map(\.eventCount).allSatisfy { $0 <= Self.mostOfPart })
    #expect(try StoreRehearsal(userID: me).apply(response, isInitial: false).rooms == [room])
  }

  @Test(
    "a room whose state fills several transactions is the same as one that came little by little")
  func state() throws {
    // The timeline has the newer names.
    let old = (0..<1200).map { member($0, "Old") }
    let new = (0..<1200).map { member($0, "New") }
    let messages = (0..<1300).map(message)
    let timeline = #""prev_batch":"t","limited":true,"events":\#(list(new + messages))"#
    let whole = try StoreRehearsal(userID: me)
    try whole.apply(
      full([#"{"timeline":{\#(timeline)},"state":{"events":\#(list(old))}}"#], isInitial: true).0)
    try expectAll(whole)

    let slid = try StoreRehearsal(userID: me)
    try slid.apply(
      sliding([
        #"{"initial":true,"prev_batch":"t","limited":true,"timeline":\#(list(messages)),"#
          + #""required_state":\#(list(new))}"#
      ]))
    try expectAll(slid)
  }

  private func expectAll(_ store: StoreRehearsal) throws {
    let shown = try store.timeline(of: room)
    let newest = 1300 - Limits.newestLines..<1300
    #expect(shown.messages.compactMap(\.text) == newest.map(String.init))
    let first = try #require(Message.ID("$0"))
    let start = try store.timeline(of: room, at: .message(first))
    #expect(start.messages.compactMap(\.text).first == "0" && start.hasOlder && start.gaps.isEmpty)
    #expect(try store.gap(in: room)?.token == "t")
    let number = try #require(store.contents.rooms[room]).number
    let users = try store.read { try $1.joinedMembers(of: number) }
    #expect(users.count == 1200 && users.allSatisfy { $0.displayName?.hasPrefix("New") == true })
  }

  @Test("events are missing before a room with much state, joined again")
  func rejoined() throws {
    let store = try StoreRehearsal(userID: me)
    try store.apply(full([#"{"timeline":{"events":\#(list([message(1)]))}}"#]).0)
    try store.apply(
      RawSyncResponse.decode(Array(#"{"rooms":{"leave":{"!r0":{}}}}"#.utf8)), isInitial: false)
    let members = list((0..<1200).map { member($0, "A") })
    try store.apply(
      full([
        #"{"timeline":{"prev_batch":"t","events":\#(list([message(5), message(6)]))},"#
          + #""state":{"events":\#(members)}}"#
      ]).0)
    #expect(try store.timeline(of: room).gaps.map(\.rawValue) == ["$5"])
    #expect(try store.gap(in: room)?.token == "t")
  }

  @Test("a page with very many events is added in parts, and its end counts once all are there")
  func page() throws {
    let store = try StoreRehearsal(userID: me)
    try store.apply(
      full([#"{"timeline":{"prev_batch":"a","limited":true,"events":\#(list([message(3000)]))}}"#])
        .0)
    let page = try RawMessagesResponse.decode(
      Array(
        (#"{"chunk":\#(list((1000..<3000).reversed().map(message))),"end":"b","#
          + #""state":\#(list((0..<1200).map { member($0, "A") }))}"#).utf8))
    let gap = try #require(try store.gap(in: room))
    let pieces = HistoryPage(response: page, gap: gap).pieces
    #expect(pieces.count == 6)
    #expect(pieces.allSatisfy { $0.events.count <= 500 && $0.state.count <= 500 })
    for (index, piece) in pieces.enumerated() {
      #expect(try store.gap(in: room)?.token == "a")
      // A part that comes again, after a crash, changes nothing.
      for _ in 0..<(index == 3 ? 2 : 1) {
        try store.change { try $0.prepend(piece, to: room, $1) }
      }
    }
    #expect(try store.gap(in: room)?.token == "b")
    let first = try #require(Message.ID("$1000"))
    let shown = try store.timeline(of: room, at: .message(first)).messages.compactMap(\.text)
    #expect(shown == (1000..<1000 + Limits.linesAround).map(String.init))
    let place = try #require(Message.ID("$2900"))
    let end = try store.timeline(of: room, at: .message(place)).messages.compactMap(\.text)
    #expect(end == (2900 - Limits.linesAround...3000).map(String.init))
  }
}

extension RoomNews {
  /// The lists of room events.
  fileprivate var lists: [RawEvents] {
    switch news {
    case .joined(let news): [news.room.state, news.room.timeline?.events ?? []]
    case .left(let room): [room.state, room.timeline?.events ?? []]
    case .invited, .asking, .markers: []
    }
  }
}
