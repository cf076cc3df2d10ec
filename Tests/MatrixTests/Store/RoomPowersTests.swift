import ModelKit
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

@Suite("Powers of people in the store", .timeLimit(.minutes(5)))
struct RoomPowersTests {
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

  private func apply(_ states: String..., isInitial: Bool = true) async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a:x":{"state":{"events":["#
        + states.joined(separator: ",") + "]}}}}}", isInitial: isInitial)
  }

  private func state(_ type: String, _ content: String, key: String = "") -> String {
    #"{"event_id":"$\#(type)\#(key)","type":"\#(type)","sender":"@bob:x","state_key":"\#(key)","#
      + #""origin_server_ts":1,"content":\#(content)}"#
  }

  @Test("are unknown without levels, and those of the newest event; what is no number is left out")
  func levels() async throws {
    try await apply()
    #expect(await rooms.powers(in: room).first() == .some(nil))
    let users = #"{"@amy:x":"50","@bob:x":100,"@eve:x":[],"@low:x":-1,"bad":100,"@same:x":5}"#
    try await apply(
      state("m.room.power_levels", #"{"users":\#(users),"users_default":5,"ban":60,"kick":"7"}"#),
      isInitial: false)
    let powers = try #require(await rooms.powers(in: room).first() ?? nil)
    #expect(
      powers
        == RoomPowers(
          users: [
            try #require(UserID("@amy:x")): 50, bob: 100, try #require(UserID("@low:x")): -1,
          ],
          ordinary: 5, kick: 7, ban: 60, invite: 0, changePower: 50, message: 0, reaction: 0,
          child: 50))
  }

  @Test("a room says whether the account may add rooms to it, as a space")
  func children() async throws {
    try await apply()
    func mayAddRooms() async -> Bool? {
      await rooms.rooms.first()?.first { $0.id == room }?.mayAddRooms
    }
    #expect(await mayAddRooms() == true, "nothing is known against it")
    for (levels, expected) in [
      (#"{"users_default":20}"#, false), (#"{"users_default":50}"#, true),
      (#"{"users_default":50,"events":{"m.space.child":60}}"#, false),
      (#"{"users_default":20,"events":{"m.space.child":10}}"#, true),
    ] {
      try await apply(state("m.room.power_levels", levels), isInitial: false)
      #expect(await mayAddRooms() == expected, "\(levels)")
    }
  }

  @Test("messages and reactions need a level of their own, or that of all events")
  func writing() throws {
    let json = #"{"events_default":50,"events":{"m.reaction":1},"users":{"@bob:x":60}}"#
    let powers = RoomPowers(try JSONValue.decode(Array(json.utf8)))
    let amy = try #require(UserID("@amy:x"))
    #expect(powers.refusalToWrite(by: amy) == .power(needed: 50, own: 0))
    #expect(powers.refusalToReact(by: amy) == .power(needed: 1, own: 0))
    #expect(powers.refusalToWrite(by: bob) == nil && powers.refusalToReact(by: bob) == nil)
    #expect(powers.with(creators: [amy]).refusalToWrite(by: amy) == nil)
    #expect(RoomPowers(powers.record) == powers)
    // What an earlier version kept knows neither.
    let old =
      #"{"users":[],"levels":[],"ordinary":0,"kick":50,"ban":50,"invite":0,"changePower":50}"#
    let record = try RoomPowersRecord.decode(Array(old.utf8))
    #expect(RoomPowers(record).refusalToWrite(by: amy) == nil)
  }

  @Test("a creator of a new room has no level, and keeps that in the cache")
  func creators() async throws {
    try await apply(
      state("m.room.create", #"{"room_version":"12"}"#),
      state("m.room.power_levels", #"{"users":{"@amy:x":100}}"#))
    let powers = try #require(await rooms.powers(in: room).first() ?? nil)
    #expect(powers.level(of: bob) == nil)
    let record = try #require(RoomPowers(powers.record).with(creators: [bob]) as RoomPowers?)
    #expect(record == powers)
  }

  @Test("only the most powerful of very many people are kept")
  func many() {
    let users = (0..<5000).map { #""@u\#($0):x":\#($0 + 1)"# }.joined(separator: ",")
    let levels = try? JSONValue.decode(Array(#"{"users":{\#(users)}}"#.utf8))
    let powers = RoomPowers(levels ?? [:])
    #expect(powers.users.count == Limits.powers)
    #expect(powers.users.values.max() == 5000)
  }

  @Test("a person is what the newest membership says, and nobody after leaving")
  func standing() async throws {
    for (membership, standing) in [
      ("join", RoomPerson.Standing.joined), ("invite", .invited), ("knock", .asking),
      ("ban", .banned),
    ] {
      try await apply(
        state(
          "m.room.member", #"{"membership":"\#(membership)","displayname":"Bob"}"#, key: "@bob:x"),
        isInitial: false)
      let person = try #require(await rooms.person(bob, in: room).first())
      #expect(person.standing == standing)
      #expect(person.user.displayName == "Bob")
    }
    try await apply(
      state("m.room.member", #"{"membership":"leave"}"#, key: "@bob:x"), isInitial: false)
    let gone = try #require(await rooms.person(bob, in: room).first())
    #expect(gone.standing == nil && gone.user.displayName == "Bob")
    let stranger = try #require(UserID("@who:x"))
    #expect(await rooms.person(stranger, in: room).first()?.standing == nil)
    let elsewhere = try #require(RoomID("!none:x"))
    #expect(
      await rooms.person(bob, in: elsewhere).first()
        == PersonInRoom(user: User(id: bob), standing: nil, powers: nil))
  }

  @Test("own requests to join are rooms that are asked to be joined, until they are gone")
  func requests() async throws {
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"knock":{"!club:x":{"knock_state":{"events":["#
        + #"{"type":"m.room.name","state_key":"","sender":"@bob:x","content":{"name":"Club"}},"#
        + #"{"type":"m.room.member","state_key":"\#(Rehearsal.me)","sender":"\#(Rehearsal.me)","#
        + #""content":{"membership":"knock","reason":"please"}}]}}}}}"#, isInitial: true)
    let asked = try #require(await rooms.rooms.first()?.first)
    #expect(asked.membership == .asking && asked.name == "Club")
    #expect(asked.inviter == nil && asked.inviteReason == nil)
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"leave":{"!club:x":{}}}}"#)
    #expect(await rooms.rooms.first() == [])
  }

  @Test("ends of memberships are requests with their reason")
  func ends() async throws {
    for (signal, path, body) in [
      (rooms.kick(bob, from: room, reason: ""), "kick", #"{"user_id":"@bob:x"}"#),
      (
        rooms.ban(bob, from: room, reason: "spam"), "ban",
        #"{"user_id":"@bob:x","reason":"spam"}"#
      ),
      (rooms.unban(bob, in: room), "unban", #"{"user_id":"@bob:x"}"#),
    ] {
      let notes = Notes(signal)
      let request = try await rehearsal.transport.next(.post, "/rooms/%21a%3Ax/\(path)")
      #expect(request.body == body)
      request.reply(403, #"{"errcode":"M_FORBIDDEN"}"#)
      try await notes.ended()
      #expect(notes.failure?.operation == .changePerson && notes.failure?.code == "M_FORBIDDEN")
    }
  }

  @Test("those who are invited are requested only where there are some")
  func invited() async throws {
    try await apply()
    let none = Notes(rooms.loadMembers(of: room))
    try await rehearsal.transport.next(.get, "/joined_members").reply(
      200, #"{"joined":{"@bob:x":{}}}"#)
    try await none.ended()
    #expect(await rooms.members(of: room).first()?.people.map(\.id) == [bob])
    try await rehearsal.apply(
      #"{"next_batch":"n","rooms":{"join":{"!a:x":{"summary":{"m.invited_member_count":1},"#
        + #""timeline":{"limited":true,"events":[]}}}}}"#)
    let some = Notes(rooms.loadMembers(of: room))
    try await rehearsal.transport.next(.get, "/joined_members").reply(
      200, #"{"joined":{"@bob:x":{}}}"#)
    try await rehearsal.transport.next(.get, "/members?membership=invite").reply(
      200,
      #"{"chunk":[\#(state("m.room.member", #"{"membership":"invite"}"#, key: "@amy:x")),"#
        + #"\#(state("m.room.member", #"{"membership":"join"}"#, key: "@no:x"))]}"#)
    try await some.ended()
    let members = try #require(await rooms.members(of: room).first())
    #expect(members.invited.map(\.id.rawValue) == ["@amy:x"] && members.isComplete)
  }
}
