import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

/// What is read, and who has read it.
extension RoomsControllerTests {
  @Test("marks the newest event as read, even one without a line, and only when there is news")
  func markRead() async throws {
    func sync(_ id: String, unread: Int) -> String {
      #"{"next_batch":"n","rooms":{"join":{"!room":{"unread_notifications":"#
        + #"{"notification_count":\#(unread),"highlight_count":\#(unread)},"timeline":{"events":["#
        + #"{"event_id":"\#(id)","type":"m.reaction","sender":"@a:x","content":{}}]}}}}}"#
    }
    try await rehearsal.apply(sync("$1", unread: 3), isInitial: true)
    let room = try #require(RoomID("!room"))
    let first = Notes(rooms.markRead(room, for: .room))
    let receipt = try await next(.post, "/receipt/m.read/%241")
    #expect(receipt.body == #"{"thread_id":"main"}"#)
    receipt.reply(200, "{}")
    let post = try await next(.post, "/read_markers")
    #expect(post.body == #"{"m.fully_read":"$1"}"#)
    post.reply(200, "{}")
    try await first.ended()
    let state = try #require(rehearsal.store.current.rooms[room])
    #expect(state.unreadCount == 0)
    #expect(state.mentionCount == 0)
    #expect(try await rehearsal.timeline(of: room).readUpTo?.rawValue == "$1")

    let second = Notes(rooms.markRead(room, for: .room))
    try await second.ended()
    #expect(second.isCompleted)
    #expect(rehearsal.transport.log.count == 2)
    try await rehearsal.apply(sync("$2", unread: 1))
    let third = Notes(rooms.markRead(room, for: .room))
    try await next(.post, "/receipt/m.read/%242").reply(200, "{}")
    let again = try await next(.post, "/read_markers")
    #expect(again.body.contains("$2"))
    try await rehearsal.apply(sync("$3", unread: 2))
    again.reply(200, "{}")
    try await third.ended()
    #expect(rehearsal.store.current.rooms[room]?.unreadCount == 2)
  }

  @Test("what was read without a connection is read here at once, and told later")
  func markReadOffline() async throws {
    let room = try await unreadRoom()
    let first = Notes(rooms.markRead(room, for: .ownDevices))
    try await next(.post, "/receipt/m.read.private/%241").fail(.unreachable("refused"))
    try await first.ended()
    #expect(first.isCompleted, "the user need not do it again")
    #expect(rehearsal.store.current.rooms[room]?.unreadCount == 0)
    async let report: Void = rooms.reports.reportOwed()
    try await next(.post, "/receipt/m.read.private/%241").reply(200, "{}")
    try await next(.post, "/read_markers").reply(200, "{}")
    await report
    #expect(try await owed == [])
  }

