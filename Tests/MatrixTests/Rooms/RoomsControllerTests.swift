import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Rooms controller", .timeLimit(.minutes(5)))
struct RoomsControllerTests {
  let rehearsal: Rehearsal
  let rooms: MatrixRoomsController

  init() throws {
    rehearsal = try Rehearsal()
    rooms = MatrixRoomsController(network: rehearsal.network, store: rehearsal.store)
  }

  func next(
    _ method: HTTPRequest.Method, _ text: String
  ) async throws -> RehearsedTransport.Exchange {
    try await rehearsal.transport.next(method, text)
  }

  @Test("the first sync emits the list, even when it is empty")
  func list() async throws {
    let notes = Notes(rooms.rooms)
    #expect(notes.values.isEmpty)
    try await rehearsal.apply(#"{"next_batch":"n"}"#, isInitial: true)
    #expect(notes.values == [[]])
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!b":{},"!a":{}},"invite":{"!c":{}}}}"#)
    try await rehearsal.apply(#"{"next_batch":"n","rooms":{"join":{"!a":{}}}}"#)
    try await rehearsal.apply(#"{"next_batch":"n","rooms":{"leave":{"!c":{}}}}"#)

    #expect(
      notes.values.map { $0.map(\.id.rawValue) } == [[], ["!a", "!b", "!c"], ["!a", "!b"]])
  }

  @Test("the changes begin with all rooms, then name only the changed ones")
  func changes() async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!b":{},"!a":{},"!old":{}},"invite":{"!c":{}}}}"#,
      isInitial: true)
    try await rehearsal.apply(#"{"next_batch":"n","rooms":{"leave":{"!old":{}}}}"#)
    let notes = Notes(rooms.roomChanges)
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a":{"unread_notifications":{"notification_count":2}},"#
        + #""!b":{}},"leave":{"!c":{}}}}"#)
    try await rehearsal.apply(#"{"next_batch":"n","rooms":{"join":{"!d":{}}}}"#)

    let seen = notes.values.map { change -> [String] in
      switch change {
      case .all(let rooms): ["all"] + rooms.map(\.id.rawValue).sorted()
      case .changed(let rooms):
        rooms.map { "\($0.id) \($0.membership) \($0.unreadCount)" }.sorted()
      }
    }
    #expect(
      seen == [["all", "!a", "!b", "!c"], ["!a joined 2", "!c left 0"], ["!d joined 0"]])
  }

  @Test("the changes wait for the first sync response")
  func changesWait() async throws {
    let notes = Notes(rooms.roomChanges)
    #expect(notes.values.isEmpty)
    try await rehearsal.apply(#"{"next_batch":"n"}"#, isInitial: true)
    #expect(notes.values == [.all([])])
  }

  @Test("members are the known ones, by name, and all of them once requested")
  func members() async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a":{"state":{"events":["#
        + #"{"type":"m.room.member","event_id":"$1","sender":"@bob:x","state_key":"@bob:x","#
        + #""content":{"membership":"join","displayname":"bob"}},"#
        + #"{"type":"m.room.member","event_id":"$2","sender":"@eve:x","state_key":"@eve:x","#
        + #""content":{"membership":"leave"}}]}}}}}"#)
    let room = try #require(RoomID("!a"))
    let notes = try await Notes(rooms.members(of: room)).started()
    #expect(notes.values.map { $0.people.map(\.id.rawValue) } == [["@bob:x"]])
    #expect(notes.values.last?.isComplete == false)

    let load = Notes(rooms.loadMembers(of: room))
    let request = try await next(.get, "/rooms/%21a/joined_members")
    request.reply(
      200, #"{"joined":{"@bob:x":{"display_name":"bob"},"@ada:x":{"display_name":"Ada"}}}"#)
    try await load.ended()
    #expect(load.isCompleted)
    #expect(notes.values.last?.people.compactMap(\.displayName) == ["Ada", "bob"])
    #expect(notes.values.last?.isComplete == true)

    let again = Notes(rooms.loadMembers(of: room))
    try await again.ended()
    #expect(again.isCompleted)
  }

  @Test("everybody in a room is who is known, then who the server lists, unless that is known")
  func everybody() async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a":{"state":{"events":["#
        + #"{"type":"m.room.member","event_id":"$1","sender":"@bob:x","state_key":"@bob:x","#
        + #""content":{"membership":"join"}}]}}}}}"#)
    let room = try #require(RoomID("!a"))
    let notes = Notes(rooms.people(of: room))
    try await next(.get, "/rooms/%21a/joined_members").reply(
      200, #"{"joined":{"@bob:x":{},"@amy:x":{"display_name":"Amy"}}}"#)
    try await notes.ended()
    #expect(
      notes.values.map { $0.map(\.id.rawValue).sorted() } == [["@bob:x"], ["@amy:x", "@bob:x"]])

    let again = Notes(rooms.people(of: room))
    try await again.ended()
    #expect(again.values.map(\.count) == [2])
  }

  @Test("known are the people in the rooms, those in most of them first, without a request")
  func knownPeople() async throws {
    func member(_ user: String, _ membership: String = "join") -> String {
      #"{"type":"m.room.member","event_id":"$\#(user)","sender":"@\#(user):x","#
        + #""state_key":"@\#(user):x","#
        + #""content":{"membership":"\#(membership)","displayname":"\#(user.uppercased())"}}"#
    }
    func state(_ members: [String]) -> String {
      #"{"state":{"events":["# + members.joined(separator: ",") + "]}}"
    }
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a":"# + state([member("amy"), member("zoe")])
        + #","!b":"# + state([member("zoe"), member("gone", "leave")]) + "}}}")
    let notes = Notes(rooms.knownPeople())
    try await notes.ended()
    #expect(notes.values.map { $0.map(\.id.rawValue) } == [["@zoe:x", "@amy:x"]])
    #expect(notes.values.first?.map(\.displayName) == ["ZOE", "AMY"])
  }

  @Test("joins by alias and by id, through the servers that may know the room")
  func join() async throws {
    let alias = Notes(rooms.join(" #wonderland:localhost\n"))
    let first = try await next(.post, "/join/%23wonderland%3Alocalhost")
    #expect(!first.path.contains("via="))
    first.reply(200, try Recorded.data("room-join"))
    try await alias.ended()
    #expect(alias.values.map(\.rawValue) == ["!IG6we6EmITPNGGb1FXaXyctBrzJCxmvTHTnY-K1iW7E"])

    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"invite":{"!new":{"invite_state":{"events":["#
        + #"{"type":"m.room.member","sender":"@bob:far.org","state_key":"\#(Rehearsal.me)","#
        + #""content":{"membership":"invite"}}]}}}}}"#)
    let invite = Notes(rooms.join("!new"))
    let second = try await next(.post, "/join/%21new")
    #expect(second.path.contains("via=far.org"))
    second.reply(200, #"{"room_id":"!new"}"#)
    try await invite.ended()
    let old = Notes(rooms.join("!old:else.org"))
    let third = try await next(.post, "/join/%21old")
    #expect(third.path.contains("via=else.org"))
    third.reply(404, #"{"errcode":"M_NOT_FOUND","error":"x"}"#)
    try await old.ended()
    #expect(old.failure?.code == "M_NOT_FOUND")
  }

  @Test(
    "a text that is neither an alias nor an id is refused locally",
    arguments: ["", "wonderland", "#wonderland", "@ada:x", "!", "!a b", "../x"])
  func invalid(text: String) async throws {
    let notes = Notes(rooms.join(text))
    try await notes.ended()

    #expect({ if case .invalidInput = notes.failure?.reason { true } else { false } }())
    #expect(rehearsal.transport.log.isEmpty)
  }

  @Test("a response without a room id is malformed")
  func malformed() async throws {
    for body in ["{}", #"{"room_id":5}"#, #"{"room_id":"no"}"#] {
      let notes = Notes(rooms.join("#a:x"))
      try await next(.post, "/join/").reply(200, body)
      try await notes.ended()
      #expect(
        { if case .malformedResponse = notes.failure?.reason { true } else { false } }(), "\(body)")
    }
  }

  @Test("leaving and declining use the same request")
  func leave() async throws {
    let notes = Notes(rooms.leave(try #require(RoomID("!a"))))
    try await next(.post, "/rooms/%21a/leave").reply(200, "{}")
    try await notes.ended()

    #expect(notes.isCompleted)
    #expect(notes.values.count == 1)
  }

  @Test("invites a person once and does not repeat the request by itself")
  func invite() async throws {
    let (bob, room) = (try #require(UserID("@bob:x")), try #require(RoomID("!a")))
    let notes = Notes(rooms.invite(bob, to: room, reason: ""))
    let request = try await next(.post, "/rooms/%21a/invite")
    #expect(request.body == #"{"user_id":"@bob:x"}"#)
    request.reply(200, "{}")
    try await notes.ended()
    #expect(notes.isCompleted)

    let second = Notes(rooms.invite(bob, to: room, reason: "we have cake"))
    let why = try await next(.post, "/rooms/%21a/invite")
    #expect(why.body == #"{"user_id":"@bob:x","reason":"we have cake"}"#)
    why.reply(200, "{}")
    try await second.ended()
  }

  @Test("makes rooms with the requested settings")
  func create() async throws {
    let bob = try #require(UserID("@bob:x"))
    let secret = Notes(rooms.create(NewRoom(name: "Tea", topic: "t", invited: [bob])))
    let first = try await next(.post, "/createRoom")
    #expect(
      first.body
        == #"{"preset":"private_chat","visibility":"private","invite":["@bob:x"],"#
        + #""name":"Tea","topic":"t"}"#)
    first.reply(200, #"{"room_id":"!new"}"#)
    try await secret.ended()
    #expect(secret.values.map(\.rawValue) == ["!new"])
    let open = Notes(rooms.create(NewRoom(name: "All", isPublic: true)))
    let second = try await next(.post, "/createRoom")
    #expect(second.body.contains(#""preset":"public_chat""#))
    second.reply(400, #"{"errcode":"M_ROOM_IN_USE","error":"x"}"#)
    try await open.ended()
    #expect(open.failure?.code == "M_ROOM_IN_USE")
  }
}
