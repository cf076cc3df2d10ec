import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

/// Entering and finding rooms.
extension RoomsControllerTests {
  private func id(_ text: String) throws -> RoomID { try #require(RoomID(text)) }

  @Test("a link is joined through the servers that it names")
  func link() async throws {
    let notes = Notes(rooms.join("https://matrix.to/#/!club?via=a.org&via=b.org"))
    let request = try await next(.post, "/join/%21club")
    #expect(request.path.contains("via=a.org&server_name=a.org&via=b.org&server_name=b.org"))
    request.reply(200, #"{"room_id":"!club"}"#)
    try await notes.ended()
    #expect(notes.values == [try id("!club")])
  }

  @Test("a room that replaces another one, or is in a space, is joined through their servers")
  func leading() async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!old:a.org":{"state":{"events":["#
        + #"{"type":"m.room.tombstone","state_key":"","sender":"@a:x","event_id":"$1","#
        + #""content":{"replacement_room":"!new","body":"moved"}}]}},"#
        + #""!space:b.org":{"state":{"events":[{"type":"m.space.child","state_key":"!child","#
        + #""sender":"@a:x","event_id":"$2","content":{"via":["x"]}}]}}}}}"#)
    let old = Notes(rooms.join("!new"))
    let first = try await next(.post, "/join/%21new")
    #expect(first.path.contains("via=a.org"))
    first.reply(200, #"{"room_id":"!new"}"#)
    try await old.ended()
    let child = Notes(rooms.join("!child"))
    let second = try await next(.post, "/join/%21child")
    #expect(second.path.contains("via=b.org"))
    second.reply(200, #"{"room_id":"!child"}"#)
    try await child.ended()
  }

  @Test("members are asked with a reason, or without")
  func knock() async throws {
    let notes = Notes(rooms.knock(" #club:x ", reason: "please"))
    let request = try await next(.post, "/knock/%23club%3Ax")
    #expect(request.body == #"{"reason":"please"}"#)
    request.reply(200, #"{"room_id":"!club:x"}"#)
    try await notes.ended()
    #expect(notes.values == [try id("!club:x")])

    let silent = Notes(rooms.knock("!club:x", reason: ""))
    let second = try await next(.post, "/knock/%21club%3Ax")
    #expect(second.body == "{}" && second.path.contains("via=x"))
    second.reply(403, #"{"errcode":"M_FORBIDDEN"}"#)
    try await silent.ended()
    #expect(silent.failure?.operation == .knock)

    let invalid = Notes(rooms.knock("club", reason: ""))
    try await invalid.ended()
    #expect(invalid.failure?.reason == .invalidInput("club"))
  }

  @Test("a room is left, forgotten, and gone from this machine")
  func forget() async throws {
    let room = try id("!a:x")
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a:x":{"timeline":{"events":["#
        + #"{"type":"m.room.message","event_id":"$1","sender":"@bob:x","origin_server_ts":1,"#
        + #""content":{"msgtype":"m.text","body":"a secret"}}]}}}}}"#)
    let notes = Notes(rooms.forget(room))
    try await next(.post, "/rooms/%21a%3Ax/leave").reply(200, "{}")
    try await next(.post, "/rooms/%21a%3Ax/forget").reply(200, "{}")
    try await notes.ended()
    #expect(notes.isCompleted)
    #expect(await rooms.rooms.first() == [])
    let count = try await rehearsal.store.read { contents, tables in
      try tables.newestEventOutsideThreads(of: contents.rooms[room]?.number ?? 0)
    }
    #expect(count == nil)

    let again = Notes(rooms.forget(room))
    try await next(.post, "/rooms/%21a%3Ax/forget").reply(200, "{}")
    try await again.ended()
  }

  @Test("a room that was left elsewhere is listed until it is forgotten")
  func leftElsewhere() async throws {
    let message =
      #"{"type":"m.room.message","event_id":"$1","sender":"@bob:x","origin_server_ts":1,"#
      + #""content":{"msgtype":"m.text","body":"a secret"}}"#
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a:x":{"timeline":{"events":[\#(message)]}}}}}"#,
      isInitial: true)
    #expect(await rooms.leftRooms.first() == [])
    try await rehearsal.apply(#"{"next_batch":"o","rooms":{"leave":{"!a:x":{}}}}"#)
    #expect(await rooms.leftRooms.first()?.map(\.id) == [try id("!a:x")])
    let notes = Notes(rooms.forget(try id("!a:x")))
    try await next(.post, "/rooms/%21a%3Ax/forget").reply(200, "{}")
    try await notes.ended()
    #expect(await rooms.leftRooms.first() == [])
  }

  @Test("a room that cannot be left is kept")
  func keeps() async throws {
    try await rehearsal.apply(#"{"next_batch":"n","rooms":{"join":{"!a:x":{}}}}"#, isInitial: true)
    let notes = Notes(rooms.forget(try id("!a:x")))
    try await next(.post, "/leave").reply(500, "{}")
    try await notes.ended()
    #expect(notes.failure?.status == 500)
    #expect(await rooms.rooms.first()?.count == 1)
  }

  @Test("the directory is searched page by page, and what cannot be shown is left out")
  func directory() async throws {
    let notes = Notes(rooms.publicRooms("tea", after: "p1"))
    let request = try await next(.post, "/publicRooms")
    #expect(
      request.body
        == #"{"limit":50,"filter":{"generic_search_term":"tea"},"since":"p1"}"#)
    request.reply(
      200,
      ##"{"chunk":[{"room_id":"!a:x","name":"Tea","topic":"t","canonical_alias":"#tea:x","##
        + #""num_joined_members":3,"join_rule":"knock","world_readable":false},"#
        + #"{"room_id":"no id","num_joined_members":1},{"name":"none"},7,"#
        + #"{"room_id":"!b:x","num_joined_members":-1,"room_type":"m.space","canonical_alias":5},"#
        + #"{"room_id":"!c:x","num_joined_members":1,"join_rule":"invite"}],"#
        + #""next_batch":"p2"}"#)
    try await notes.ended()
    #expect(
      notes.values == [
        FoundRooms(
          rooms: [
            FoundRoom(
              id: try id("!a:x"), name: "Tea", topic: "t", alias: RoomAlias("#tea:x"),
              joinedCount: 3, entry: .knock),
            FoundRoom(id: try id("!b:x"), isSpace: true),
            FoundRoom(id: try id("!c:x"), joinedCount: 1, entry: .invite),
          ], next: "p2")
      ])
    let all = Notes(rooms.publicRooms("", after: nil))
    let second = try await next(.post, "/publicRooms")
    #expect(second.body == #"{"limit":50}"#)
    second.reply(200, #"{"chunk":[]}"#)
    try await all.ended()
    #expect(all.values == [FoundRooms(rooms: [])])
  }

  @Test("a space lists its rooms without itself")
  func hierarchy() async throws {
    let notes = Notes(rooms.rooms(of: try id("!s:x"), after: "1"))
    let request = try await next(.get, "/_matrix/client/v1/rooms/%21s%3Ax/hierarchy")
    #expect(request.path.contains("max_depth=1&limit=50&from=1"))
    request.reply(
      200,
      #"{"rooms":[{"room_id":"!s:x","num_joined_members":1},"#
        + #"{"room_id":"!a:x","num_joined_members":2,"join_rule":"restricted"}]}"#)
    try await notes.ended()
    #expect(
      notes.values == [FoundRooms(rooms: [FoundRoom(id: try id("!a:x"), joinedCount: 2)])])
  }

  @Test("a room in a space is created with its rule, and added to the space")
  func createWithSettings() async throws {
    var room = NewRoom(name: "Tea")
    room.access = .spaceMembers
    room.space = try id("!s:x")
    room.localAlias = "tea"
    let notes = Notes(rooms.create(room))
    let request = try await next(.post, "/createRoom")
    #expect(
      request.body
        == #"{"preset":"private_chat","visibility":"private","invite":[],"name":"Tea","#
        + #""room_alias_name":"tea","initial_state":[{"type":"m.room.join_rules","#
        + #""content":{"join_rule":"restricted","allow":[{"type":"m.room_membership","#
        + #""room_id":"!s:x"}]}},{"type":"m.space.parent","state_key":"!s:x","#
        + #""content":{"canonical":true,"via":["localhost"]}}]}"#)
    request.reply(200, #"{"room_id":"!new:x"}"#)
    let link = try await next(.put, "/rooms/%21s%3Ax/state/m.space.child/%21new%3Ax")
    #expect(link.body == #"{"via":["localhost"]}"#)
    link.reply(403, #"{"errcode":"M_FORBIDDEN"}"#)
    try await notes.ended()
    #expect(notes.values == [try id("!new:x")])
    #expect(notes.failure?.operation == .addToSpace)
  }

  @Test("a space has no messages, and a room may take requests")
  func kinds() async throws {
    var room = NewRoom(name: "Work")
    room.isSpace = true
    room.access = .whoAsks
    let notes = Notes(rooms.create(room))
    let request = try await next(.post, "/createRoom")
    #expect(
      request.body
        == #"{"preset":"private_chat","visibility":"private","invite":[],"name":"Work","#
        + #""creation_content":{"type":"m.space"},"#
        + #""power_level_content_override":{"events_default":100},"#
        + #""initial_state":[{"type":"m.room.join_rules","content":{"join_rule":"knock"}}]}"#)
    request.reply(200, #"{"room_id":"!new:x"}"#)
    try await notes.ended()
    #expect(notes.isCompleted)
  }

  @Test("a room created as encrypted takes no plain text, even from a server that leaves that out")
  func createEncrypted() async throws {
    try await rehearsal.apply(#"{"next_batch":"n"}"#, isInitial: true)
    var room = NewRoom(name: "Vault")
    room.isEncrypted = true
    let notes = Notes(rooms.create(room))
    let request = try await next(.post, "/createRoom")
    #expect(
      request.body
        == #"{"preset":"private_chat","visibility":"private","invite":[],"name":"Vault","#
        + #""initial_state":[{"type":"m.room.encryption","#
        + #""content":{"algorithm":"m.megolm.v1.aes-sha2"}}]}"#)
    request.reply(200, #"{"room_id":"!new:x"}"#)
    try await notes.ended()
    let new = try id("!new:x")
    #expect(notes.values == [new])
    #expect(try await rehearsal.timeline(of: new).isEncrypted)
    #expect(rehearsal.store.current.rooms[new] == nil, "no row says that it was left")

    try await rehearsal.apply(#"{"next_batch":"n","rooms":{"join":{"!new:x":{}}}}"#)
    let requestCount = rehearsal.transport.log.count
    let sender = try rehearsal.sender()
    let sent = Notes(sender.send("secret", to: new))
    try await sent.ended()
    #expect(sent.failure?.reason == .encryptedRoom)
    #expect(rehearsal.transport.log.count == requestCount)
    #expect(try Rehearsal(folder: rehearsal.folder).store.current.encrypted == [new])
  }
}
