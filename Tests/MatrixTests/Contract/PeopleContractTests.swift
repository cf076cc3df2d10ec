import ModelKit
import TestServers
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

/// What the account may do to people, on real homeservers.
@Suite("People on a homeserver", .serialized, .timeLimit(.minutes(2)))
struct PeopleContractTests {
  private func play(
    _ place: TwoPeopleTests.Place,
    _ test: (_ alice: ContractAccount, _ bob: ContractAccount) async throws -> Void
  ) async throws { try await TwoPeopleTests().play(place, test) }

  /// Waits until a person has a standing in a room.
  private func wait(
    for standing: RoomPerson.Standing?, of user: UserID, in room: RoomID,
    seenBy account: ContractAccount
  ) async throws -> PersonInRoom {
    try await value(of: account.rooms.person(user, in: room)) { $0.standing == standing }
  }

  @Test(
    "a member is removed, invited again, uninvited, banned and forgiven",
    arguments: TwoPeopleTests.Place.all)
  func removal(place: TwoPeopleTests.Place) async throws {
    try await play(place) { alice, bob in
      let (rooms, user) = (alice.rooms, bob.userID)
      let room = try await value(of: rooms.create(NewRoom(name: "Tea", isPublic: true)))
      _ = try await value(of: bob.rooms.join(room.rawValue))
      _ = try await wait(for: .joined, of: user, in: room, seenBy: alice)
      // In a new version of rooms alice created it, and has no level.
      let powers = try await value(of: rooms.powers(in: room)) {
        $0.map { ($0.level(of: alice.userID) ?? 100) == 100 } ?? false
      }
      #expect(powers?.refusal(of: .ban, by: alice.userID, on: user) == nil)
      #expect(
        powers?.refusal(of: .kick, by: user, on: alice.userID) == .power(needed: 50, own: 0))

      let refused = Notes(bob.rooms.kick(alice.userID, from: room, reason: ""))
      try await refused.ended()
      #expect(refused.failure?.code == "M_FORBIDDEN")
      let removals = Notes(bob.rooms.removals)
      try await value(of: rooms.kick(user, from: room, reason: "spam"))
      _ = try await wait(for: nil, of: user, in: room, seenBy: alice)
      _ = try await value(of: bob.rooms.rooms) { !$0.contains { $0.id == room } }
      try await eventually { removals.values.count == 1 }

      try await value(of: rooms.invite(user, to: room, reason: ""))
      _ = try await wait(for: .invited, of: user, in: room, seenBy: alice)
      _ = try await bob.room(room) { $0.membership == .invited }
      try await value(of: rooms.kick(user, from: room, reason: ""))
      _ = try await value(of: bob.rooms.rooms) { !$0.contains { $0.id == room } }
      #expect(removals.values.count == 1, "an invite that is taken back removes nobody")

      try await value(of: rooms.ban(user, from: room, reason: "spam"))
      _ = try await wait(for: .banned, of: user, in: room, seenBy: alice)
      let banned = try await value(of: rooms.roster(of: room)).first { $0.standing == .banned }
      #expect(banned?.user.id == user && banned?.reason == "spam")
      try await value(of: rooms.unban(user, in: room))
      _ = try await wait(for: nil, of: user, in: room, seenBy: alice)
      _ = try await value(of: bob.rooms.join(room.rawValue))
      #expect(try await bob.room(room) { $0.membership == .joined } != nil)
    }
  }

  @Test(
    "a member who is away is told of being removed, and by whom, when the connection is back",
    arguments: TwoPeopleTests.Place.all)
  func removalWhileAway(place: TwoPeopleTests.Place) async throws {
    try await play(place) { alice, bob in
      let room = try await value(of: alice.rooms.create(NewRoom(name: "Tea", isPublic: true)))
      for isBan in [false, true] {
        _ = try await value(of: bob.rooms.join(room.rawValue))
        _ = try await bob.room(room) { $0.membership == .joined }
        _ = try await wait(for: .joined, of: bob.userID, in: room, seenBy: alice)
        let removals = Notes(bob.rooms.removals)
        bob.sync.stop()
        _ = try await value(of: bob.sync.connection) { $0 != .online }
        let removal =
          isBan
          ? alice.rooms.ban(bob.userID, from: room, reason: "spam")
          : alice.rooms.kick(bob.userID, from: room, reason: "spam")
        try await value(of: removal)
        bob.sync.start()
        try await eventually { !removals.values.isEmpty }
        let told = try #require(removals.values.first?.first)
        #expect(told.room.name == "Tea" && told.remover.id == alice.userID)
        #expect(told.reason == "spam" && told.isBan == isBan)
        #expect(removals.values.joined().count == 1)
      }
    }
  }

  @Test(
    "a changed power is seen by others, and those who are invited are listed",
    arguments: TwoPeopleTests.Place.all)
  func power(place: TwoPeopleTests.Place) async throws {
    try await play(place) { alice, bob in
      let room = try await value(of: alice.rooms.create(NewRoom(name: "Tea")))
      try await value(of: alice.rooms.invite(bob.userID, to: room, reason: "we have cake"))
      let seen = try await bob.room(room) { $0.membership == .invited }
      #expect(seen?.inviteReason == "we have cake")
      _ = try await alice.room(room) { $0.invitedCount == 1 }
      try await value(of: alice.rooms.loadMembers(of: room))
      let members = try await value(of: alice.rooms.members(of: room)) { $0.isComplete }
      #expect(members.people.map(\.id) == [alice.userID])
      #expect(members.invited.map(\.id) == [bob.userID])
      _ = try await value(of: bob.rooms.join(room.rawValue))
      _ = try await value(of: alice.rooms.set(.power(bob.userID, 50), in: room))
      let powers = try await value(of: bob.rooms.powers(in: room)) {
        $0?.level(of: bob.userID) == 50
      }
      #expect(powers?.refusal(of: .changePower, by: bob.userID, on: alice.userID) != nil)
    }
  }

  @Test(
    "the account's own request to join is listed until it is taken back",
    arguments: TwoPeopleTests.Place.all)
  func request(place: TwoPeopleTests.Place) async throws {
    try await play(place) { alice, bob in
      var club = NewRoom(name: "Club")
      club.access = .whoAsks
      let room = try await value(of: alice.rooms.create(club))
      _ = try await value(of: bob.rooms.knock(room.rawValue, reason: "please"))
      let asked = try await bob.room(room) { $0.membership == .asking }
      #expect(asked?.name == "Club")
      let person = try await wait(for: .asking, of: bob.userID, in: room, seenBy: alice)
      #expect(person.user.id == bob.userID)
      try await value(of: bob.rooms.leave(room))
      _ = try await value(of: bob.rooms.rooms) { !$0.contains { $0.id == room } }
    }
  }
}

