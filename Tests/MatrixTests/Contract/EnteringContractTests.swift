import ModelKit
import TestServers
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

/// Ways into rooms, and what is set in them, on real homeservers.
@Suite("Rooms on a homeserver", .serialized, .timeLimit(.minutes(2)))
struct EnteringContractTests {
  private func play(
    _ place: TwoPeopleTests.Place,
    _ test: (_ alice: ContractAccount, _ bob: ContractAccount) async throws -> Void
  ) async throws { try await TwoPeopleTests().play(place, test) }

  @Test(
    "who asks is seen with the reason, and let in by an invite", arguments: TwoPeopleTests.Place.all
  )
  func knock(place: TwoPeopleTests.Place) async throws {
    try await play(place) { alice, bob in
      var club = NewRoom(name: "Club")
      club.access = .whoAsks
      let room = try await value(of: alice.rooms.create(club))
      let join = Notes(bob.rooms.join(room.rawValue))
      try await join.ended()
      #expect(join.failure?.code == "M_FORBIDDEN")
      #expect(try await value(of: bob.rooms.knock(room.rawValue, reason: "please")) == room)
      let roster = try await value(of: alice.rooms.roster(of: room))
      #expect(roster.map(\.standing) == [.joined, .asking])
      #expect(roster.last?.reason == "please")
      try await alice.call(
        .post, .client("rooms", room.rawValue, "invite"),
        ["user_id": .string(bob.userID.rawValue), "reason": "welcome"])
      let invite = try await bob.room(room) { $0.membership == .invited }
      #expect(invite?.inviteReason == "welcome")
      _ = try await value(of: bob.rooms.join(room.rawValue))
      #expect(try await bob.room(room) { $0.membership == .joined } != nil)
    }
  }

  @Test("a room in a space admits its members, and is listed", arguments: TwoPeopleTests.Place.all)
  func space(place: TwoPeopleTests.Place) async throws {
    try await play(place) { alice, bob in
      var work = NewRoom(name: "Work", isPublic: true)
      work.isSpace = true
      let space = try await value(of: alice.rooms.create(work))
      var tea = NewRoom(name: "Tea", topic: "leaves")
      tea.space = space
      tea.access = .spaceMembers
      // The signal ends only once the room is in its space.
      let creation = Notes(alice.rooms.create(tea))
      try await creation.ended()
      let room = try #require(creation.values.first)
      let found = try await listed(in: space, by: alice)
      #expect(found.map(\.id) == [room])
      #expect(found.first?.name == "Tea" && found.first?.topic == "leaves")
      #expect(found.first?.entry == .join && found.first?.joinedCount == 1)
      #expect(try await alice.room(space) { $0.children == [room] }?.isSpace == true)

      _ = try await value(of: bob.rooms.join(space.rawValue))
      _ = try await value(of: bob.rooms.join(room.rawValue))
      #expect(try await bob.room(room) { $0.membership == .joined } != nil)

      try await done(alice.rooms.remove(room, from: space))
      #expect(try await alice.room(space) { $0.children.isEmpty } != nil)
      try await done(alice.rooms.add(room, to: space))
      #expect(try await alice.room(space) { $0.children == [room] } != nil)
      let refused = Notes(bob.rooms.remove(room, from: space))
      try await refused.ended()
      #expect(refused.failure?.operation == .changeSpace && refused.failure?.code == "M_FORBIDDEN")
    }
  }

  private func done(_ work: Signal<Void, RequestError>) async throws {
    let notes = Notes(work)
    try await notes.ended()
    #expect(notes.isCompleted)
  }

  /// The rooms of a space once there are any.
  private func listed(
    in space: RoomID, by account: ContractAccount
  ) async throws -> [FoundRoom] {
    for _ in 0..<50 {
      let page = try await value(of: account.rooms.rooms(of: space, after: nil))
      if !page.rooms.isEmpty { return page.rooms }
      try await ContinuousClock().sleep(for: .milliseconds(100))
    }
    return []
  }

  @Test(
    "a room that was replaced is so once the new one is joined", arguments: TwoPeopleTests.Place.all
  )
  func replacement(place: TwoPeopleTests.Place) async throws {
    try await play(place) { alice, bob in
      let old = try await value(of: alice.rooms.create(NewRoom(name: "Tea", isPublic: true)))
      _ = try await value(of: bob.rooms.join(old.rawValue))
      _ = try await bob.room(old) { $0.membership == .joined }
      try await alice.call(
        .post, .client("rooms", old.rawValue, "upgrade"), ["new_version": "11"])
      let replaced = try await bob.room(old) { $0.replacement != nil }
      let new = try #require(replaced?.replacement)
      #expect(replaced?.isReplaced == false)
      #expect(try await value(of: bob.rooms.join(new.rawValue)) == new)
      #expect(try await bob.room(old) { $0.isReplaced } != nil)
      #expect(try await bob.room(new)?.name == "Tea")
    }
  }

