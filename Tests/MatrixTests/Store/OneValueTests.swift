import ModelKit
import Signals
import Synchronization
import Testing

@testable import Matrix
@testable import MatrixWire
@testable import Models

/// People, rooms, timelines and profiles are rows of one model store, and change together.
@Suite("One value of each", .timeLimit(.minutes(1)))
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

  private func refresh(_ name: String) async {
    let user = User(id: bob, displayName: name, nulls: .all)
    await store.change { $0.refresh(user, at: Timestamp(milliseconds: 1)) }
  }

  private func rename(_ name: String, in room: String, _ id: String) async throws {
    try await apply(#""\#(room)":{"timeline":{"events":[\#(member(name, id))]}}"#)
  }

  private var name: String? { store.models.value(User.self, bob)?.displayName }

  @Test("a profile refreshed in one place changes everywhere in one transaction")
  func everywhere() async throws {
    try await account()
    let other = try #require(RoomID("!b"))
    let (timeline, unnamed) = (Notes(store.timeline(of: room)), Notes(store.timeline(of: other)))
    let (profile, rooms) = (Notes(store.profile(of: bob)), Notes(store.rooms))
    let changes = Notes(store.models.changes)

    await refresh("Bobby")

    #expect(changes.values.count == 1)
    let change = try #require(changes.values.first)
    #expect(change.changes(of: User.self).map(\.fields) == [.displayName])
    #expect(Set(change.changes(of: Room.self).map(\.id)) == [room, other])
    #expect(
      change.changes(of: Room.self).allSatisfy {
        $0.fields.isSubset(of: [.latestSender, .heroes])
      })
    #expect(change.changes(of: Timeline.self).allSatisfy { $0.fields == .people })
    #expect(change.changes(of: Profile.self).map(\.id) == [bob])
    #expect(timeline.values.map { $0.people[bob]?.displayName } == ["Bob", "Bobby"])
    #expect(unnamed.values.map { $0.people[bob]?.displayName } == ["Bob", "Bobby"])
    #expect(profile.values.map(\.user.displayName) == ["Bob", "Bobby"])
    #expect(rooms.values.map { $0.map(\.latestSender?.displayName) }.last == ["Bobby", "Bobby"])
  }

  @Test("the first observer of a change already sees all of it")
  func atOnce() async throws {
    try await account()
    let profile = Notes(store.profile(of: bob))
    let seen = Mutex<[String?]>([])
    let models = store.models
    let subscription = store.rooms.subscribe(value: { _ in
      let name = models.value(Profile.self, bob)?.user.displayName
      seen.withLock { $0.append(name) }
    })
    await refresh("Bobby")
    #expect(seen.withLock { $0 } == ["Bob", "Bobby"])
    withExtendedLifetime(profile) { subscription.dispose() }
  }

  @Test("a refresh without news only changes the refresh time")
  func nothingNew() async throws {
    try await account()
    await refresh("Bob")
    let (rooms, timeline) = (Notes(store.rooms), Notes(store.timeline(of: room)))
    let changes = Notes(store.models.changes)
    let user = User(id: bob, displayName: "Bob", nulls: .all)
    await store.change { $0.refresh(user, at: Timestamp(milliseconds: 2)) }
    #expect(changes.values.isEmpty, "no profile is watched")
    #expect(rooms.values.count == 1)
    #expect(timeline.values.count == 1)
  }

  @Test("timelines and profiles have rows only while they are watched")
  func watched() async throws {
    try await account()
    #expect(store.models.value(Timeline.self, room) == nil)
    let first = Notes(store.timeline(of: room))
    let second = Notes(store.timeline(of: room))
    #expect(store.models.value(Timeline.self, room)?.messages.count == 1)
    first.dispose()
    try await apply(#""!a":{"timeline":{"events":[\#(text("3"))]}}"#)
    #expect(first.values.count == 1)
    #expect(second.values.map(\.messages.count) == [1, 2])
    second.dispose()
    #expect(store.models.value(Timeline.self, room) == nil)
    #expect(store.watchedRooms.isEmpty)
    try await apply(#""!a":{"timeline":{"events":[\#(text("4"))]}}"#)
    let third = Notes(store.timeline(of: room))
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
    await refresh("Bob")
    let profile = Notes(store.profile(of: bob))
    try await rename("Robert", in: "!a", "r")
    #expect(name == "Robert")
    #expect(profile.values.map(\.user.displayName) == ["Bob", "Robert"])
  }

  /// The rooms' names for Bob.
  private var roomNames: [String?] {
    ["!a", "!b", "!c"].compactMap { RoomID($0) }
      .map { store.current.rooms[$0]?.members[bob]?.user.displayName }
  }

  @Test("a name for one room is not the global name, and no refresh removes it")
  func ownName() async throws {
    try await account()
    try await rename("Nick", in: "!b", "n1")
    await refresh("Bob")
    #expect(roomNames == ["Bob", "Nick", nil], "the first look at a profile")
    try await rename("Bob", in: "!c", "c")
    try await rename("Nicky", in: "!b", "n2")
    #expect(name == "Bob")
    await refresh("Robert")
    #expect(name == "Robert")
    #expect(roomNames == ["Robert", "Nicky", "Robert"])
  }

  @Test("the first refresh renames where the room has the name that most rooms use")
  func firstRefresh() async throws {
    try await account()
    try await rename("Bob", in: "!c", "c")
    try await rename("Nick", in: "!b", "n")
    await refresh("Robert")
    #expect(roomNames == ["Robert", "Nick", "Robert"])
  }

  @Test("a renamed person gets the new name as soon as most rooms use it")
  func mostRooms() async throws {
    try await account()
    try await rename("Bob", in: "!b", "b")
    try await rename("Bob", in: "!c", "c")
    await refresh("Bob")
    try await rename("Rob", in: "!a", "r1")
    #expect(name == "Bob")
    try await rename("Rob", in: "!b", "r2")
    #expect(name == "Rob")
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

  @Test("a profile follows its rooms' names, but not their messages")
  func profileRooms() async throws {
    try await account()
    let profile = Notes(store.profile(of: bob))
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

  @Test("an account's rows are released with its store")
  func release() async throws {
    weak var models: ModelStore?
    do {
      let rehearsal = try Rehearsal()
      models = rehearsal.store.models
      try await rehearsal.apply(#"{"next_batch":"n","rooms":{"join":{"!a":{}}}}"#, isInitial: true)
      let notes = Notes(rehearsal.store.timeline(of: room))
      notes.dispose()
    }
    #expect(models == nil)
  }
}
