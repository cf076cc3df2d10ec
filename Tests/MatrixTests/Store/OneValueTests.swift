import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models

/// What is shown of people, rooms, timelines and profiles agrees, and changes with each change.
@Suite("One value of each", .timeLimit(.minutes(5)))
struct OneValueTests {
  private let rehearsal: Rehearsal
  private let bob: UserID
  private let room: RoomID

  init() throws {
    rehearsal = try Rehearsal()
    bob = try #require(UserID("@bob:x"))
    room = try #require(RoomID("!a"))
  }

  private var store: AccountStore { rehearsal.store }

  private func apply(_ rooms: String, isInitial: Bool = false) async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{\#(rooms)}}}"#, isInitial: isInitial)
  }

  private func text(_ id: String) -> String {
    #"{"event_id":"$\#(id)","type":"m.room.message","sender":"@bob:x","origin_server_ts":1,"#
      + #""content":{"msgtype":"m.text","body":"hi"}}"#
  }

  private func member(_ name: String, _ id: String) -> String {
    #"{"event_id":"$\#(id)","type":"m.room.member","state_key":"@bob:x","sender":"@bob:x","#
      + #""origin_server_ts":1,"content":{"membership":"join","displayname":"\#(name)"}}"#
  }

  /// Two rooms with one message by Bob each; one room names him.
  private func account() async throws {
    try await apply(
      #""!a":{"state":{"events":[\#(member("Bob", "m"))]},"timeline":{"events":[\#(text("1"))]}},"#
        + #""!b":{"timeline":{"events":[\#(text("2"))]}}"#,
      isInitial: true)
  }

  private func refresh(_ name: String) async throws {
    let user = User(id: bob, displayName: name, nulls: .all)
    try await store.change { try $0.refresh(user, at: Timestamp(milliseconds: 1), $1) }
  }

  /// Observes a query; the first value is there when it returns.
  private func watching<Value>(_ query: StoreQuery<Value>) async throws -> Notes<Value, Never> {
    try await Notes(store.watch(query)).started()
  }

