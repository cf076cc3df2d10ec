import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

/// Direct chats.
extension RoomsControllerTests {
  private var bob: String { "@bob:x" }

  private func direct(_ room: String) -> String {
    #"{"next_batch":"n","account_data":{"events":[{"type":"m.direct","#
      + #""content":{"\#(bob)":["\#(room)"]}}]},"rooms":{"join":{"!dm":{}}}}"#
  }

  @Test("a direct chat that could not be marked is reused, and marked after a later sync")
  func markLater() async throws {
    try await rehearsal.apply(#"{"next_batch":"n"}"#, isInitial: true)
    let user = try #require(UserID(bob))
    let notes = Notes(rooms.directRoom(with: user))
    try await next(.get, "/account_data/m.direct").reply(404, "{}")
    try await next(.post, "/createRoom").reply(200, #"{"room_id":"!new"}"#)
    try await next(.get, "/account_data/m.direct").reply(200, #"{"@c:x":["!c"]}"#)
    try await next(.put, "/account_data/m.direct").reply(500, "{}")
    try await notes.ended()
    #expect(notes.values.map(\.rawValue) == ["!new"])

    let again = Notes(rooms.directRoom(with: user))
    try await again.ended()
    #expect(again.values == notes.values)
    try await rehearsal.apply(#"{"next_batch":"n","rooms":{"join":{"!new":{}}}}"#)
    try await next(.get, "/account_data/m.direct").fail(.timedOut)
    await settle { rehearsal.transport.pendingCount == 0 }
    try await rehearsal.apply(#"{"next_batch":"n"}"#)
    try await next(.get, "/account_data/m.direct").reply(200, #"{"@c:x":["!c"]}"#)
    let put = try await next(.put, "/account_data/m.direct")
    #expect(put.body == #"{"@c:x":["!c"],"@bob:x":["!new"]}"#)
    put.reply(200, "{}")
    _ = try await value(of: rooms.rooms) { $0.first?.directUser == user }

    // All marked: later syncs cause no request.
    let count = rehearsal.transport.log.count
    try await rehearsal.apply(#"{"next_batch":"n"}"#)
    _ = try await rooms.directRoom(with: user).first()
    #expect(rehearsal.transport.log.count == count)
  }

  @Test("a direct chat is reused that the first syncs did not bring yet")
  func directChatToCome() async throws {
    let response = try LenientResponse<RawSlidingSyncResponse>(
      Array(#"{"pos":"p"}"#.utf8))
    var view = SlidingView(response.value, asked: SlidingWindow())
    view.next = SlidingWindow().grown
    let news = SyncNews(
      response, view: view, own: Rehearsal.me, isFirst: true, token: SyncToken(.sliding, "p"))
    try await rehearsal.store.apply(
      news, from: try await rehearsal.store.syncStart(), at: Timestamp(milliseconds: 0))
    let notes = Notes(rooms.directRoom(with: try #require(UserID(bob))))
    try await next(.get, "/account_data/m.direct").reply(200, #"{"@bob:x":["!gone","!dm","!old"]}"#)
    try await next(.get, "/joined_rooms").reply(200, #"{"joined_rooms":["!a","!dm"]}"#)
    try await notes.ended()
    #expect(notes.values.map(\.rawValue) == ["!dm"])
  }

  @Test("an existing direct chat is reused")
  func existing() async throws {
    try await rehearsal.apply(direct("!dm"), isInitial: true)
    let notes = Notes(rooms.directRoom(with: try #require(UserID(bob))))
    try await notes.ended()

    #expect(notes.values.map(\.rawValue) == ["!dm"])
    #expect(rehearsal.transport.log.isEmpty)
  }

  @Test("a new direct chat is added to the server's list, which keeps its other entries")
  func newDirect() async throws {
    try await rehearsal.apply(direct("!left"), isInitial: true)
    let user = try #require(UserID(bob))
    let notes = Notes(rooms.directRoom(with: user))
    try await next(.get, "/account_data/m.direct").reply(200, #"{"@bob:x":["!left"]}"#)
    let create = try await next(.post, "/createRoom")
    #expect(
      create.body
        == #"{"preset":"trusted_private_chat","is_direct":true,"invite":["@bob:x"]}"#)
    create.reply(200, #"{"room_id":"!new"}"#)
    try await next(.get, "/account_data/m.direct").reply(
      200, #"{"@bob:x":["!left"],"@carol:x":["!c"]}"#)
    let put = try await next(.put, "/account_data/m.direct")
    #expect(put.body == #"{"@bob:x":["!left","!new"],"@carol:x":["!c"]}"#)
    put.reply(200, "{}")
    try await notes.ended()

    #expect(notes.values.map(\.rawValue) == ["!new"])
    #expect(rehearsal.store.current.friends.count == 2)
  }

  @Test("an account without a list gets one; the own id is refused")
  func firstDirect() async throws {
    try await rehearsal.apply(#"{"next_batch":"n"}"#, isInitial: true)
    let notes = Notes(rooms.directRoom(with: try #require(UserID(bob))))
    try await next(.get, "/account_data/m.direct").reply(404, #"{"errcode":"M_NOT_FOUND"}"#)
    try await next(.post, "/createRoom").reply(200, #"{"room_id":"!new"}"#)
    try await next(.get, "/account_data/m.direct").reply(404, #"{"errcode":"M_NOT_FOUND"}"#)
    let put = try await next(.put, "/account_data/m.direct")
    #expect(put.body == #"{"@bob:x":["!new"]}"#)
    put.reply(200, "{}")
    try await notes.ended()
    #expect(notes.isCompleted)

    let own = Notes(rooms.directRoom(with: rehearsal.store.userID))
    try await own.ended()
    #expect(own.failure?.reason == .invalidInput(Rehearsal.me))
  }

  @Test("accepting an invite to a direct chat adds it to the direct chats")
  func acceptsDirect() async throws {
    func invite(_ room: String, _ content: String) -> String {
      #""\#(room)":{"invite_state":{"events":[{"type":"m.room.member","sender":"@bob:x","#
        + #""state_key":"\#(Rehearsal.me)","content":{"membership":"invite"\#(content)}}]}}"#
    }
    let invites = invite("!dm", #","is_direct":true"#) + "," + invite("!room", "")
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"invite":{\#(invites)}}}"#, isInitial: true)

    let other = Notes(rooms.join("!room"))
    try await next(.post, "/join/%21room").reply(200, #"{"room_id":"!room"}"#)
    try await other.ended()
    let notes = Notes(rooms.join("!dm"))
    try await next(.post, "/join/%21dm").reply(200, #"{"room_id":"!dm"}"#)
    try await next(.get, "/account_data/m.direct").reply(200, #"{"@c:x":["!c"]}"#)
    let put = try await next(.put, "/account_data/m.direct")
    #expect(put.body == #"{"@c:x":["!c"],"@bob:x":["!dm"]}"#)
    put.reply(200, "{}")
    try await notes.ended()

    try await rehearsal.apply(#"{"next_batch":"n","rooms":{"join":{"!dm":{},"!room":{}}}}"#)
    let joined = try await value(of: rooms.rooms) { rooms in
      rooms.count == 2 && rooms.allSatisfy { $0.membership == .joined }
        && rooms.contains { $0.directUser != nil }
    }
    #expect(joined.first { $0.directUser != nil }?.id.rawValue == "!dm")
  }

  @Test("two simultaneous requests make one room")
  func twice() async throws {
    try await rehearsal.apply(#"{"next_batch":"n"}"#, isInitial: true)
    let user = try #require(UserID(bob))
    let notes = [Notes(rooms.directRoom(with: user)), Notes(rooms.directRoom(with: user))]
    try await next(.get, "/account_data/m.direct").reply(404, "{}")
    try await next(.post, "/createRoom").reply(200, #"{"room_id":"!new"}"#)
    try await next(.get, "/account_data/m.direct").reply(404, "{}")
    // The sync delivers the room before the list is stored.
    try await rehearsal.apply(#"{"next_batch":"n","rooms":{"join":{"!new":{}}}}"#)
    try await next(.put, "/account_data/m.direct").reply(200, "{}")
    for note in notes { try await note.ended() }

    #expect(notes.map { $0.values.map(\.rawValue) } == [["!new"], ["!new"]])
    #expect(rehearsal.transport.log.filter { $0.contains("createRoom") }.count == 1)
  }
}
