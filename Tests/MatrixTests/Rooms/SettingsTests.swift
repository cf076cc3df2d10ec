import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Settings of rooms", .timeLimit(.minutes(5)))
struct SettingsTests {
  private let rehearsal: Rehearsal
  private let rooms: MatrixRoomsController
  private let room: RoomID
  private let bob: UserID

  init() throws {
    rehearsal = try Rehearsal()
    rooms = MatrixRoomsController(network: rehearsal.network, store: rehearsal.store)
    room = try #require(RoomID("!a:x"))
    bob = try #require(UserID("@bob:x"))
  }

  private func next(
    _ method: HTTPRequest.Method, _ text: String
  ) async throws -> RehearsedTransport.Exchange {
    try await rehearsal.transport.next(method, text)
  }

  /// Changes a setting of which the server has a content; returns what is sent, and the value before.
  private func change(
    _ setting: RoomSetting, _ type: String, from content: String?
  ) async throws -> (body: String, before: RoomSetting?) {
    let notes = Notes(rooms.set(setting, in: room))
    try await next(.get, "/rooms/%21a%3Ax/state/\(type)").reply(
      content == nil ? 404 : 200, content ?? #"{"errcode":"M_NOT_FOUND"}"#)
    let put = try await next(.put, "/rooms/%21a%3Ax/state/\(type)")
    put.reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()
    #expect(notes.isCompleted)
    return (put.body, notes.values.first)
  }

  @Test("a change keeps what it does not concern, and gives the value before")
  func changes() async throws {
    var done = try await change(
      .topic("new"), "m.room.topic", from: #"{"topic":"old","m.topic":{},"other":1}"#)
    #expect(done.body == #"{"topic":"new","other":1}"#)
    #expect(done.before == .topic("old"))
    done = try await change(.name("Tea"), "m.room.name", from: nil)
    #expect(done.body == #"{"name":"Tea"}"#)
    #expect(done.before == .name(""))
    done = try await change(
      .joinRule("public"), "m.room.join_rules",
      from: #"{"join_rule":"restricted","allow":[{}],"other":1}"#)
    #expect(done.body == #"{"join_rule":"public","allow":[{}],"other":1}"#)
    #expect(done.before == .joinRule("restricted"))
    done = try await change(.historyVisibility("joined"), "m.room.history_visibility", from: nil)
    #expect(done.before == .historyVisibility("shared"))
    done = try await change(.guests(true), "m.room.guest_access", from: nil)
    #expect(done.body == #"{"guest_access":"can_join"}"#)
    #expect(done.before == .guests(false))
    done = try await change(.picture(nil), "m.room.avatar", from: #"{"url":"mxc://x/a"}"#)
    #expect(done.body == "{}")
    #expect(done.before == .picture(MediaURI("mxc://x/a")))
    done = try await change(
      .address(nil), "m.room.canonical_alias",
      from: ##"{"alias":"#a:x","alt_aliases":["#b:x"]}"##)
    #expect(done.body == ##"{"alt_aliases":["#b:x"]}"##)
    #expect(done.before == .address(RoomAlias("#a:x")))
  }

  @Test("single entries of lists come and go; others, also of unknown kinds, stay")
  func lists() async throws {
    let house = try #require(RoomID("!house:x"))
    let other = #"{"type":"org.example.other","room_id":"!house:x"}"#
    let entry = #"{"type":"m.room_membership","room_id":"!house:x"}"#
    var done = try await change(
      .allowedRoom(house, true), "m.room.join_rules",
      from: #"{"join_rule":"restricted","allow":[\#(other)]}"#)
    #expect(done.body == #"{"join_rule":"restricted","allow":[\#(other),\#(entry)]}"#)
    #expect(done.before == .allowedRoom(house, false))
    done = try await change(
      .allowedRoom(house, false), "m.room.join_rules",
      from: #"{"join_rule":"restricted","allow":[\#(entry),\#(other)]}"#)
    #expect(done.body == #"{"join_rule":"restricted","allow":[\#(other)]}"#)
    #expect(done.before == .allowedRoom(house, true))
  }

  @Test("a further address first leads to the room, as the main one does")
  func otherAddress() async throws {
    let alias = try #require(RoomAlias("#cups:x"))
    let notes = Notes(rooms.set(.otherAddress(alias, true), in: room))
    try await next(.get, "/state/m.room.canonical_alias").reply(200, ##"{"alias":"#a:x"}"##)
    try await next(.get, "/directory/room/%23cups%3Ax").reply(404, #"{"errcode":"M_NOT_FOUND"}"#)
    try await next(.put, "/directory/room/%23cups%3Ax").reply(200, "{}")
    let put = try await next(.put, "/state/m.room.canonical_alias")
    #expect(put.body == ##"{"alias":"#a:x","alt_aliases":["#cups:x"]}"##)
    put.reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()
    #expect(notes.values == [.otherAddress(alias, false)])
  }

  @Test(
    "a further address that is removed leads to the room no more, where the account may free it",
    arguments: [nil, 403] as [Int?])
  func removedAddress(refusal: Int?) async throws {
    let alias = try #require(RoomAlias("#cups:x"))
    let notes = Notes(rooms.set(.otherAddress(alias, false), in: room))
    try await next(.get, "/state/m.room.canonical_alias").reply(
      200, ##"{"alias":"#a:x","alt_aliases":["#b:x",7,"#cups:x"]}"##)
    let put = try await next(.put, "/state/m.room.canonical_alias")
    #expect(put.body == ##"{"alias":"#a:x","alt_aliases":["#b:x",7]}"##)
    put.reply(200, #"{"event_id":"$1"}"#)
    try await next(.get, "/directory/room/%23cups%3Ax").reply(
      200, #"{"room_id":"\#(room.rawValue)","servers":["x"]}"#)
    try await next(.delete, "/directory/room/%23cups%3Ax").reply(
      refusal ?? 200, refusal == nil ? "{}" : #"{"errcode":"M_FORBIDDEN"}"#)
    try await notes.ended()
    #expect(notes.values == [.otherAddress(alias, true)])
  }

  @Test("an address that leads to another room by now stays with that")
  func movedAddress() async throws {
    let alias = try #require(RoomAlias("#cups:x"))
    let notes = Notes(rooms.set(.otherAddress(alias, false), in: room))
    try await next(.get, "/state/m.room.canonical_alias").reply(
      200, ##"{"alt_aliases":["#cups:x"]}"##)
    try await next(.put, "/state/m.room.canonical_alias").reply(200, #"{"event_id":"$1"}"#)
    try await next(.get, "/directory/room/%23cups%3Ax").reply(200, #"{"room_id":"!new:x"}"#)
    try await notes.ended()
    #expect(notes.isCompleted)
  }

  @Test("powers are those of single people; hostile levels have no value before")
  func powers() async throws {
    var done = try await change(
      .power(bob, 50), "m.room.power_levels",
      from: #"{"users":{"@a:x":100,"@bob:x":"10"},"ban":50}"#)
    #expect(done.body == #"{"users":{"@a:x":100,"@bob:x":50},"ban":50}"#)
    #expect(done.before == .power(bob, 10))
    done = try await change(
      .power(bob, nil), "m.room.power_levels", from: #"{"users":{"@bob:x":[]}}"#)
    #expect(done.body == #"{"users":{}}"#)
    #expect(done.before == .power(bob, nil))
  }

  @Test("the same value sends nothing")
  func same() async throws {
    let notes = Notes(rooms.set(.name("Tea"), in: room))
    try await next(.get, "/state/m.room.name").reply(200, #"{"name":"Tea"}"#)
    try await notes.ended()
    #expect(notes.values == [.name("Tea")])
    #expect(rehearsal.transport.log.count == 1)
  }

  @Test("a refusal is that of the server")
  func refused() async throws {
    let notes = Notes(rooms.set(.name("Tea"), in: room))
    try await next(.get, "/state/m.room.name").reply(200, "{}")
    try await next(.put, "/state/m.room.name").reply(403, #"{"errcode":"M_FORBIDDEN"}"#)
    try await notes.ended()
    #expect(notes.failure?.operation == .changeRoom)
    #expect(notes.failure?.code == "M_FORBIDDEN")
  }

  @Test("an address first leads to the room, unless it does or is another room's")
  func address() async throws {
    let alias = try #require(RoomAlias("#tea:x"))
    let new = Notes(rooms.set(.address(alias), in: room))
    try await next(.get, "/state/m.room.canonical_alias").reply(404, "{}")
    try await next(.get, "/directory/room/%23tea%3Ax").reply(404, #"{"errcode":"M_NOT_FOUND"}"#)
    let point = try await next(.put, "/directory/room/%23tea%3Ax")
    #expect(point.body == #"{"room_id":"!a:x"}"#)
    point.reply(200, "{}")
    let put = try await next(.put, "/state/m.room.canonical_alias")
    #expect(put.body == ##"{"alias":"#tea:x"}"##)
    put.reply(200, #"{"event_id":"$1"}"#)
    try await new.ended()
    #expect(new.values == [.address(nil)])

    let taken = Notes(rooms.set(.address(alias), in: room))
    try await next(.get, "/state/m.room.canonical_alias").reply(404, "{}")
    try await next(.get, "/directory/room/").reply(200, #"{"room_id":"!other:x"}"#)
    try await taken.ended()
    #expect(taken.failure?.code == "M_ROOM_IN_USE")
  }

  @Test(
    "a main address that gives way to another stays named while it leads to the room",
    arguments: [
      ("#tea:localhost", "!a:x", true), ("#tea:localhost", "!other:x", false),
      ("#tea:other", "", false),
    ])
  func replacedAddress(old: String, leadsTo: String, isKept: Bool) async throws {
    let alias = try #require(RoomAlias("#cups:x"))
    let notes = Notes(rooms.set(.address(alias), in: room))
    try await next(.get, "/state/m.room.canonical_alias").reply(200, #"{"alias":"\#(old)"}"#)
    try await next(.get, "/directory/room/%23cups%3Ax").reply(200, #"{"room_id":"!a:x"}"#)
    if !leadsTo.isEmpty {
      try await next(.get, "/directory/room/%23tea%3Alocalhost").reply(
        200, #"{"room_id":"\#(leadsTo)"}"#)
    }
    let put = try await next(.put, "/state/m.room.canonical_alias")
    #expect(
      put.body == ##"{"alias":"#cups:x""##
        + (isKept ? ##","alt_aliases":["#tea:localhost"]}"## : "}"))
    put.reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()
    #expect(notes.values == [.address(RoomAlias(old))])
  }

  @Test(
    "a main address that is taken back frees the new one, and the old one is the main one alone")
  func addressBack() async throws {
    let (tea, cups) = (try #require(RoomAlias("#tea:x")), try #require(RoomAlias("#cups:x")))
    let notes = Notes(rooms.takeBack(.address(cups), to: .address(tea), in: room))
    try await next(.get, "/state/m.room.canonical_alias").reply(
      200, ##"{"alias":"#cups:x","alt_aliases":["#b:x","#tea:x"]}"##)
    try await next(.get, "/directory/room/%23tea%3Ax").reply(200, #"{"room_id":"!a:x"}"#)
    let put = try await next(.put, "/state/m.room.canonical_alias")
    #expect(put.body == ##"{"alias":"#tea:x","alt_aliases":["#b:x"]}"##)
    put.reply(200, #"{"event_id":"$1"}"#)
    try await next(.get, "/directory/room/%23cups%3Ax").reply(200, #"{"room_id":"!a:x"}"#)
    try await next(.delete, "/directory/room/%23cups%3Ax").reply(200, "{}")
    try await notes.ended()
    #expect(notes.values == [true])
  }

  @Test("what somebody has changed since is not taken back")
  func changedSince() async throws {
    let topic = Notes(rooms.takeBack(.topic("A"), to: .topic("old"), in: room))
    try await next(.get, "/state/m.room.topic").reply(200, #"{"topic":"D"}"#)
    try await topic.ended()
    #expect(topic.values == [false])
    let power = Notes(rooms.takeBack(.power(bob, 50), to: .power(bob, nil), in: room))
    try await next(.get, "/state/m.room.power_levels").reply(200, #"{"users":{"@bob:x":60}}"#)
    try await power.ended()
    #expect(power.values == [false])
    let listed = Notes(rooms.takeBack(.listed(true), to: .listed(false), in: room))
    try await next(.get, "/directory/list/room/").reply(200, #"{"visibility":"private"}"#)
    try await listed.ended()
    #expect(listed.values == [false])
  }

  @Test("a change that still stands is taken back, and what it does not concern stays")
  func takesBack() async throws {
    let notes = Notes(rooms.takeBack(.power(bob, 50), to: .power(bob, nil), in: room))
    try await next(.get, "/state/m.room.power_levels").reply(
      200, #"{"users":{"@a:x":100,"@bob:x":50}}"#)
    let put = try await next(.put, "/state/m.room.power_levels")
    #expect(put.body == #"{"users":{"@a:x":100}}"#)
    put.reply(200, #"{"event_id":"$1"}"#)
    try await notes.ended()
    #expect(notes.values == [true])
  }

  @Test("the directory has its own request")
  func listing() async throws {
    let notes = Notes(rooms.set(.listed(true), in: room))
    try await next(.get, "/directory/list/room/%21a%3Ax").reply(
      200, #"{"visibility":"private"}"#)
    let put = try await next(.put, "/directory/list/room/%21a%3Ax")
    #expect(put.body == #"{"visibility":"public"}"#)
    put.reply(200, "{}")
    try await notes.ended()
    #expect(notes.values == [.listed(false)])
  }

  @Test("settings are read at once, and what is missing or hostile is left out")
  func reads() async throws {
    let notes = Notes(rooms.settings(of: room))
    let contents = [
      "m.room.name": #"{"name":"Tea"}"#, "m.room.topic": #"{"topic":7}"#,
      "m.room.join_rules":
        #"{"join_rule":["x"],"allow":[{"type":"m.room_membership","room_id":"!h:x"},{"type":"x"},3]}"#,
      "m.room.canonical_alias": ##"{"alias":"#tea:x","alt_aliases":["#b:x",5,"no"]}"##,
      "m.room.history_visibility": #"{"history_visibility":"joined"}"#,
      "m.room.power_levels":
        #"{"users":{"\#(Rehearsal.me)":60},"events":{"m.room.name":40},"state_default":70}"#,
      "m.room.create": #"{"room_version":"11"}"#,
    ]
    for type in [
      "m.room.name", "m.room.topic", "m.room.avatar", "m.room.canonical_alias",
      "m.room.join_rules", "m.room.history_visibility", "m.room.guest_access",
      "m.room.power_levels", "m.room.create",
    ] {
      try await next(.get, "/state/\(type)").reply(
        contents[type] == nil ? 404 : 200, contents[type] ?? "{}")
    }
    try await next(.get, "/directory/list/room/").reply(404, "{}")
    try await notes.ended()
    let settings = try #require(notes.values.first)
    #expect(settings.values[.name] == .name("Tea"))
    #expect(settings.values[.topic] == .topic(""))
    #expect(settings.values[.joinRule] == nil)
    #expect(settings.values[.historyVisibility] == .historyVisibility("joined"))
    #expect(settings.values[.listed] == nil)
    #expect(settings.otherAddresses == [RoomAlias("#b:x")])
    #expect(settings.allowedRooms == [RoomID("!h:x")])
    #expect(settings.version == "11")
    #expect(settings.ownPower == 60)
    #expect(settings.canChange(.name) && !settings.canChange(.topic))
  }

  @Test("people are listed by their power, with who asks and who is banned, but not who left")
  func roster() async throws {
    let notes = Notes(rooms.roster(of: room))
    try await next(.get, "/state/m.room.power_levels").reply(
      200, #"{"users":{"@bob:x":100},"users_default":5}"#)
    func member(_ name: String, _ membership: String, _ more: String = "") -> String {
      #"{"type":"m.room.member","event_id":"$\#(name)","sender":"@x:x","state_key":"@\#(name):x","#
        + #""content":{"membership":"\#(membership)"\#(more)}}"#
    }
    let list = try await next(.get, "/rooms/%21a%3Ax/members")
    #expect(list.path.contains("not_membership=leave"))
    let chunk = [
      member("zoe", "join"), member("amy", "knock", #","reason":"hi""#), member("bob", "join"),
      member("eve", "ban"), member("ian", "invite"), member("lou", "leave"), "7",
    ].joined(separator: ",")
    list.reply(200, #"{"chunk":[\#(chunk)]}"#)
    try await notes.ended()
    let people = try #require(notes.values.first)
    #expect(
      people.map { "\($0.user.id) \($0.standing) \($0.power ?? -1)" } == [
        "@bob:x joined 100", "@amy:x asking 5", "@eve:x banned 5", "@ian:x invited 5",
        "@zoe:x joined 5",
      ])
    #expect(people[1].reason == "hi")
  }

  @Test("a ban ends by a request")
  func unban() async throws {
    let notes = Notes(rooms.unban(bob, in: room))
    let request = try await next(.post, "/rooms/%21a%3Ax/unban")
    #expect(request.body == #"{"user_id":"@bob:x"}"#)
    request.reply(200, "{}")
    try await notes.ended()
    #expect(notes.isCompleted)
  }
}
