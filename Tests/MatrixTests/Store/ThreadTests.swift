import GRDB
import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models

@Suite("Threads")
struct ThreadTests {
  private let store: StoreRehearsal
  private let room: RoomID
  private let root: EventID

  init() throws {
    store = try StoreRehearsal(userID: try #require(UserID("@me:x")))
    room = try #require(RoomID("!r"))
    root = try #require(EventID("$root"))
  }

  private func show(
    _ events: [String], isInitial: Bool = false, unread: String = "", receipts: String = ""
  ) throws {
    let list = events.joined(separator: ",")
    try store.apply(
      try decoded(
        #"{"next_batch":"n","rooms":{"join":{"!r":{"timeline":{"events":[\#(list)]}\#(unread),"#
          + #""ephemeral":{"events":[\#(receipts)]}}}}}"#), isInitial: isInitial)
  }

  private func message(
    _ id: String, by sender: String = "@a:x", in thread: String? = nil, fields: String = "",
    unsigned: String = ""
  ) -> String {
    let relation = thread.map {
      #","m.relates_to":{"rel_type":"m.thread","event_id":"$\#($0)"\#(fields)}"#
    }
    return #"{"event_id":"$\#(id)","type":"m.room.message","sender":"\#(sender)","#
      + #""content":{"msgtype":"m.text","body":"\#(id)"\#(relation ?? "")}\#(unsigned)}"#
  }

  private func redaction(_ id: String, of target: String) -> String {
    #"{"event_id":"$\#(id)","type":"m.room.redaction","sender":"@a:x","#
      + #""content":{"redacts":"$\#(target)"}}"#
  }

  private func summary() throws -> ThreadSummary? {
    try store.timeline(of: room).messages.first { $0.eventID == root }?.thread
  }

  private func texts(_ timeline: Timeline) -> [String] {
    timeline.messages.map { if case .text(let text) = $0.content { text.body } else { "-" } }
  }

  @Test("have messages whose content an edit or a copy can take over")
  func contents() throws {
    try show([message("root"), message("1", in: "root")])
    let content = try store.read { contents, tables in
      let state = try #require(contents.rooms[room])
      return try tables.currentContent(of: #require(Message.ID("$1")), in: state.number)
    }
    #expect(content?.content["body"]?.string == "1")
  }

  @Test("have their messages to themselves, and the room shows what they come to")
  func apart() throws {
    try show([
      message("1", in: "root"), message("root"), message("2", by: "@b:x", in: "root"),
      message("3"),
    ])

    #expect(try texts(store.timeline(of: room)) == ["root", "3"])
    #expect(try texts(store.thread(root, in: room)) == ["root", "1", "2"])
    let summary = try #require(try summary())
    #expect(summary.count == 2)
    #expect(summary.latestSender?.rawValue == "@b:x")
    #expect(try texts(store.threads(of: room)) == ["root"])
  }

  @Test("do not count what was removed, and end with the last removal")
  func removed() throws {
    try show([message("root"), message("1", in: "root"), message("2", in: "root")])
    try show([redaction("x", of: "2")])
    #expect(try summary()?.count == 1)
    #expect(try texts(store.thread(root, in: room)) == ["root", "1", "-"])
    try show([redaction("y", of: "1")])
    #expect(try summary() == nil)
  }

  @Test("a relation to itself, to a malformed event or in a state event begins none")
  func odd() throws {
    try show([
      message("1", in: "1"),
      #"{"event_id":"$2","type":"m.room.message","sender":"@a:x","content":{"msgtype":"m.text","#
        + #""body":"2","m.relates_to":{"rel_type":"m.thread","event_id":"none"}}}"#,
      #"{"event_id":"$3","type":"m.room.topic","state_key":"","sender":"@a:x","content":{"#
        + #""topic":"t","m.relates_to":{"rel_type":"m.thread","event_id":"$1"}}}"#,
    ])
    #expect(try store.timeline(of: room).messages.count == 3)
    #expect(try store.threads(of: room).messages.isEmpty)
  }

  @Test("a fallback is no reply, and a reply in a thread is one")
  func replies() throws {
    let fallback = #","m.in_reply_to":{"event_id":"$1"},"is_falling_back":"#
    try show([
      message("root"), message("1", in: "root"),
      message("2", in: "root", fields: fallback + "true"),
      message("3", in: "root", fields: fallback + "false"),
    ])
    let replies = try store.thread(root, in: room).messages.map(\.reply?.target.rawValue)
    #expect(replies == [nil, nil, nil, "$1"])
  }

  @Test("the server's count holds, with what comes and goes afterwards")
  func told() throws {
    let bundle =
      #","unsigned":{"m.relations":{"m.thread":{"count":7,"latest_event":\#(message("7", in: "root"))"#
      + #"}}}"#
    try store.apply(
      try decoded(
        #"{"next_batch":"n","rooms":{"join":{"!r":{"timeline":{"limited":true,"prev_batch":"p","#
          + #""events":[\#(message("5", in: "root"))]}}}}}"#), isInitial: true)
    let gap = try #require(try store.gap(in: room))
    try store.prepend(
      try decoded(#"{"chunk":[\#(message("root", unsigned: bundle))],"end":"q"}"#), to: room,
      at: gap)
    // The page is before the known event, so that nothing is missing in the thread.
    #expect(try summary()?.count == 2)
    try store.apply(
      try decoded(
        #"{"next_batch":"n","rooms":{"join":{"!r":{"timeline":{"limited":true,"prev_batch":"p2","#
          + #""events":[\#(message("root", unsigned: bundle)),\#(message("6"))]}}}}}"#),
      isInitial: false)
    #expect(try summary()?.count == 2)
  }

  @Test("a count with a gap behind it grows and shrinks with the news")
  func toldInGap() throws {
    try show([message("root"), message("1", in: "root")], isInitial: true)
    try store.apply(
      try decoded(
        #"{"next_batch":"n","rooms":{"join":{"!r":{"timeline":{"limited":true,"prev_batch":"p","#
          + #""events":[\#(message("6"))]}}}}}"#), isInitial: false)
    let bundle =
      #","unsigned":{"m.relations":{"m.thread":{"count":7,"latest_event":\#(message("7", in: "root"))"#
      + #"}}}"#
    try store.change { contents, tables in
      let raw: RawEvent = try decoded(message("root", unsigned: bundle))
      return try contents.addThreadList([raw], next: nil, to: room, tables)
    }
    #expect(try summary()?.count == 7)
    #expect(try texts(store.thread(root, in: room)) == ["root", "1", "7"])
    try show([message("7", in: "root"), message("8", in: "root")])
    #expect(try summary()?.count == 8)
    try show([redaction("x", of: "7"), redaction("y", of: "8")])
    #expect(try summary()?.count == 6)
  }

  /// What the room itself shows.
  private func roomTexts() throws -> [String] { texts(try store.timeline(of: room)) }

  @Test("messages of a thread that begins in another one stand in the room, in either order")
  func nested() throws {
    try show([message("root"), message("1", in: "root"), message("nested", in: "1")])
    #expect(try roomTexts() == ["root", "nested"])
    try show([message("early", in: "2"), message("2", in: "root"), message("deep", in: "early")])
    #expect(try roomTexts() == ["root", "nested", "early", "deep"])
    #expect(try store.timeline(of: room).messages.allSatisfy { $0.threadRoot == nil })
    #expect(try summary()?.count == 2)
  }

  @Test("messages whose threads begin in one another stand in the room")
  func rings() throws {
    try show([message("a", in: "b"), message("b", in: "c"), message("c", in: "a")])
    #expect(try roomTexts() == ["a", "b", "c"])
  }

  @Test("a reaction and an edit begin no thread either")
  func noMessages() throws {
    let reaction =
      #"{"event_id":"$r","type":"m.reaction","sender":"@a:x","content":{"m.relates_to":"#
      + #"{"rel_type":"m.annotation","event_id":"$root","key":"+"}}}"#
    try show([message("root"), reaction, message("1", in: "r")])
    #expect(try roomTexts() == ["root", "1"])
  }

  @Test("a message that was known of its thread stays there when it comes back redacted")
  func redactedLater() throws {
    let unsigned =
      #","unsigned":{"m.relations":{"m.thread":{"count":1,"latest_event":"#
      + #"\#(message("1", in: "root"))}}}"#
    try show([message("root", unsigned: unsigned)])
    let redacted =
      #"{"event_id":"$1","type":"m.room.message","sender":"@a:x","content":{},"#
      + #""unsigned":{"redacted_because":{"event_id":"$x","type":"m.room.redaction","#
      + #""sender":"@a:x","content":{"redacts":"$1"}}}}"#
    #expect(try summary()?.count == 1)
    try show([redacted, message("2")])
    #expect(try summary() == nil, "nothing of the thread is left")
    #expect(try roomTexts() == ["root", "2"])
    #expect(try store.thread(root, in: room).messages.map(\.content).last == .redacted)
  }

  @Test("what an earlier version kept as lines of the room is in its thread after the migration")
  func migration() throws {
    let database = try DatabaseQueue()
    try CacheLayout.migrator.migrate(database, upTo: "2")
    let state = #"{"type":"t","state_key":""}"#
    try database.write { database in
      for (index, json) in [message("1", in: "root"), "no JSON", state].enumerated() {
        try database.execute(
          sql: """
            INSERT INTO events (room, id, position, kind, sender, type, time, relation, target, json)
            VALUES (1, ?, ?, 1, '@a:x', 'm.room.message', 1, 'm.thread', '$root', ?)
            """, arguments: ["$\(index)", index, json])
      }
      try database.execute(
        sql: "INSERT INTO rooms (id, shown, state) VALUES ('!r', '{}', '{\"readReceipt\":\"$7\"}')")
    }
    try CacheLayout.migrator.migrate(database)

    try database.read { database in
      let tables = AccountTables(database)
      #expect(try tables.newestLines(ofThread: root, in: 1, limit: 9).lines.count == 1)
      let kinds = try Int64.fetchAll(database, sql: "SELECT kind FROM events ORDER BY position")
      #expect(kinds == [EventKind.threadLine, .line, .line].map(\.rawValue))
      let kept = try String.fetchOne(database, sql: "SELECT state FROM rooms")
      #expect(kept == #"{"readReceipt":"$7","wholeReceipt":"$7"}"#)
    }
  }
}

/// What the account has not read in threads.
@Suite("Unread threads")
struct UnreadThreadTests {
  private let store: StoreRehearsal
  private let room: RoomID
  private let root: EventID

  init() throws {
    store = try StoreRehearsal(userID: try #require(UserID("@me:x")))
    room = try #require(RoomID("!r"))
    root = try #require(EventID("$root"))
  }

  private func message(_ id: String, by sender: String = "@a:x", in thread: String? = nil)
    -> RawEvent
  {
    var content: JSONObject = ["msgtype": "m.text", "body": .string(id)]
    if let thread {
      content["m.relates_to"] = ["rel_type": "m.thread", "event_id": .string("$" + thread)]
    }
    return RawEvent(
      eventID: "$" + id, type: EventType.message, sender: sender, timestamp: 0,
      rawContent: .object(content))
  }

  private func receipt(_ event: String, _ thread: String?) throws -> RawBareEvents {
    let field = thread.map { #","thread_id":"\#($0)""# } ?? ""
    return try decoded(
      #"[{"type":"m.receipt","content":{"$\#(event)":{"m.read":{"@me:x":{"ts":1\#(field)}}}}}]"#)
  }

  private func slide(
    _ events: [RawEvent], _ receipts: RawBareEvents = [], isGapped: Bool = false,
    unread: Int? = nil
  ) throws {
    var news = SyncNews(token: SyncToken(.sliding, "p"))
    news.rooms = [
      RoomNews(
        id: room.rawValue,
        news: .joined(
          JoinedNews(
            room: RawJoinedRoom(
              timeline: events.isEmpty ? nil : RawTimeline(events: RawEvents(events)),
              ephemeral: receipts, unread: unread.map { RawUnreadCounts(notifications: $0) }),
            isGapped: isGapped)))
    ]
    try store.apply(news)
  }

  private func unread() throws -> (room: Int, thread: Int?) {
    let state = try #require(store.contents.rooms[room])
    let first = try store.timeline(of: room).messages.first { $0.eventID == root }
    let room = try store.value(of: state)
    #expect(room.threadUnreadCount == first?.thread?.unreadCount ?? 0)
    return (room.unreadCount, first?.thread?.unreadCount)
  }

  @Test("count in the room until they are read, apart from the room's own history")
  func counted() throws {
    try slide([
      message("root"), message("1", in: "root"), message("2", in: "root"), message("3"),
    ])
    #expect(try unread() == (4, 2))
    try slide([], receipt("3", "main"))
    #expect(try unread() == (2, 2))
    try slide([], receipt("1", "$root"))
    #expect(try unread() == (1, 1))
    try slide([], receipt("2", "$root"))
    #expect(try unread() == (0, 0))
    try slide([message("4", in: "root"), message("5")])
    #expect(try unread() == (2, 1))
    // A receipt without a thread is for all of them.
    try slide([], receipt("5", nil))
    #expect(try unread() == (0, 0))
  }

  @Test("count once where the server's number has to do, because messages are missing")
  func gapped() throws {
    try slide([message("0")])
    try slide([message("root"), message("1", in: "root")], isGapped: true, unread: 9)
    let state = try #require(store.contents.rooms[room])
    #expect(try store.value(of: state).unreadCount == 9)
    #expect(try store.value(of: state).threadUnreadCount == 1)
  }

  @Test("may be more where neither the beginning of the thread nor a read message is loaded")
  func least() throws {
    func isLeast() throws -> Bool {
      try store.value(of: try #require(store.contents.rooms[room])).threadUnreadIsLeast
    }
    try slide([message("0")])
    try slide([message("1", in: "root"), message("2", in: "root")], isGapped: true)
    #expect(try isLeast())
    let begun = #"[{"event_id":"$root","type":"m.room.message","sender":"@a:x","content":"#
    func loadList(count: Int) throws {
      let list: RawEvents = try decoded(
        begun + #"{"msgtype":"m.text","body":"root"},"unsigned":{"m.relations":{"m.thread":"#
          + #"{"count":\#(count),"latest_event":{}}}}}]"#)
      try store.change { try $0.addThreadList(list, next: nil, to: room, $1) }
    }
    func summary() throws -> ThreadSummary? { try store.threads(of: room).messages.first?.thread }
    try loadList(count: 5)
    #expect(try summary()?.unreadCount == 2 && summary()?.unreadIsLeast == true)
    // No more can be unread than there are.
    try loadList(count: 2)
    #expect(try summary()?.unreadCount == 2 && summary()?.unreadIsLeast == false)

    try slide([], receipt("1", "$root"))
    #expect(try !isLeast())
    #expect(try summary()?.unreadCount == 1 && summary()?.unreadIsLeast == false)
    try slide([message("3"), message("4", in: "3")], isGapped: true)
    #expect(try !isLeast())
  }

  @Test("an own message reads its thread, and no older receipt unreads it")
  func own() throws {
    try slide([message("root"), message("1", in: "root"), message("2", by: "@me:x", in: "root")])
    #expect(try unread().thread == 0)
    try slide([message("3", in: "root")], receipt("3", "$root"))
    try slide([], receipt("1", "$root"))
    #expect(try unread().thread == 0)
  }

  @Test("the server's numbers are taken over where it counts")
  func told() throws {
    let counts = #""unread_notifications":{"notification_count":2,"highlight_count":1}"#
    func apply(_ threads: String) throws {
      try store.apply(
        try decoded(
          #"{"next_batch":"n","rooms":{"join":{"!r":{\#(counts)\#(threads)}}}}"#), isInitial: false)
    }
    try store.apply(
      RawSyncResponse(
        nextBatch: "n",
        joined: [
          room.rawValue: RawJoinedRoom(
            timeline: RawTimeline(
              events: RawEvents([message("root"), message("1", in: "root")])))
        ]), isInitial: true)
    try apply(
      #","unread_thread_notifications":{"$root":{"notification_count":5,"highlight_count":1},"#
        + #""bad":{"notification_count":9},"$huge":{"notification_count":-4}}"#)
    #expect(try unread() == (7, 5))
    let state = try #require(store.contents.rooms[room])
    #expect(try store.value(of: state).mentionCount == 2)
    try store.change {
      try $0.markRead(thread: root, in: room, upTo: try #require(EventID("$1")), $1)
    }
    #expect(try unread() == (2, 0))
    try apply("")
    #expect(try unread() == (2, 0))
  }
}
