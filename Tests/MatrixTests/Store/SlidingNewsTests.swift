import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models

/// What responses of sliding sync make of the store.
@Suite("News of sliding sync")
struct SlidingNewsTests {
  private let me: UserID
  private let room: RoomID
  private let store: StoreRehearsal

  init() throws {
    me = try #require(UserID("@alice:localhost"))
    room = try #require(RoomID("!a"))
    store = try StoreRehearsal(userID: me)
  }

  @discardableResult
  private func apply(_ json: String, isFirst: Bool = false) throws -> StoreChanges {
    try apply(LenientResponse<RawSlidingSyncResponse>(Array(json.utf8)), isFirst: isFirst)
  }

  @discardableResult
  private func apply(
    _ response: LenientResponse<RawSlidingSyncResponse>, isFirst: Bool
  ) throws -> StoreChanges {
    let view = SlidingView(response.value, asked: SlidingWindow())
    return try store.apply(
      SyncNews(
        response, view: view, own: me.rawValue, isFirst: isFirst,
        token: SyncToken(.sliding, "p")))
  }

  private func room(_ json: String, extensions: String = "{}") throws {
    try apply(#"{"pos":"p","rooms":{"!a":\#(json)},"extensions":\#(extensions)}"#)
  }

  private func state(_ type: String, _ key: String = "", _ content: String) -> String {
    let id = content.utf8.reduce(0) { ($0 * 31 + Int($1)) % 1_000_003 }
    return #"{"event_id":"$s\#(id)","type":"\#(type)","sender":"@bob:x","#
      + #""state_key":"\#(key)","content":\#(content)}"#
  }

  private func message(_ id: Int, by sender: String = "@bob:x", _ more: String = "") -> String {
    #"{"event_id":"$\#(id)","type":"m.room.message","sender":"\#(sender)","origin_server_ts":\#(id),"#
      + #""content":{"msgtype":"m.text","body":"\#(id)"\#(more)}}"#
  }

  private func messages(_ ids: ClosedRange<Int>) -> String {
    "[" + ids.map { message($0) }.joined(separator: ",") + "]"
  }

  private func texts() throws -> [String] {
    try store.timeline(of: room).messages.compactMap(\.text)
  }

  private var shown: Room {
    get throws { try store.value(of: try #require(store.contents.rooms[room])) }
  }

  @Test("a recorded account is shown as with /sync")
  func recorded() throws {
    try apply(Recorded.response("sliding-sync-initial"), isFirst: true)
    try apply(Recorded.response("sliding-sync-incremental"), isFirst: false)
    let full = try StoreRehearsal(userID: me)
    try full.apply(Recorded.sync("sync-initial-lazy"), isInitial: true)

    let rooms = store.contents.rooms
    // One is an invite that came after the other recording; of the seventh the account is no member.
    #expect(rooms.count == 6 && full.contents.rooms.count == 6)
    // The account's request to join was refused meanwhile.
    for (id, other) in full.contents.rooms where other.membership != .asking {
      let room = try #require(rooms[id])
      #expect(room.membership == other.membership)
      #expect(room.name == other.name && room.isEncrypted == other.isEncrypted)
      #expect(room.joinedCount == other.joinedCount)
    }
    let direct = try #require(RoomID("!IG6we6EmITPNGGb1FXaXyctBrzJCxmvTHTnY-K1iW7E"))
    let row = try store.value(of: try #require(rooms[direct]))
    #expect(row.latestMessage?.text == "sliding")
    #expect(row.directUser?.rawValue == "@bob:localhost")
    #expect(row.heroes.first?.displayName != nil)
    #expect(try store.timeline(of: direct).gaps.isEmpty)
    #expect(store.contents.dropped == 0)
  }

  @Test("a larger limit brings older events in front, once, and leaves the preview as it is")
  func expansion() throws {
    try room(#"{"initial":true,"limited":true,"prev_batch":"t5","timeline":\#(messages(5...5))}"#)
    try room(
      #"{"unstable_expanded_timeline":true,"limited":true,"prev_batch":"t2","num_live":0,"#
        + #""timeline":\#(messages(2...5))}"#)
    #expect(try texts() == ["2", "3", "4", "5"])
    #expect(try store.timeline(of: room).gaps.isEmpty)
    #expect(try store.gap(in: room)?.token == "t2")
    #expect(try shown.latestMessage?.text == "5")
    #expect(try shown.lastActivity?.milliseconds == 5)
    try room(
      #"{"unstable_expanded_timeline":true,"limited":true,"prev_batch":"t9","num_live":2,"#
        + #""timeline":\#(messages(9...10))}"#)
    #expect(try store.timeline(of: room).gaps.map(\.rawValue) == ["$9"])
  }

  @Test(
    "a room from which somebody removes the account says so, from its state or its last event",
    arguments: ["required_state", "timeline"])
  func removal(list: String) throws {
    try room(#"{"initial":true,"timeline":\#(messages(1...2))}"#)
    let end = state("m.room.member", me.rawValue, #"{"membership":"ban","reason":"spam"}"#)
    let changes = try apply(#"{"pos":"p","rooms":{"!a":{"\#(list)":[\#(end)]}}}"#)
    let removal = try #require(changes.removals.first)
    #expect(removal.room.id == room && removal.remover.id.rawValue == "@bob:x")
    #expect(removal.reason == "spam" && removal.isBan)
    #expect(try shown.membership == .left)
  }

  @Test("a gap is closed by pages")
  func gap() throws {
    try room(#"{"initial":true,"timeline":\#(messages(1...2))}"#)
    try room(#"{"limited":true,"prev_batch":"t7","timeline":\#(messages(7...8))}"#)
    #expect(try store.timeline(of: room).gaps.map(\.rawValue) == ["$7"])
    let events = try JSONValue.decode(Array("{\"chunk\":\(messages(2...6)),\"end\":\"t2\"}".utf8))
    let page = try RawMessagesResponse.decode(Array(events.text.utf8))
    try store.prepend(
      RawMessagesResponse(chunk: RawEvents(page.chunk.reversed()), end: page.end), to: room)
    #expect(try texts() == (1...8).map(String.init))
    #expect(try store.timeline(of: room).gaps.isEmpty)
  }

  @Test("the state of repeated events is outdated")
  func stateOrder() throws {
    let old = state("m.room.name", "", #"{"name":"Old"}"#)
    let new = state("m.room.name", "", #"{"name":"New"}"#)
    try room(#"{"initial":true,"required_state":[\#(new)],"timeline":[\#(new)]}"#)
    try room(#"{"unstable_expanded_timeline":true,"timeline":[\#(old),\#(new)]}"#)
    #expect(try shown.name == "New")
    try room(
      #"{"timeline":[\#(state("m.room.name", "", #"{"name":"Newest"}"#))],"required_state":[]}"#)
    #expect(try shown.name == "Newest")
  }

  @Test("an encryption event in a repeated timeline is never missed")
  func encryption() throws {
    try room(#"{"initial":true,"timeline":\#(messages(5...5))}"#)
    let event = state("m.room.encryption", "", "{}")
    try room(#"{"unstable_expanded_timeline":true,"timeline":[\#(event),\#(message(5))]}"#)
    #expect(try shown.isEncrypted)
  }

  @Test("an unnamed room is named after its heroes, whose state is not sent")
  func heroes() throws {
    try room(
      #"{"initial":true,"joined_count":3,"heroes":[{"user_id":"@bob:x","displayname":"Bob"},"#
        + #"{"user_id":"no"},{"user_id":"@eve:x"}],"timeline":\#(messages(1...1))}"#)
    #expect(try shown.heroes.map(\.displayName) == ["Bob", nil])
    #expect(try shown.joinedCount == 3)
    try room(#"{"heroes":[{"user_id":"@bob:x","displayname":"Robert"}]}"#)
    #expect(try shown.heroes.map(\.displayName) == ["Robert"])
  }

  @Test(
    "an invite, its answer, and the end of the stay", arguments: ["invite_state", "stripped_state"])
  func membership(key: String) throws {
    let invite =
      #"{"type":"m.room.member","state_key":"@alice:localhost","sender":"@bob:x","#
      + #""content":{"membership":"invite","is_direct":true}}"#
    let name = #"{"type":"m.room.name","state_key":"","sender":"@bob:x","content":{"name":"Tea"}}"#
    try room(#"{"initial":true,"\#(key)":[\#(invite),\#(name)]}"#)
    #expect(try shown.membership == .invited && shown.name == "Tea")
    #expect(try shown.inviter?.id.rawValue == "@bob:x")
    func own(_ membership: String) -> String {
      state("m.room.member", me.rawValue, #"{"membership":"\#(membership)"}"#)
    }
    try room(
      #"{"initial":true,"required_state":[\#(own("join"))],"timeline":\#(messages(1...3))}"#)
    #expect(try shown.membership == .joined && shown.unreadCount == 3)
    try room(#"{"timeline":[\#(message(4)),\#(own("leave"))]}"#)
    #expect(try shown.membership == .left && shown.unreadCount == 0)
    #expect(try texts().last == "4")
    // Markers that come late do not bring the room back.
    try apply(
      #"{"pos":"p","extensions":{"account_data":{"rooms":{"!a":[{"type":"m.fully_read","#
        + #""content":{"event_id":"$4"}}]}}}}"#)
    #expect(try shown.membership == .left)
  }

  @Test("a ban that happened meanwhile leaves a room, and a knock asks for one")
  func outside() throws {
    try room(#"{"initial":true,"timeline":\#(messages(1...1))}"#)
    let ban = state("m.room.member", "@alice:localhost", #"{"membership":"ban"}"#)
    try room(#"{"initial":true,"required_state":[\#(ban)]}"#)
    #expect(try shown.membership == .left)
    let knock =
      #"{"type":"m.room.member","state_key":"@alice:localhost","sender":"@alice:localhost","#
      + #""content":{"membership":"knock"}}"#
    try apply(#"{"pos":"p","rooms":{"!b":{"initial":true,"stripped_state":[\#(knock)]}}}"#)
    let asked = try #require(RoomID("!b"))
    #expect(store.contents.rooms[asked]?.membership == .asking)
  }

  @Test("a new connection without m.direct ends the direct chats, a later response does not")
  func direct() throws {
    let list = #"[{"type":"m.direct","content":{"@bob:x":["!a"]}}]"#
    try apply(#"{"pos":"p","extensions":{"account_data":{"global":\#(list)}}}"#, isFirst: true)
    try apply(#"{"pos":"p"}"#)
    #expect(store.contents.friends.count == 1)
    try apply(#"{"pos":"p"}"#, isFirst: true)
    #expect(store.contents.friends.isEmpty)
  }

  // MARK: - Unread messages

  private func receipt(_ event: String) -> String {
    #"{"receipts":{"rooms":{"!a":{"type":"m.receipt","content":{"\#(event)":{"m.read":"#
      + #"{"@alice:localhost":{"ts":1}}}}}}}}"#
  }

  private func counts() throws -> [Int] { [try shown.unreadCount, try shown.mentionCount] }

  @Test("the messages of others after the read position are counted, zero after reading")
  func unread() throws {
    let mention = #","m.mentions":{"user_ids":["@alice:localhost"]}"#
    let events = [
      message(1), message(2), message(3, by: me.rawValue), message(4, mention),
      state("m.room.topic", "", #"{"topic":"t"}"#),
      message(5).replacing("m.text", with: "m.notice"), message(6),
    ]
    try room(
      #"{"initial":true,"timeline":[\#(events.joined(separator: ","))]}"#,
      extensions: receipt("$1"))
    #expect(try counts() == [2, 1])
    // The later of receipt and marker.
    try apply(
      #"{"pos":"p","extensions":{"account_data":{"rooms":{"!a":[{"type":"m.fully_read","#
        + #""content":{"event_id":"$4"}}]}}}}"#)
    #expect(try counts() == [1, 0])
    try room(#"{"timeline":\#(messages(7...8)),"notification_count":0}"#)
    #expect(try counts() == [3, 0])
    let redaction =
      #"{"event_id":"$r","type":"m.room.redaction","sender":"@bob:x","redacts":"$7","content":{}}"#
    try room(#"{"timeline":[\#(redaction)]}"#)
    #expect(try counts() == [2, 0])
    try apply(#"{"pos":"p","extensions":\#(receipt("$8"))}"#)
    #expect(try counts() == [0, 0])
    try room(#"{"timeline":\#(messages(9...9))}"#)
    let changes = try store.change { contents, _ in
      contents.markRead(room, upTo: try #require(EventID("$9")))
    }
    #expect(changes.rooms == [room])
    #expect(try counts() == [0, 0])
  }

  @Test("what was read by an own message stays read when that message is redacted")
  func ownRedacted() throws {
    try room(#"{"timeline":[\#(message(1)),\#(message(2, by: me.rawValue))]}"#)
    #expect(try counts() == [0, 0])
    let redaction = { (id: Int, target: Int, sender: String) in
      #"{"event_id":"$\#(id)","type":"m.room.redaction","sender":"\#(sender)","#
        + #""origin_server_ts":\#(id),"redacts":"$\#(target)","content":{"redacts":"$\#(target)"}}"#
    }
    try room(#"{"timeline":[\#(redaction(3, 2, me.rawValue))]}"#)
    #expect(try counts() == [0, 0])
    try room(#"{"timeline":[\#(message(4)),\#(message(5)),\#(redaction(6, 5, "@bob:x"))]}"#)
    #expect(try counts() == [1, 0])
  }

  /// Whose message of a thread, and whether it has been redacted.
  private enum InThread: CaseIterable {
    case own, ownRedacted, theirs, theirsRedacted

    var isOwn: Bool { self == .own || self == .ownRedacted }
    var isRedacted: Bool { self == .ownRedacted || self == .theirsRedacted }
  }

  /// Every sequence of three messages in a thread.
  private static let sequences: [[InThread]] = InThread.allCases.flatMap { first in
    InThread.allCases.flatMap { second in InThread.allCases.map { [first, second, $0] } }
  }

  @Test(
    "a thread counts what others have written in it since the own last message, redacted or not")
  func threads() throws {
    for sequence in Self.sequences {
      let test = try SlidingNewsTests()
      let thread = #","m.relates_to":{"rel_type":"m.thread","event_id":"$1"}"#
      var events = [message(1)]
      for (index, kind) in sequence.enumerated() {
        events.append(message(10 + index, by: kind.isOwn ? me.rawValue : "@bob:x", thread))
      }
      try test.room(#"{"initial":true,"timeline":[\#(events.joined(separator: ","))]}"#)
      for (index, kind) in sequence.enumerated() where kind.isRedacted {
        let sender = kind.isOwn ? me.rawValue : "@bob:x"
        try test.room(
          #"{"timeline":[{"event_id":"$r\#(index)","type":"m.room.redaction","sender":"\#(sender)","#
            + #""origin_server_ts":9,"redacts":"$\#(10 + index)","content":{}}]}"#)
      }
      let since = sequence.lastIndex(where: \.isOwn).map { $0 + 1 } ?? 0
      let unread = sequence[since...].count { $0 == .theirs }
      #expect(try test.shown.threadUnreadCount == unread, "\(sequence)")
    }
  }

  @Test("a message of a thread that was redacted before this client saw it counts nowhere")
  func redactedEarlier() throws {
    let redacted =
      #"{"event_id":"$2","type":"m.room.message","sender":"@bob:x","origin_server_ts":2,"content":{},"#
      + #""unsigned":{"redacted_because":{"event_id":"$x","type":"m.room.redaction","#
      + #""sender":"@bob:x","origin_server_ts":3,"redacts":"$2","content":{}}}}"#
    try room(
      #"{"initial":true,"timeline":[\#(message(1)),\#(redacted)]}"#, extensions: receipt("$1"))
    #expect(try counts() == [0, 0])
    #expect(try shown.threadUnreadCount == 0)
  }

  @Test("what was written before the account joined is not unread")
  func join() throws {
    let own = state("m.room.member", me.rawValue, #"{"membership":"join"}"#)
    try room(
      #"{"initial":true,"limited":true,"timeline":[\#(message(1)),\#(own),\#(message(2))],"#
        + #""notification_count":9}"#)
    #expect(try counts() == [1, 0])
  }

  @Test("while the read position is unknown, a server that counts knows better")
  func serverCounts() throws {
    let news = #""initial":true,"limited":true,"prev_batch":"t9","timeline":\#(messages(9...9))"#
    try room("{\(news)}", extensions: receipt("$3"))
    #expect(try counts() == [1, 0])
    try room(
      #"{\#(news),"notification_count":6,"highlight_count":2}"#, extensions: receipt("$3"))
    #expect(try counts() == [6, 2])
    try room(
      #"{"unstable_expanded_timeline":true,"limited":true,"prev_batch":"t2","#
        + #""timeline":\#(messages(2...9)),"notification_count":0}"#)
    #expect(try counts() == [6, 0])
  }

  @Test("a gap after the read position may hide messages that a server counts")
  func countsOverGap() throws {
    try room(
      #"{"initial":true,"timeline":\#(messages(1...2))}"#, extensions: receipt("$1"))
    let news = #""limited":true,"prev_batch":"t9","timeline":\#(messages(9...9))"#
    try room(#"{\#(news),"notification_count":8}"#)
    #expect(try counts() == [8, 0])
    try apply(#"{"pos":"p","extensions":\#(receipt("$9"))}"#)
    #expect(try counts() == [0, 0])
  }

  @Test("a count that no server told is the least while messages may be missing")
  func leastCounts() throws {
    try room(
      #"{"initial":true,"limited":true,"prev_batch":"t9","timeline":\#(messages(8...9))}"#,
      extensions: receipt("$1"))
    #expect(try counts() == [2, 0])
    #expect(try shown.ownUnreadIsLeast)
    try room(#"{"timeline":[\#(message(10))],"notification_count":1}"#)
    #expect(try counts() == [3, 0])
    #expect(try shown.ownUnreadIsLeast)
    try room(#"{"timeline":[\#(message(11))],"notification_count":9}"#)
    #expect(try counts() == [9, 0])
    #expect(try !shown.ownUnreadIsLeast)
    try apply(#"{"pos":"p","extensions":\#(receipt("$9"))}"#)
    #expect(try counts() == [2, 0])
    #expect(try !shown.ownUnreadIsLeast)
  }

  @Test(
    "a room whose name nobody can see is named after the people in it",
    arguments: ["   ", "▸\u{200B} "])
  func blankName(name: String) throws {
    let bob = state("m.room.member", "@bob:x", #"{"membership":"join","displayname":"Bob"}"#)
    try room(
      #"{"initial":true,"required_state":[\#(bob),"#
        + #"\#(state("m.room.name", "", #"{"name":"\#(name)"}"#))]}"#)
    #expect(try shown.heroes.map(\.displayName) == ["Bob"])
  }

  @Test("with /sync the counts are the server's")
  func fullSync() throws {
    try room(#"{"initial":true,"timeline":\#(messages(1...4))}"#)
    #expect(try counts() == [4, 0])
    let response = try RawSyncResponse.decode(
      Array(
        #"{"rooms":{"join":{"!a":{"unread_notifications":{"notification_count":2,"highlight_count":1}}}}}"#
          .utf8))
    try store.apply(response, isInitial: false)
    #expect(try counts() == [2, 1])
  }
}