extension PeopleContractTests {
  @Test(
    "a status reaches those who share a room, by a request or a sync; who hides is offline",
    arguments: TwoPeopleTests.Place.all)
  func presence(place: TwoPeopleTests.Place) async throws {
    try await play(place) { alice, bob in
      for account in [alice, bob] { account.profiles.begin(as: .unavailable) }
      let room = try await value(of: alice.rooms.create(NewRoom(name: "Tea", isPublic: true)))
      _ = try await value(of: bob.rooms.join(room.rawValue))
      _ = try await bob.room(room) { $0.membership == .joined }
      try await value(of: alice.profiles.show(as: .unavailable, status: "at lunch"))
      if place.kind == .sliding { try await value(of: bob.profiles.loadPresence(of: alice.userID)) }
      let seen = try await value(of: bob.profiles.presence(of: alice.userID)) {
        $0?.statusText == "at lunch"
      }
      #expect(seen?.state == .unavailable)
      alice.profiles.begin(as: .offline)
      try await value(of: alice.profiles.show(as: .offline, status: ""))
      if place.kind == .sliding { try await value(of: bob.profiles.loadPresence(of: alice.userID)) }
      let hidden = try await value(of: bob.profiles.presence(of: alice.userID)) {
        $0?.state == .offline
      }
      #expect(hidden?.statusText == nil)
    }
  }

  @Test("the people whom one looks at are asked about", arguments: TwoPeopleTests.Place.all)
  func sight(place: TwoPeopleTests.Place) async throws {
    try await play(place) { alice, bob in
      let room = try await value(of: alice.rooms.create(NewRoom(name: "Tea", isPublic: true)))
      _ = try await value(of: bob.rooms.join(room.rawValue))
      _ = try await bob.room(room) { $0.membership == .joined }
      try await value(of: alice.profiles.show(as: .unavailable, status: "at lunch"))
      #expect(await bob.profiles.presence(of: alice.userID).first() == .some(nil))
      bob.profiles.begin(as: .online)
      let stranger = try #require(UserID("@nobody:localhost"))
      let watch = bob.profiles.watch([stranger, alice.userID]).subscribe { _ in }
      _ = try await value(of: bob.profiles.presence(of: alice.userID)) {
        $0?.statusText == "at lunch"
      }
      watch.dispose()
    }
  }

  @Test(
    "rooms in common are those of the server too; people and rooms are reported; nobody has keys",
    arguments: TwoPeopleTests.Place.all)
  func offers(place: TwoPeopleTests.Place) async throws {
    try await play(place) { alice, bob in
      let room = try await value(of: alice.rooms.create(NewRoom(name: "Tea", isPublic: true)))
      _ = try await value(of: bob.rooms.join(room.rawValue))
      _ = try await bob.room(room) { $0.membership == .joined }
      // The transport of the other protocol hides what the server says.
      if place.kind == .sliding {
        let offer = try await value(of: bob.profiles.offers) { $0 != nil }
        #expect(
          offer == ServerOffer(reportsOfPeople: true, reportsOfRooms: true, commonRooms: .stable))
      }
      let shared = try await MutualRooms(network: bob.network).load(
        with: alice.userID, by: .stable)
      #expect(shared == [room])
      let profile = try await value(of: bob.profiles.refresh(alice.userID))
      #expect(profile.commonRooms.map(\.id) == [room])
      try await value(of: bob.profiles.report(alice.userID, reason: "spam"))
      try await value(of: bob.rooms.report(room, reason: "spam"))
      #expect(try await value(of: bob.profiles.devices(of: alice.userID)) == [])
    }
  }
}
