import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Marks as unread, and private receipts", .timeLimit(.minutes(5)))
struct MarkTests {
  private let rehearsal: Rehearsal
  private let rooms: MatrixRoomsController
  private let room: RoomID

  init() throws {
    rehearsal = try Rehearsal()
    rooms = MatrixRoomsController(network: rehearsal.network, store: rehearsal.store)
    room = try #require(RoomID("!room"))
  }

  private func next(_ text: String) async throws -> RehearsedTransport.Exchange {
    try await rehearsal.transport.next(.put, text)
  }

  private func sync(_ marks: (String, Bool)..., events: String = "") async throws {
    let list = marks.map { #"{"type":"\#($0)","content":{"unread":\#($1)}}"# }
      .joined(separator: ",")
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"account_data":{"events":[\#(list)]},"#
        + #""timeline":{"events":[\#(events)]}}}}}"#)
  }

  private var isMarked: Bool? { rehearsal.store.current.rooms[room]?.isMarkedUnread }

  @Test("are read under both names, of which the newer counts, and survive a restart")
  func names() async throws {
    try await sync(("com.famedly.marked_unread", true))
    #expect(isMarked == true)
    try await sync(("m.marked_unread", false), ("com.famedly.marked_unread", true))
    #expect(isMarked == false)
    try await sync(("m.marked_unread", true))
    #expect(isMarked == true)
    let shown = await rooms.room(room).first()
    #expect(shown??.isMarkedUnread == true)
    let state = try #require(rehearsal.store.current.rooms[room])
    let again = RoomState(
      StoredRoom(number: 1, shown: try #require(shown ?? nil), record: state.record))
    #expect(again.isMarkedUnread)
    #expect(again.hasOldMark)
    try await sync(("m.fully_read", true))
    #expect(isMarked == true)
  }

  @Test("are set under the name of the specification, and only when there is something to do")
  func set() async throws {
    try await sync()
    try await Notes(rooms.setMarkedUnread(false, room)).ended()
    #expect(rehearsal.transport.log.isEmpty)
    let notes = Notes(rooms.setMarkedUnread(true, room))
    let put = try await next("/account_data/m.marked_unread")
    #expect(put.body == #"{"unread":true}"#)
    put.reply(200, "{}")
    try await notes.ended()
    #expect(isMarked == true)
  }

  @Test("that an older client has set are ended under both names")
  func ended() async throws {
    try await sync(("com.famedly.marked_unread", true))
    let notes = Notes(rooms.setMarkedUnread(false, room))
    for name in ["m.marked_unread", "com.famedly.marked_unread"] {
      let put = try await next("/account_data/\(name)")
      #expect(put.body == #"{"unread":false}"#)
      put.reply(200, "{}")
    }
    try await notes.ended()
    #expect(isMarked == false)
  }

  @Test("a refused mark stays as it is and is told")
  func refused() async throws {
    try await sync()
    let notes = Notes(rooms.setMarkedUnread(true, room))
    try await next("/m.marked_unread").reply(403, #"{"errcode":"M_FORBIDDEN"}"#)
    try await notes.ended()
    #expect(notes.failure?.code == "M_FORBIDDEN")
    #expect(isMarked == false)
  }

  @Test("private receipts have their own type, in the room, in threads and for both")
  func privateReceipts() async throws {
    let reply = #""m.relates_to":{"rel_type":"m.thread","event_id":"$root"}"#
    try await sync(
      events: #"{"event_id":"$root","type":"m.room.message","sender":"@a:x","content":{"#
        + #""msgtype":"m.text","body":"r"}},{"event_id":"$1","type":"m.room.message","#
        + #""sender":"@a:x","content":{"msgtype":"m.text","body":"1",\#(reply)}}"#)
    let first = Notes(rooms.markRead(room, for: .ownDevices))
    try await rehearsal.transport.next(.post, "/receipt/m.read.private/%24root")
      .reply(400, #"{"errcode":"M_INVALID_PARAM"}"#)
    let post = try await rehearsal.transport.next(.post, "/read_markers")
    #expect(post.body == #"{"m.fully_read":"$root","m.read.private":"$root"}"#)
    post.reply(200, "{}")
    try await first.ended()
    let thread = ThreadID(room: room, root: try #require(Message.ID("$root")))
    let second = Notes(rooms.markRead(thread, for: .ownDevices))
    let receipt = try await rehearsal.transport.next(.post, "/receipt/m.read.private/%241")
    #expect(receipt.body == #"{"thread_id":"$root"}"#)
    receipt.reply(200, "{}")
    try await second.ended()
  }
}