  private func rename(_ name: String, in room: String, _ id: String) async throws {
    try await apply(#""\#(room)":{"timeline":{"events":[\#(member(name, id))]}}"#)
  }

  private var name: String? {
    get async throws { try await store.read { [bob] in try $1.person(bob)?.displayName } }
  }

  @Test("a profile refreshed in one place changes everywhere with one change")
  func everywhere() async throws {
    try await account()
    let other = try #require(RoomID("!b"))
    let timeline = try await watching(.timeline(of: room))
    let unnamed = try await watching(.timeline(of: other))
    let profile = try await watching(.profile(of: bob))
    let (rooms, changes) = (Notes(store.rooms), Notes(store.roomChanges))

    try await refresh("Bobby")

    #expect(changes.values.count == 2)
    guard case .changed(let changed)? = changes.values.last else {
      Issue.record("no change")
      return
    }
    #expect(Set(changed.map(\.id)) == [room, other])
    #expect(timeline.values.map { $0.people[bob]?.displayName } == ["Bob", "Bobby"])
    #expect(unnamed.values.map { $0.people[bob]?.displayName } == ["Bob", "Bobby"])
    #expect(profile.values.map(\.user.displayName) == ["Bob", "Bobby"])
    #expect(rooms.values.map { $0.map(\.latestSender?.displayName) }.last == ["Bobby", "Bobby"])
  }

  @Test("a refresh without news only changes the refresh time")
  func nothingNew() async throws {
    try await account()
    try await refresh("Bob")
    let rooms = Notes(store.rooms)
    let timeline = try await watching(.timeline(of: room))
    let profile = try await watching(.profile(of: bob))
    let user = User(id: bob, displayName: "Bob", nulls: .all)
    try await store.change { try $0.refresh(user, at: Timestamp(milliseconds: 2), $1) }
    #expect(profile.values.map { $0.refreshedAt?.milliseconds } == [1, 2])
    #expect(rooms.values.count == 1)
    #expect(timeline.values.count == 1)
  }

  @Test("timelines are computed only while they are watched")
  func watched() async throws {
    try await account()
    let first = try await watching(.timeline(of: room))
    let second = try await watching(.timeline(of: room))
    first.dispose()
    try await apply(#""!a":{"timeline":{"events":[\#(text("3"))]}}"#)
    #expect(first.values.count == 1)
    #expect(second.values.map(\.messages.count) == [1, 2])
    second.dispose()
    try await eventually { await store.watchCount == 0 }
    try await apply(#""!a":{"timeline":{"events":[\#(text("4"))]}}"#)
    let third = try await watching(.timeline(of: room))
    #expect(third.values.map(\.messages.count) == [3])
  }

  @Test("an observer of the room alone sees its name change, but not its messages")
  func room() async throws {
    let before = Notes(store.room(room))
    try await account()
    let notes = Notes(store.room(room))
    try await apply(#""!a":{"timeline":{"events":[\#(text("3"))]}}"#)
    #expect(notes.values.count == 1)
    let topic =
      #"{"event_id":"$t","type":"m.room.topic","state_key":"","sender":"@bob:x","#
      + #""origin_server_ts":1,"content":{"topic":"Tea"}}"#
    try await apply(#""!a":{"timeline":{"events":[\#(topic)]}}"#)
    #expect(notes.values.map { $0?.topic } == [nil, "Tea"])
    try await rehearsal.apply(#"{"next_batch":"n","rooms":{"leave":{"!a":{}}}}"#)
    #expect(notes.values.map { $0 == nil } == [false, false, true])
    #expect(before.values.map { $0?.topic } == [nil, nil, "Tea", nil])
  }

  @Test("a person renamed after a refresh is renamed in the profile too")
  func live() async throws {
    try await account()
    try await refresh("Bob")
    let profile = try await watching(.profile(of: bob))
    try await rename("Robert", in: "!a", "r")
    #expect(try await name == "Robert")
    #expect(profile.values.map(\.user.displayName) == ["Bob", "Robert"])
  }

  /// The rooms' names for Bob.
  private var roomNames: [String?] {
    get async throws {
      try await store.read { [bob] contents, tables in
        try ["!a", "!b", "!c"].compactMap { RoomID($0) }.map { id in
          try contents.rooms[id].flatMap { try tables.member(bob, of: $0.number) }?.user.displayName
        }
      }
    }
  }

  @Test("a name for one room is not the global name, and no refresh removes it")
  func ownName() async throws {
    try await account()
    try await rename("Nick", in: "!b", "n1")
    try await refresh("Bob")
    #expect(try await roomNames == ["Bob", "Nick", nil], "the first look at a profile")
    try await rename("Bob", in: "!c", "c")
    try await rename("Nicky", in: "!b", "n2")
    #expect(try await name == "Bob")
    try await refresh("Robert")
    #expect(try await name == "Robert")
    #expect(try await roomNames == ["Robert", "Nicky", "Robert"])
  }

  @Test("the first refresh renames where the room has the name that most rooms use")
  func firstRefresh() async throws {
    try await account()
    try await rename("Bob", in: "!c", "c")
    try await rename("Nick", in: "!b", "n")
    try await refresh("Robert")
    #expect(try await roomNames == ["Robert", "Nick", "Robert"])
  }

  @Test("a renamed person gets the new name as soon as most rooms use it")
  func mostRooms() async throws {
    try await account()
    try await rename("Bob", in: "!b", "b")
    try await rename("Bob", in: "!c", "c")
    try await refresh("Bob")
    try await rename("Rob", in: "!a", "r1")
    #expect(try await name == "Bob")
    try await rename("Rob", in: "!b", "r2")
    #expect(try await name == "Rob")
  }

  @Test("an open invite shows the inviter's current name")
  func inviter() async throws {
    try await account()
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"invite":{"!i":{"invite_state":{"events":["#
        + #"{"type":"m.room.member","sender":"@bob:x","state_key":"@bob:x","#
        + #""content":{"membership":"join","displayname":"Bob"}},"#
        + #"{"type":"m.room.member","sender":"@bob:x","state_key":"\#(Rehearsal.me)","#
        + #""content":{"membership":"invite"}}]}}}}}"#)
    let invite = Notes(store.room(try #require(RoomID("!i"))))
    try await rename("Robert", in: "!a", "r")
    #expect(invite.values.map { $0?.inviter?.displayName } == ["Bob", "Robert"])
  }

  private func leave(_ sender: String, _ membership: String) async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"leave":{"!a":{"timeline":{"events":[{"type":"m.room.member","#
        + #""event_id":"$k\#(sender)\#(membership)","sender":"\#(sender)","#
        + #""state_key":"\#(Rehearsal.me)","origin_server_ts":1,"#
        + #""content":{"membership":"\#(membership)","reason":"spam"}}]}}}}}"#)
  }

  @Test(
    "a room that the account left says who removed it, and nobody when it went by itself",
    arguments: [
      ("@bob:x", "leave", "@bob:x spam false"), ("@bob:x", "ban", "@bob:x spam true"),
      ("\(Rehearsal.me)", "leave", "nobody"), ("@bob:x", "join", "nobody"),
    ])
  func removal(sender: String, membership: String, words: String) async throws {
    try await account()
    let removals = Notes(store.removals)
    try await leave(sender, membership)
    // An unban comes the same way, and removes nobody.
    try await leave("@bob:x", "leave")
    let told = removals.values.flatMap { $0 }.map {
      "\($0.remover.id.rawValue) \($0.reason ?? "none") \($0.isBan)"
    }
    #expect(told == (words == "nobody" ? [] : [words]))
    #expect(removals.values.first?.first?.remover.displayName == (told.isEmpty ? nil : "Bob"))
  }

  @Test("what somebody says who is ignored is not told with a removal")
  func ignoredRemover() async throws {
    try await account()
    let removals = Notes(store.removals)
    try await rehearsal.apply(
      #"{"next_batch":"n","account_data":{"events":[{"type":"m.ignored_user_list","#
        + #""content":{"ignored_users":{"@bob:x":{}}}}]}}"#)
    try await leave("@bob:x", "ban")
    let told = try #require(removals.values.first?.first)
    #expect(told.remover.id == bob && told.reason == nil && told.isBan)
  }

  @Test("an invite that is taken back removes nobody")
  func withdrawnInvite() async throws {
    let removals = Notes(store.removals)
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"invite":{"!a":{"invite_state":{"events":[{"#
        + #""type":"m.room.member","sender":"@bob:x","state_key":"\#(Rehearsal.me)","#
        + #""content":{"membership":"invite"}}]}}}}}"#, isInitial: true)
    try await leave("@bob:x", "leave")
    #expect(removals.values.isEmpty)
  }

  @Test("a profile follows its rooms' names, but not their messages")
  func profileRooms() async throws {
    try await account()
    let profile = try await watching(.profile(of: bob))
    try await apply(
      #""!a":{"timeline":{"events":[\#(text("3"))]},"unread_notifications":{"notification_count":3}}"#
    )
    #expect(profile.values.count == 1)
    let name =
      #"{"event_id":"$t","type":"m.room.name","state_key":"","sender":"@bob:x","#
      + #""origin_server_ts":1,"content":{"name":"Tea"}}"#
    try await apply(#""!a":{"timeline":{"events":[\#(name)]}}"#)
    #expect(profile.values.map { $0.commonRooms.map(\.name) } == [[nil], ["Tea"]])
  }

  @Test("an account's store is released, also while somebody still watches")
  func release() async throws {
    weak var store: AccountStore?
    do {
      let rehearsal = try Rehearsal()
      store = rehearsal.store
      try await rehearsal.apply(#"{"next_batch":"n","rooms":{"join":{"!a":{}}}}"#, isInitial: true)
      try await Notes(rehearsal.store.watch(.timeline(of: room))).started()
    }
    try await eventually { store == nil }
  }
}
