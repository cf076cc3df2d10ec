import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models

@Suite("Receipts of others")
struct ReceiptTests {
  private let store: StoreRehearsal
  private let room: RoomID

  init() throws {
    store = try StoreRehearsal(userID: try #require(UserID("@me:x")))
    room = try #require(RoomID("!r"))
  }

  private func message(
    _ id: String, by sender: String = "@me:x", in thread: String? = nil
  ) -> String {
    let relation = thread.map {
      #","m.relates_to":{"rel_type":"m.thread","event_id":"$\#($0)"}"#
    }
    return #"{"event_id":"$\#(id)","type":"m.room.message","sender":"\#(sender)","#
      + #""content":{"msgtype":"m.text","body":"\#(id)"\#(relation ?? "")}}"#
  }

  private func reaction(_ id: String, to target: String) -> String {
    #"{"event_id":"$\#(id)","type":"m.reaction","sender":"@c:x","content":{"m.relates_to":{"#
      + #""rel_type":"m.annotation","event_id":"$\#(target)","key":"x"}}}"#
  }

  /// A receipt of a kind: `"@a:x":{"ts":1}`.
  private func receipt(
    _ user: String, at event: String, time: Int = 1, thread: String? = nil, kind: String = "m.read"
  ) -> String {
    let field = thread.map { #","thread_id":"\#($0)""# } ?? ""
    return #""$\#(event)":{"\#(kind)":{"\#(user)":{"ts":\#(time)\#(field)}}}"#
  }

  private func apply(_ events: [String], _ receipts: String..., isInitial: Bool = false) throws {
    let list = events.joined(separator: ",")
    // One event for each, because an object has each key once.
    let ephemeral = receipts.map { #"{"type":"m.receipt","content":{\#($0)}}"# }
      .joined(separator: ",")
    try store.apply(
      try decoded(
        #"{"next_batch":"n","rooms":{"join":{"!r":{"timeline":{"events":[\#(list)]},"#
          + #""ephemeral":{"events":[\#(ephemeral)]}}}}}"#), isInitial: isInitial)
  }

  /// Who has read up to each message of a timeline.
  private func readers(_ timeline: Timeline) -> [String: [String]] {
    var readers: [String: [String]] = [:]
    for message in timeline.messages where !message.readers.isEmpty {
      readers[message.eventID?.rawValue ?? ""] = message.readers.map(\.user.rawValue)
    }
    return readers
  }

  private func shown() throws -> [String: [String]] { readers(try store.timeline(of: room)) }

  @Test("stand at the last message that each has read, and move")
  func places() throws {
    try apply(
      [message("1"), message("2"), message("3")],
      receipt("@a:x", at: "1", time: 5), receipt("@b:x", at: "1", time: 4))
    #expect(try shown() == ["$1": ["@b:x", "@a:x"]])
    try apply([], receipt("@a:x", at: "3", time: 6))
    #expect(try shown() == ["$1": ["@b:x"], "$3": ["@a:x"]])
    #expect(try store.timeline(of: room).messages.last?.readers.first?.time.milliseconds == 6)
    // Names that the row shows are among the people of the timeline.
    #expect(
      try store.timeline(of: room).people.keys.map(\.rawValue).sorted() == [
        "@a:x", "@b:x", "@me:x",
      ])
  }

  @Test("at an event without a line belong to the line before")
  func betweenLines() throws {
    try apply(
      [message("1"), reaction("r", to: "1"), message("2")], receipt("@a:x", at: "r"))
    #expect(try shown() == ["$1": ["@a:x"]])
  }

  @Test("are not shown for the account itself, at unknown events, and before an own message")
  func hidden() throws {
    try apply(
      [message("1"), message("2", by: "@a:x"), reaction("r", to: "2")],
      receipt("@me:x", at: "1"), receipt("@a:x", at: "1"), receipt("@b:x", at: "unknown"))
    #expect(try shown() == [:])
    // Ada's own message says that she has read up to there.
    try apply([], receipt("@a:x", at: "r"))
    #expect(try shown() == [:])
    // The unknown event arrives.
    try apply([message("unknown")])
    #expect(try shown() == ["$unknown": ["@b:x"]])
  }

  @Test("stay where they are when their people join or change the room, which is no reading")
  func changes() throws {
    let change = { (id: String, type: String, key: String) in
      #"{"event_id":"$\#(id)","type":"\#(type)","state_key":"\#(key)","sender":"@a:x","#
        + #""content":{"membership":"join","name":"\#(id)"}}"#
    }
    try apply(
      [
        message("1"), message("2"), change("name", "m.room.name", ""),
        change("join", "m.room.member", "@a:x"),
      ], receipt("@a:x", at: "1"))
    #expect(try shown() == ["$1": ["@a:x"]])
    let second = Message.ID(try #require(EventID("$2")))
    let readers = try store.read { contents, tables in
      try StoreQuery.readers(of: second, in: room).value(contents, tables)
    }
    #expect(readers.isEmpty)
  }

  @Test("that are private are nobody's business, whatever a server sends")
  func privateOnes() throws {
    try apply([message("1")], receipt("@a:x", at: "1", kind: "m.read.private"))
    #expect(try shown() == [:])
    try apply([message("2", by: "@a:x")], receipt("@me:x", at: "2", kind: "m.read.private"))
    #expect(try store.timeline(of: room).readUpTo?.rawValue == "$2")
  }

  @Test("for a thread stand there, those for the main history in the room, and others in both")
  func threads() throws {
    try apply(
      [message("root"), message("1", in: "root"), message("2"), message("3", in: "root")],
      receipt("@a:x", at: "1", thread: "$root"), receipt("@b:x", at: "2", thread: "main"),
      receipt("@c:x", at: "3"), receipt("@d:x", at: "2", thread: "odd"))
    #expect(try shown() == ["$2": ["@b:x", "@c:x"]])
    let root = try #require(EventID("$root"))
    #expect(
      readers(try store.thread(root, in: room)) == ["$1": ["@a:x"], "$3": ["@c:x"]])
  }

  @Test("are listed on request: all who have read a message or written after it")
  func list() throws {
    try apply(
      [message("1"), message("2"), message("3", by: "@c:x"), message("4", in: "1")],
      receipt("@a:x", at: "1", time: 1), receipt("@b:x", at: "2", time: 2),
      receipt("@t:x", at: "4", time: 3, thread: "$1"))
    func names(_ event: String) throws -> [String] {
      let id = Message.ID(try #require(EventID(event)))
      return try store.read { contents, tables in
        try StoreQuery.readers(of: id, in: room).value(contents, tables).map(\.user.id.rawValue)
      }
    }
    #expect(try names("$1") == ["@b:x", "@a:x", "@c:x"])
    #expect(try names("$2") == ["@b:x", "@c:x"])
    #expect(try names("$3") == [])
    #expect(try names("$4") == ["@t:x"])
    #expect(try names("$unknown") == [])
  }

  @Test("of 50,000 people and of broken shapes are bounded: the newest are kept")
  func bounds() throws {
    try apply([message("1")], isInitial: true)
    let many = (0..<50_000).map { #""@q\#($0):x":{"ts":\#($0)}"# }.joined(separator: ",")
    try apply([], #""$1":{"m.read":{\#(many)}}"#)
    let readers = try #require(try store.timeline(of: room).messages.first?.readers)
    #expect(readers.count == Limits.receipts)
    #expect(readers.last?.user.rawValue == "@q49999:x")
    #expect(readers.first?.time.milliseconds == Int64(50_000 - Limits.receipts))
    // Only the few that a row names have names here.
    #expect(try store.timeline(of: room).people.count <= 1 + ReadReceipt.mostNamed)
    try apply(
      [], #""$1":{"m.read":{"@new:x":{"ts":99999999},"@bad:x":7,"nobody":{"ts":1}}}"#,
      #""$1":7,"none":{"m.read":{"@y:x":{}}}"#, #""$1":{"m.read":[]}"#,
      #""$1":{"m.read":{"@neg:x":{"ts":-9,"thread_id":7}}}"#)
    let newer = try #require(try store.timeline(of: room).messages.first?.readers)
    #expect(newer.count == Limits.receipts)
    #expect(newer.last?.user.rawValue == "@new:x")
  }

  @Test("far from the messages that are shown are left out")
  func windows() throws {
    let events = (1...900).map { message("\($0)") }
    try apply(events, receipt("@a:x", at: "900"), receipt("@b:x", at: "2"))
    #expect(try shown() == ["$900": ["@a:x"]])
    let start = TimelinePlace.message(try #require(Message.ID("$1")))
    #expect(readers(try store.timeline(of: room, at: start)) == ["$2": ["@b:x"]])
  }
}