  @Test("what was read without a connection is told in the next run")
  func markReadBeforeRestart() async throws {
    let folder = try TestFolder()
    var old: Rehearsal? = try Rehearsal(folder: folder)
    let first = try #require(old)
    try await first.apply(Self.unread, isInitial: true)
    let rooms = MatrixRoomsController(network: first.network, store: first.store)
    let notes = Notes(rooms.markRead(try #require(RoomID("!room")), for: .room))
    _ = try await first.transport.next(.post, "/receipt/m.read/%241")
    old = nil

    let restarted = try Rehearsal(folder: folder)
    let later = MatrixRoomsController(network: restarted.network, store: restarted.store)
    #expect(restarted.store.current.rooms.values.first?.unreadCount == 0)
    try await restarted.apply(#"{"next_batch":"n2"}"#)
    _ = try await restarted.transport.next(.post, "/receipt/m.read/%241")
    withExtendedLifetime((rooms, notes, later)) {}
  }

  @Test("a receipt that the server refuses is not told again")
  func markReadRefused() async throws {
    let room = try await unreadRoom()
    let notes = Notes(rooms.markRead(room, for: .room))
    try await next(.post, "/receipt/m.read/%241").reply(403, #"{"errcode":"M_FORBIDDEN"}"#)
    try await notes.ended()
    #expect(notes.failure?.reason == .refused)
    #expect(try await owed == [])
  }

  private static let unread =
    #"{"next_batch":"n","rooms":{"join":{"!room":{"unread_notifications":{"#
    + #""notification_count":3},"timeline":{"events":[{"event_id":"$1","type":"m.reaction","#
    + #""sender":"@a:x","content":{}}]}}}}}"#

  private func unreadRoom() async throws -> RoomID {
    try await rehearsal.apply(Self.unread, isInitial: true)
    return try #require(RoomID("!room"))
  }

  private var owed: [OwedRead] {
    get async throws { try await rehearsal.store.read { try $1.owedReads() } }
  }

  @Test("marks the whole room where the server takes no receipt for its own history")
  func markWholeRoom() async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"events":[{"event_id":"$1","#
        + #""type":"m.reaction","sender":"@a:x","content":{}},{"event_id":"$2","#
        + #""type":"org.example.poll","sender":"@a:x","content":{"m.relates_to":{"#
        + #""rel_type":"m.thread","event_id":"$root"}}}]}}}}}"#, isInitial: true)
    let notes = Notes(rooms.markRead(try #require(RoomID("!room")), for: .room))
    // The newest event belongs to a thread, although it has no line there.
    try await next(.post, "/receipt/m.read/%241").reply(400, #"{"errcode":"M_INVALID_PARAM"}"#)
    let post = try await next(.post, "/read_markers")
    #expect(post.body == #"{"m.fully_read":"$1","m.read":"$1"}"#)
    post.reply(200, "{}")
    try await notes.ended()
    #expect(notes.isCompleted)
  }

  @Test("marks a thread as read by a receipt of its own, and only when there is news")
  func markThreadRead() async throws {
    let relation = #""m.relates_to":{"rel_type":"m.thread","event_id":"$root"}"#
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"unread_notifications":{"#
        + #""notification_count":1},"unread_thread_notifications":{"$root":{"#
        + #""notification_count":1}},"timeline":{"events":[{"event_id":"$root","#
        + #""type":"m.room.message","sender":"@a:x","content":{"msgtype":"m.text","body":"r"}},"#
        + #"{"event_id":"$1","type":"m.room.message","sender":"@a:x","content":{"#
        + #""msgtype":"m.text","body":"1",\#(relation)}}]}}}}}"#, isInitial: true)
    let room = try #require(RoomID("!room"))
    let thread = ThreadID(room: room, root: try #require(Message.ID("$root")))
    let first = Notes(rooms.markRead(thread, for: .room))
    let post = try await next(.post, "/receipt/m.read/%241")
    #expect(post.body == #"{"thread_id":"$root"}"#)
    post.reply(200, "{}")
    try await first.ended()
    let state = try #require(rehearsal.store.current.rooms[room])
    #expect(state.unreadCount == 1)
    #expect(state.threadUnread == 0)
    try await Notes(rooms.markRead(thread, for: .room)).ended()
    #expect(rehearsal.transport.log.count == 1)
  }

  @Test(
    "what is unread behind an event that begins no thread is unread in the room, and read with it"
  )
  func markVoidThreadRead() async throws {
    func message(_ id: String, _ relation: String = "") -> String {
      #"{"event_id":"\#(id)","type":"m.room.message","sender":"@a:x","content":{"#
        + #""msgtype":"m.text","body":"\#(id)"\#(relation)}}"#
    }
    func sync(_ events: String, _ count: Int) async throws {
      try await rehearsal.apply(
        #"{"next_batch":"n","rooms":{"join":{"!room":{"unread_notifications":{"#
          + #""notification_count":0,"highlight_count":0},"unread_thread_notifications":{"$gone":{"#
          + #""notification_count":\#(count)}},"timeline":{"events":[\#(events)]}}}}}"#)
    }
    let relation = #","m.relates_to":{"rel_type":"m.thread","event_id":"$gone"}"#
    try await sync(message("$0") + "," + message("$1", relation), 1)
    let room = try #require(RoomID("!room"))
    let gone = try #require(EventID("$gone"))
    var state: RoomState { get throws { try #require(rehearsal.store.current.rooms[room]) } }
    #expect(try (state.unreadCount, state.threadUnread) == (0, 1), "not known yet")
    try await rehearsal.store.change { try $0.setVoid(gone, in: room, $1) }
    #expect(try (state.unreadCount, state.threadUnread) == (1, 0))
    try await sync(message("$2", relation), 2)
    #expect(try (state.unreadCount, state.threadUnread) == (2, 0))

    let notes = Notes(rooms.markRead(room, for: .room))
    try await next(.post, "/receipt/m.read/").reply(200, "{}")
    try await next(.post, "/read_markers").reply(200, "{}")
    let receipt = try await next(.post, "/receipt/m.read/%242")
    #expect(receipt.body == #"{"thread_id":"$gone"}"#)
    receipt.reply(200, "{}")
    try await notes.ended()
    #expect(notes.failure == nil)
    let voids = try await rehearsal.store.read { [number = try state.number] in
      try $1.unreadVoids(in: number).count
    }
    #expect(voids == 0)
    #expect(try (state.unreadCount, state.threadUnread) == (0, 0))
  }

  @Test("the account's receipts and markers from other devices are applied")
  func marksElsewhere() async throws {
    let message =
      #"{"type":"m.room.message","sender":"@a:x","content":{"msgtype":"m.text","body":"x"},"#
    func receipt(_ event: String, thread: String) -> String {
      #"{"type":"m.receipt","content":{"\#(event)":{"m.read":{"\#(Rehearsal.me)":"#
        + #"{"ts":1\#(thread)}}}}}"#
    }
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"events":["#
        + message + #""event_id":"$1"},"# + message + #""event_id":"$2"},"# + message
        + #""event_id":"$3"}]},"account_data":{"events":[{"type":"m.fully_read","#
        + #""content":{"event_id":"$1"}}]},"ephemeral":{"events":["#
        + receipt("$2", thread: #","thread_id":"main""#) + ","
        + receipt("$3", thread: #","thread_id":"$t""#) + "]}}}}}", isInitial: true)

    let room = try #require(RoomID("!room"))
    #expect(try await rehearsal.timeline(of: room).readUpTo?.rawValue == "$2")
  }

  @Test("of a public and a private receipt the later one counts, whichever comes last")
  func bothReceipts() async throws {
    let messages = (1...4).map {
      #"{"type":"m.room.message","sender":"@a:x","event_id":"$\#($0)","#
        + #""content":{"msgtype":"m.text","body":"x"}}"#
    }
    func sync(_ messages: [String], _ receipts: [String]) async throws {
      try await rehearsal.apply(
        #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"events":["#
          + messages.joined(separator: ",") + #"]},"ephemeral":{"events":[{"type":"m.receipt","#
          + #""content":{\#(receipts.joined(separator: ","))}}]}}}}}"#)
    }
    func receipt(_ event: String, _ kind: String) -> String {
      #""\#(event)":{"\#(kind)":{"\#(Rehearsal.me)":{"ts":1}}}"#
    }
    try await sync(messages, [receipt("$3", "m.read.private"), receipt("$2", "m.read")])
    let room = try #require(RoomID("!room"))
    #expect(try await rehearsal.timeline(of: room).readUpTo?.rawValue == "$3")
    try await sync([], [receipt("$1", "m.read")])
    #expect(try await rehearsal.timeline(of: room).readUpTo?.rawValue == "$3")
    try await sync([], [receipt("$4", "m.read")])
    #expect(try await rehearsal.timeline(of: room).readUpTo?.rawValue == "$4")
  }

  @Test("a read event without a line of its own stands for the line before it")
  func readReaction() async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"timeline":{"events":["#
        + #"{"type":"m.room.message","sender":"@a:x","event_id":"$1","#
        + #""content":{"msgtype":"m.text","body":"x"}},"#
        + #"{"type":"m.reaction","sender":"@a:x","event_id":"$r","content":{"m.relates_to":"#
        + #"{"rel_type":"m.annotation","event_id":"$1","key":"+"}}}]},"account_data":{"events":["#
        + #"{"type":"m.fully_read","content":{"event_id":"$r"}}]}}}}}"#)
    let room = try #require(RoomID("!room"))
    #expect(try await rehearsal.timeline(of: room).readUpTo?.rawValue == "$1")
  }
}