  @Test("a forgotten room is gone from both ends", arguments: TwoPeopleTests.Place.all)
  func forget(place: TwoPeopleTests.Place) async throws {
    try await play(place) { alice, bob in
      let room = try await value(of: alice.rooms.create(NewRoom(name: "Gone", isPublic: true)))
      _ = try await value(of: bob.rooms.join(room.rawValue))
      _ = try await bob.room(room) { $0.membership == .joined }
      try await value(of: bob.rooms.forget(room))
      _ = try await value(of: bob.rooms.rooms) { !$0.contains { $0.id == room } }
      let settings = Notes(bob.rooms.settings(of: room))
      try await settings.ended()
      #expect(settings.failure?.status == 403)

      let left = try await value(of: alice.rooms.create(NewRoom(name: "Left", isPublic: true)))
      _ = try await value(of: bob.rooms.join(left.rawValue))
      _ = try await bob.room(left) { $0.membership == .joined }
      try await value(of: bob.rooms.leave(left))
      let known = try await value(of: bob.rooms.leftRooms) { $0.contains { $0.id == left } }
      #expect(known.first { $0.id == left }?.name == "Left")
      try await value(of: bob.rooms.forget(left))
      _ = try await value(of: bob.rooms.leftRooms) { !$0.contains { $0.id == left } }
    }
  }

  @Test(
    "a setting is changed, seen by others, and taken back", arguments: TwoPeopleTests.Place.all)
  func settings(place: TwoPeopleTests.Place) async throws {
    try await play(place) { alice, bob in
      let room = try await value(
        of: alice.rooms.create(NewRoom(name: "Tea", topic: "leaves", isPublic: true)))
      _ = try await value(of: bob.rooms.join(room.rawValue))
      _ = try await bob.room(room) { $0.topic == "leaves" }
      let before = try await value(of: alice.rooms.set(.topic("cups"), in: room))
      #expect(before == .topic("leaves"))
      #expect(try await bob.room(room) { $0.topic == "cups" } != nil)
      #expect(try await value(of: alice.rooms.set(before, in: room)) == .topic("cups"))
      #expect(try await bob.room(room) { $0.topic == "leaves" } != nil)

      let alias = try #require(RoomAlias("#t\(UInt32.random(in: 0...UInt32.max)):localhost"))
      let changes: [RoomSetting] = [
        .name("Tea again"), .joinRule("invite"), .historyVisibility("joined"), .guests(true),
        .address(alias), .listed(false), .power(bob.userID, 50),
      ]
      for change in changes { _ = try await value(of: alice.rooms.set(change, in: room)) }
      let settings = try await value(of: alice.rooms.settings(of: room))
      for change in changes.dropLast() { #expect(settings.values[change.kind] == change) }
      #expect(settings.canChange(.joinRule))

      let other = try #require(RoomAlias("#o\(UInt32.random(in: 0...UInt32.max)):localhost"))
      let house = try await value(of: alice.rooms.create(NewRoom(name: "House")))
      let lists: [RoomSetting] = [
        .otherAddress(other, true), .joinRule("restricted"), .allowedRoom(house, true),
      ]
      for change in lists { _ = try await value(of: alice.rooms.set(change, in: room)) }
      let listed = try await value(of: alice.rooms.settings(of: room))
      #expect(listed.otherAddresses == [other] && listed.allowedRooms == [house])
      #expect(listed.values[.address] == .address(alias))
      let taken = try await value(of: alice.rooms.set(.otherAddress(other, false), in: room))
      #expect(taken == .otherAddress(other, true))
      #expect(try await value(of: alice.rooms.settings(of: room)).otherAddresses.isEmpty)

      let others = try await value(of: bob.rooms.settings(of: room))
      #expect(others.ownPower == 50)
      #expect(others.canChange(.name) && !others.canChange(.historyVisibility))
      let refused = Notes(bob.rooms.set(.historyVisibility("shared"), in: room))
      try await refused.ended()
      #expect(refused.failure?.code == "M_FORBIDDEN")
    }
  }

  @Test("the directory finds a room by a word", arguments: TwoPeopleTests.Place.all)
  func directory(place: TwoPeopleTests.Place) async throws {
    try await play(place) { alice, bob in
      let word = "word\(UInt32.random(in: 0...UInt32.max))"
      let room = try await value(of: alice.rooms.create(NewRoom(name: word, isPublic: true)))
      var found: [FoundRoom] = []
      // Synapse lists rooms some time after their creation.
      for _ in 0..<50 where found.isEmpty {
        found = try await value(of: bob.rooms.publicRooms(word, after: nil)).rooms
        if found.isEmpty { try await ContinuousClock().sleep(for: .milliseconds(100)) }
      }
      #expect(found.map(\.id) == [room])
      #expect(try await value(of: bob.rooms.publicRooms("no such \(word)", after: nil)).rooms == [])
    }
  }
}
