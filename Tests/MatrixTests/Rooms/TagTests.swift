import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Tags of rooms, and rooms of spaces", .timeLimit(.minutes(5)))
struct TagTests {
  private let rehearsal: Rehearsal
  private let rooms: MatrixRoomsController
  private let room: RoomID

  init() throws {
    rehearsal = try Rehearsal()
    rooms = MatrixRoomsController(network: rehearsal.network, store: rehearsal.store)
    room = try #require(RoomID("!room"))
  }

  private func sync(tags: String? = nil, state: String = "") async throws {
    let data = tags.map { #"{"type":"m.tag","content":{"tags":\#($0)}}"# } ?? ""
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!room":{"account_data":{"events":[\#(data)]},"#
        + #""state":{"events":[\#(state)]}}}}}"#)
  }

  private var shown: Room? {
    get async { await rooms.room(room).first() ?? nil }
  }

  @Test("are read, kept, and end when an event has them no more")
  func read() async throws {
    try await sync(tags: #"{"m.favourite":{"order":0.5},"u.mine":{}}"#)
    #expect(await shown?.isFavourite == true)
    #expect(await shown?.isLowPriority == false)
    try await sync()
    #expect(await shown?.isFavourite == true)
    let state = try #require(rehearsal.store.current.rooms[room])
    let again = RoomState(
      StoredRoom(number: 1, shown: try #require(await shown), record: state.record))
    #expect(again.isFavourite)
    try await sync(tags: #"{"m.lowpriority":{}}"#)
    #expect(await shown?.isFavourite == false)
    #expect(await shown?.isLowPriority == true)
    try await sync(tags: "7")
    #expect(await shown?.isLowPriority == false)
  }

  @Test("are set before the last one is removed, and only when there is something to do")
  func set() async throws {
    try await sync(tags: #"{"m.lowpriority":{}}"#)
    try await Notes(rooms.setTag(.lowPriority, room)).ended()
    #expect(rehearsal.transport.log.isEmpty)
    let notes = Notes(rooms.setTag(.favourite, room))
    try await rehearsal.transport.next(.put, "/tags/m.favourite").reply(200, "{}")
    try await rehearsal.transport.next(.delete, "/tags/m.lowpriority")
      .reply(200, "{}")
    try await notes.ended()
    #expect(await shown?.isFavourite == true)
    #expect(await shown?.isLowPriority == false)
  }

  @Test("stay as they are when the server refuses")
  func refused() async throws {
    try await sync()
    let notes = Notes(rooms.setTag(.favourite, room))
    try await rehearsal.transport.next(.put, "/m.favourite")
      .reply(403, #"{"errcode":"M_FORBIDDEN"}"#)
    try await notes.ended()
    #expect(notes.failure?.code == "M_FORBIDDEN")
    #expect(await shown?.isFavourite == false)
  }

  private func child(_ room: String, _ content: String, time: Int = 1) -> String {
    #"{"type":"m.space.child","state_key":"\#(room)","sender":"@a:x","event_id":"$\#(room)\#(time)","#
      + #""origin_server_ts":\#(time),"content":\#(content)}"#
  }

  @Test("the rooms of a space are in its order, and leave it when they are removed")
  func children() async throws {
    let via = #""via":["x"]"#
    try await sync(
      state: [
        child("!late", "{\(via)}", time: 9), child("!early", "{\(via)}", time: 2),
        child("!b", #"{\#(via),"order":"b"}"#), child("!a", #"{\#(via),"order":"a"}"#, time: 5),
        child("!odd", #"{\#(via),"order":"ü"}"#, time: 3), child("!gone", "{}"),
        child("!empty", #"{"via":[]}"#), child("none", "{\(via)}"),
      ].joined(separator: ","))
    #expect(await shown?.children.map(\.rawValue) == ["!a", "!b", "!early", "!odd", "!late"])
    try await sync(state: child("!b", "{}", time: 20))
    #expect(await shown?.children.map(\.rawValue) == ["!a", "!early", "!odd", "!late"])
    let record = try #require(rehearsal.store.current.rooms[room]).record
    #expect(record.children?.count == 4)
  }
}
