import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models

@Suite("When rooms were active, by the order of sliding sync")
struct BumpStampTests {
  private let store: StoreRehearsal

  init() throws {
    store = try StoreRehearsal(userID: try #require(UserID("@me:x")))
  }

  /// Applies news of rooms by their names, each with its stamp and events.
  private func apply(
    _ rooms: [String: (stamp: Int?, fields: String)], isPartial: Bool = false
  ) throws {
    let list = rooms.map { name, news in
      let stamp = news.stamp.map { #""bump_stamp":\#($0),"# } ?? ""
      return #""!\#(name)":{\#(stamp)\#(news.fields)}"#
    }
    let json = #"{"pos":"p","rooms":{\#(list.joined(separator: ","))}}"#
    let response = try LenientResponse<RawSlidingSyncResponse>(Array(json.utf8))
    var news = SyncNews(
      response, view: SlidingView(response.value, asked: SlidingWindow()), own: "@me:x",
      isFirst: false, token: SyncToken(.sliding, "p"))
    news.isPartial = isPartial
    try store.apply(news)
  }

  private func timeline(_ events: String..., isFirst: Bool = true) -> String {
    #""initial":\#(isFirst),"timeline":[\#(events.joined(separator: ","))]"#
  }

  private func message(at time: Int) -> String {
    #"{"type":"m.room.message","sender":"@bob:x","event_id":"$t\#(time)","#
      + #""origin_server_ts":\#(time),"content":{"msgtype":"m.text","body":"hello"}}"#
  }

  private func rename(at time: Int) -> String {
    #"{"type":"m.room.name","state_key":"","sender":"@bob:x","event_id":"$n\#(time)","#
      + #""origin_server_ts":\#(time),"content":{"name":"Renamed"}}"#
  }

  private func member(at time: Int, before: String?) -> String {
    let old = before.map { #","unsigned":{"prev_content":{"membership":"\#($0)"}}"# } ?? ""
    return #"{"type":"m.room.member","state_key":"@me:x","sender":"@me:x","event_id":"$j\#(time)","#
      + #""origin_server_ts":\#(time),"content":{"membership":"join","displayname":"Me"}\#(old)}"#
  }

  private func activity(_ name: String) throws -> Int64? {
    let room = try #require(RoomID("!\(name)").flatMap { store.contents.rooms[$0] })
    return try store.value(of: room).lastActivity?.milliseconds
  }

  @Test("a room whose last event is a rename stands between those that are next to it in the order")
  func between() throws {
    try apply([
      "old": (10, timeline(message(at: 1000))), "new": (30, timeline(message(at: 3000))),
      "quiet": (20, timeline(rename(at: 9000))),
    ])
    #expect(try activity("quiet") == 2000)
    // It stays there, as on a client that has seen its message.
    try apply(["quiet": (nil, timeline(rename(at: 9500), isFirst: false))])
    #expect(try activity("quiet") == 2000)
    try apply(["quiet": (40, timeline(message(at: 9900), isFirst: false))])
    #expect(try activity("quiet") == 9900)
  }

  @Test("a client that has seen the message keeps the room where that puts it")
  func seen() throws {
    try apply([
      "old": (10, timeline(message(at: 1000))), "quiet": (20, timeline(message(at: 2100))),
    ])
    try apply(["quiet": (nil, timeline(rename(at: 9000), isFirst: false))])
    #expect(try activity("quiet") == 2100)
    // So does a new connection, which tells the same place again.
    try apply(["quiet": (20, timeline(rename(at: 9000)))])
    #expect(try activity("quiet") == 2100)
  }

  @Test("rooms at the ends of the order keep it")
  func ends() throws {
    try apply([
      "known": (10, timeline(message(at: 1000))), "low": (4, timeline(rename(at: 8000))),
      "lowest": (3, timeline(rename(at: 9000))), "high": (12, timeline(rename(at: 500))),
    ])
    #expect(try activity("high") == 1002)
    #expect(try activity("low") == 994 && activity("lowest") == 993)
  }

  @Test("while the first rooms arrive, the places are found anew with each response")
  func growing() throws {
    try apply(
      [
        "new": (30, timeline(message(at: 3000))), "quiet": (10, timeline(rename(at: 9000))),
      ], isPartial: true)
    #expect(try activity("quiet") == 2980)
    try apply(["old": (5, timeline(message(at: 500)))])
    #expect(try activity("quiet") == 1000)
  }

  @Test("messages behind a gap count, of which the order is all that is known")
  func gap() throws {
    try apply([
      "gapped": (10, timeline(message(at: 1000))), "other": (30, timeline(message(at: 3000))),
    ])
    let rest = #""limited":true,"prev_batch":"t","timeline":[\#(rename(at: 9000))]"#
    try apply(["gapped": (20, rest)])
    #expect(try activity("gapped") == 2990)
    // A further change of the room does not forget them.
    try apply(["gapped": (nil, timeline(rename(at: 9500), isFirst: false))])
    #expect(try activity("gapped") == 2990)
  }

  @Test("the account's own coming counts, a new name of its own does not")
  func coming() throws {
    func rest(_ state: String) -> String {
      #""required_state":[\#(state)],"# + timeline(rename(at: 9000))
    }
    try apply([
      "old": (10, timeline(message(at: 1000))), "new": (30, timeline(message(at: 3000))),
      "entered": (20, rest(member(at: 2500, before: "invite"))),
      "named": (20, rest(member(at: 2500, before: "join"))),
    ])
    #expect(try activity("entered") == 2500)
    #expect(try activity("named") == 2000)
  }

  @Test("a restart knows the order, and classic sync forgets it")
  func kept() throws {
    try apply(["room": (10, timeline(message(at: 1000)))])
    let state = try #require(RoomID("!room").flatMap { store.contents.rooms[$0] })
    let stored = StoredRoom(
      number: state.number, shown: try store.value(of: state), record: state.record)
    #expect(RoomState(stored).bumpStamp == 10)
    #expect(RoomState(stored).bumpTime == Timestamp(milliseconds: 1000))
    let json = #"{"next_batch":"n","rooms":{"join":{"!room":{}}}}"#
    try store.apply(
      LenientResponse<RawSyncResponse>(Array(json.utf8)).value, isInitial: false)
    #expect(store.contents.rooms[state.id]?.bumpStamp == nil)
  }

  @Test("numbers that are no places are ignored", arguments: [Int64.max, .min, -1])
  func hostile(stamp: Int64) throws {
    #expect(ActivityOrder.stamp(stamp) == nil)
    #expect(ActivityOrder(EmptyCollection<RoomState>()).time(of: 1) == nil)
  }
}
