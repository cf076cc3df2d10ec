import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

/// What the account's push rules make of the messages that sliding sync brings.
@Suite("Unread messages by push rules")
struct PushCountTests {
  private let rehearsal: Rehearsal
  private let room: RoomID

  init() throws {
    rehearsal = try Rehearsal()
    room = try #require(RoomID("!a"))
  }

  private static let usual =
    #""underride":[{"rule_id":".m.rule.message","enabled":true,"actions":["notify"],"conditions":["#
    + #"{"kind":"event_match","key":"type","pattern":"m.room.message"}]}]"#
  private static let mentions =
    #""override":[{"rule_id":"all","enabled":true,"actions":["notify",{"set_tweak":"highlight"}],"#
    + #""conditions":[{"kind":"event_property_is","key":"content.m\\.mentions.room","value":true},"#
    + #"{"kind":"sender_notification_permission","key":"room"}]}]"#
  private static let silence =
    #""override":[{"rule_id":"!a","enabled":true,"actions":[],"conditions":["#
    + #"{"kind":"event_match","key":"room_id","pattern":"!a"}]}]"#

  private func message(_ id: Int, _ more: String = "") -> String {
    #"{"event_id":"$\#(id)","type":"m.room.message","sender":"@bob:x","origin_server_ts":\#(id),"#
      + #""content":{"msgtype":"m.text","body":"\#(id)"\#(more)}}"#
  }

  private func apply(
    rules: String? = nil, _ events: [String] = [], state: String = "", isFirst: Bool = false,
    to rehearsal: Rehearsal? = nil
  ) async throws {
    let data = rules.map { #"[{"type":"m.push_rules","content":{"global":{\#($0)}}}]"# } ?? "[]"
    let json =
      #"{"pos":"p","rooms":{"!a":{"initial":\#(isFirst),"joined_count":3,"#
      + #""required_state":[\#(state)],"timeline":[\#(events.joined(separator: ","))]}},"#
      + #""extensions":{"account_data":{"global":\#(data)}}}"#
    let response = try LenientResponse<RawSlidingSyncResponse>(Array(json.utf8))
    let store = (rehearsal ?? self.rehearsal).store
    let news = SyncNews(
      response, view: SlidingView(response.value, asked: SlidingWindow()), own: Rehearsal.me,
      isFirst: isFirst, token: SyncToken(.sliding, "p"))
    try await store.apply(news, from: store.syncStart(), at: Timestamp(milliseconds: 0))
  }

  private func counts(_ rehearsal: Rehearsal? = nil) async throws -> [Int?] {
    let store = (rehearsal ?? self.rehearsal).store
    let row = await store.rooms.first()?.first
    return [row?.unreadCount, row?.mentionCount]
  }

  @Test("a rule speaks of the messages that come after it, and of no earlier ones")
  func order() async throws {
    try await apply(rules: Self.usual, [message(1), message(2)], isFirst: true)
    #expect(try await counts() == [2, 0])
    try await apply(rules: Self.silence + "," + Self.usual, [message(3)])
    #expect(try await counts() == [2, 0])
    #expect(await rehearsal.store.rooms.first()?.first?.alerts == Room.Alerts.none)
    try await apply(rules: Self.usual, [message(4)])
    #expect(try await counts() == [3, 0])
    #expect(await rehearsal.store.rooms.first()?.first?.alerts == .all)
  }

  @Test("rules are there after a restart, and so is what they said")
  func restart() async throws {
    try await apply(rules: Self.silence + "," + Self.usual, [message(1)], isFirst: true)
    let next = try Rehearsal(folder: rehearsal.folder)
    #expect(await next.store.rooms.first()?.first?.alerts == Room.Alerts.none)
    try await apply([message(2)], to: next)
    #expect(try await counts(next) == [0, 0])
    try await apply(rules: Self.usual, [message(3)], to: next)
    #expect(try await counts(next) == [1, 0])
  }

  @Test("a mention of everybody counts by the power of who wrote it")
  func power() async throws {
    func levels(_ bob: Int, _ id: Int) -> String {
      #"{"event_id":"$p\#(id)","type":"m.room.power_levels","state_key":"","sender":"@bob:x","#
        + #""content":{"users":{"@bob:x":\#(bob)},"notifications":{"room":60}}}"#
    }
    let all = #","m.mentions":{"room":true}"#
    let rules = Self.mentions + "," + Self.usual
    try await apply(rules: rules, [message(1, all)], state: levels(59, 1), isFirst: true)
    #expect(try await counts() == [1, 0])
    try await apply([message(2, all)], state: levels(60, 2))
    #expect(try await counts() == [2, 1])
    let next = try Rehearsal(folder: rehearsal.folder)
    try await apply([message(3, all)], to: next)
    #expect(try await counts(next) == [3, 2])
  }

  @Test(
    "what comes later is told when the rules tell of it; the first sync, and the own messages, are not"
  )
  func arrivals() async throws {
    let notes = Notes(rehearsal.store.arrivals)
    func told() -> [String?] { notes.values.map(\.message?.text) }
    try await apply(rules: Self.usual, [message(1)], isFirst: true)
    #expect(told() == [])
    let own = message(3).replacing("@bob:x", with: Rehearsal.me)
    let mention = message(4, #","m.mentions":{"room":true}"#)
    try await apply([message(2), own, mention])
    #expect(told() == ["2", "4"])
    #expect(notes.values.first?.sender.id.rawValue == "@bob:x")
    #expect(notes.values.first?.room.unreadCount == 1)
    try await apply([message(2), message(4)])
    #expect(told().count == 2)
    try await apply(rules: Self.silence + "," + Self.usual, [message(5)])
    #expect(told().count == 2)
  }

  @Test("who writes has read what was before, but not who is renamed or leaves a reaction")
  func ownMessage() async throws {
    try await apply(rules: Self.usual, [message(1), message(2)], isFirst: true)
    let renamed =
      #"{"event_id":"$n","type":"m.room.member","state_key":"\#(Rehearsal.me)","#
      + #""sender":"\#(Rehearsal.me)","origin_server_ts":3,"#
      + #""content":{"membership":"join","displayname":"Me"},"#
      + #""unsigned":{"prev_content":{"membership":"join","displayname":"I"}}}"#
    let reaction =
      #"{"event_id":"$r","type":"m.reaction","sender":"\#(Rehearsal.me)","origin_server_ts":3,"#
      + #""content":{"m.relates_to":{"rel_type":"m.annotation","event_id":"$1","key":"+"}}}"#
    try await apply([renamed, reaction])
    #expect(try await counts() == [2, 0])
    try await apply([message(4).replacing("@bob:x", with: Rehearsal.me), message(5)])
    #expect(try await counts() == [1, 0])
  }

  @Test("before any rules have come, messages count and notices do not")
  func unknown() async throws {
    let notice = message(2).replacing("m.text", with: "m.notice")
    let mention = message(3, #","m.mentions":{"user_ids":["\#(Rehearsal.me)"]}"#)
    try await apply([message(1), notice, mention], isFirst: true)
    #expect(try await counts() == [2, 1])
  }
}
