import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Rooms controller", .timeLimit(.minutes(5)))
struct RoomsControllerTests {
  private let rehearsal: Rehearsal
  private let rooms: MatrixRoomsController

  init() throws {
    rehearsal = try Rehearsal()
    rooms = MatrixRoomsController(network: rehearsal.network, store: rehearsal.store)
  }

  private func next(
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
    let notes = Notes(
      rooms.invite(try #require(UserID("@bob:x")), to: try #require(RoomID("!a"))))
    let request = try await next(.post, "/rooms/%21a/invite")
    #expect(request.body == #"{"user_id":"@bob:x"}"#)
    request.reply(200, "{}")
    try await notes.ended()

    #expect(notes.isCompleted)
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

  // MARK: - Direct chats

  private let bob = "@bob:x"

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

  // MARK: - Reading

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
