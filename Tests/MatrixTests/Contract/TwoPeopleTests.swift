import ModelKit
import TestServers
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

/// Two people on a real homeserver.
@Suite("Two people on a homeserver", .serialized, .timeLimit(.minutes(2)))
struct TwoPeopleTests {
  /// A server and the protocol by which both people sync.
  struct Place: Sendable, CustomTestStringConvertible {
    let server: TestServer
    let kind: SyncToken.Kind

    static let all = TestServer.all.flatMap { server in
      [SyncToken.Kind.sliding, .full].map { Place(server: server, kind: $0) }
    }

    var testDescription: String { "\(server), \(kind) sync" }
  }

  func play(
    _ place: Place,
    _ test: (_ alice: ContractAccount, _ bob: ContractAccount) async throws -> Void
  ) async throws {
    let alice = try await ContractAccount.register(
      "alice", on: place.server.url, syncing: place.kind)
    let bob = try await ContractAccount.register("bob", on: place.server.url, syncing: place.kind)
    try await alice.syncing { alice in
      try await bob.syncing { bob in try await test(alice, bob) }
    }
    #expect(alice.usedKinds == [place.kind] && bob.usedKinds == [place.kind])
  }

  @Test("a text with formats arrives with them and with its Markdown", arguments: Place.all)
  func formats(place: Place) async throws {
    try await play(place) { alice, bob in
      let room = try await value(
        of: alice.rooms.create(NewRoom(name: "Talk", topic: "t", invited: [bob.userID])))
      _ = try await bob.room(room)
      _ = try await value(of: bob.rooms.join(room.rawValue))
      _ = try await bob.room(room) { $0.membership == .joined }
      let markdown = "# Tea\n\n- [a link](https://example.org/)\n- `code` <b>&amp;"
      let events: [OutgoingEvent] = [
        .text(markdown), .text("*waves*", as: .emote), .text("*as it is*", as: .plain),
      ]
      for event in events {
        let note = Notes(alice.sender.send(event, to: room))
        try await note.ended()
        #expect(note.isCompleted)
      }
      let timeline = try await value(of: bob.timelines.timeline(of: room)) { timeline in
        timeline.messages.filter { $0.text != nil }.count == 3
      }
      let texts = timeline.messages.compactMap { message -> TextContent? in
        if case .text(let text) = message.content { text } else { nil }
      }
      #expect(texts.map(\.body) == [markdown, "*waves*", "*as it is*"])
      #expect(texts.map(\.kind) == [.plain, .emote, .plain])
      #expect(
        texts.map(\.shownText)
          == ["Tea\n• a link (example.org)\n• code <b>&amp;", "waves", "*as it is*"])
    }
  }

  @Test("messages of both people reach both, once each and in order", arguments: Place.all)
  func conversation(place: Place) async throws {
    try await play(place) { alice, bob in
      let room = try await value(
        of: alice.rooms.create(NewRoom(name: "Talk", topic: "t", invited: [bob.userID])))
      #expect(try await bob.room(room)?.membership == .invited)
      #expect(try await bob.room(room)?.inviter?.id == alice.userID)
      _ = try await value(of: bob.rooms.join(room.rawValue))
      _ = try await bob.room(room) { $0.membership == .joined }
      // Each half minute a Synapse sums up what is unread. Then the invite counts as a message, unless
      // a read receipt comes after it.
      try await value(of: bob.rooms.markRead(room, for: .room))
      let sent = (0..<10).map { Notes(alice.sender.send("a\($0)", to: room)) }
      for note in sent { try await note.ended() }
      #expect(sent.allSatisfy { $0.isCompleted })
      let expected = (0..<10).map { "a\($0)" }
      #expect(try await bob.texts(in: room) { $0.count >= 10 } == expected)
      let own = try await value(of: alice.timelines.timeline(of: room)) { timeline in
        timeline.messages.allSatisfy { $0.delivery == .sent }
          && timeline.messages.filter { $0.text != nil }.count == 10
      }
      #expect(own.messages.compactMap(\.text) == expected)
      #expect(try await bob.room(room) { $0.unreadCount == 10 }?.name == "Talk")
      try await value(of: bob.rooms.markRead(room, for: .room))
      #expect(try await bob.room(room) { $0.unreadCount == 0 } != nil)
    }
  }

  @Test("an invite can be declined, a room can be left", arguments: Place.all)
  func leaving(place: Place) async throws {
    try await play(place) { alice, bob in
      let room = try await value(
        of: alice.rooms.create(NewRoom(name: "No", invited: [bob.userID])))
      _ = try await bob.room(room) { $0.membership == .invited }
      try await value(of: bob.rooms.leave(room))
      _ = try await value(of: bob.rooms.rooms) { !$0.contains { $0.id == room } }
      let declined = try await value(of: alice.timelines.timeline(of: room)) { timeline in
        timeline.messages.contains {
          if case .membership(let change) = $0.content { change.kind == .declined } else { false }
        }
      }
      #expect(declined.messages.first?.content == .roomCreated)
      try await value(of: alice.rooms.leave(room))
      _ = try await value(of: alice.rooms.rooms) { !$0.contains { $0.id == room } }
    }
  }

  @Test(
    "a direct chat is made once, counts as a friend, and a refresh shows a new name",
    arguments: Place.all)
  func friends(place: Place) async throws {
    try await play(place) { alice, bob in
      let before = try await value(of: alice.profiles.refresh(alice.userID))
      #expect(before.friendCount == 0)
      let room = try await value(of: alice.rooms.directRoom(with: bob.userID))
      #expect(try await alice.room(room)?.directUser == bob.userID)
      #expect(try await value(of: alice.rooms.directRoom(with: bob.userID)) == room)
      #expect(try await value(of: alice.profiles.refresh(alice.userID)).friendCount == 1)
      let invite = try await bob.room(room) { $0.membership == .invited }
      #expect(invite?.directUser == alice.userID)
      _ = try await value(of: bob.rooms.join(room.rawValue))
      try await bob.call(
        .put, .client("profile", bob.userID.rawValue, "displayname"),
        ["displayname": .string("Robert")])
      _ = try await alice.room(room) { $0.joinedCount == 2 }
      let profile = try await value(of: alice.profiles.refresh(bob.userID))
      #expect(profile.user.displayName == "Robert")
      #expect(profile.friendCount == 0)
      #expect(profile.commonRooms.map(\.id) == [room])
      #expect(try await alice.room(room) { $0.heroes.first?.displayName == "Robert" } != nil)
    }
  }

  @Test("a person can be found by part of their id, and invited", arguments: Place.all)
  func inviting(place: Place) async throws {
    try await play(place) { alice, bob in
      // A shared public room: Synapse only finds people in one.
      let open = try await value(of: alice.rooms.create(NewRoom(name: "Open", isPublic: true)))
      _ = try await value(of: bob.rooms.join(open.rawValue))
      let part = String(bob.userID.localpart)
      for _ in 0..<100 {
        let found = try await value(of: alice.network.searchPeople(part))
        if found.map(\.id) == [bob.userID] { break }
        try await ContinuousClock().sleep(for: .milliseconds(100))
      }
      #expect(try await value(of: alice.network.searchPeople(part)).map(\.id) == [bob.userID])
      #expect(try await value(of: alice.network.searchPeople("nobody at all")).isEmpty)

      let room = try await value(of: alice.rooms.create(NewRoom(name: "Cosy")))
      try await value(of: alice.rooms.invite(bob.userID, to: room, reason: ""))
      #expect(try await bob.room(room)?.membership == .invited)
      let again = Notes(bob.rooms.invite(alice.userID, to: room, reason: ""))
      try await again.ended()
      #expect(again.failure?.code == "M_FORBIDDEN")
    }
  }

  @Test("all members of a room are listed once they are requested", arguments: Place.all)
  func members(place: Place) async throws {
    try await play(place) { alice, bob in
      let room = try await value(
        of: alice.rooms.create(NewRoom(name: "Members", isPublic: true)))
      _ = try await value(of: bob.rooms.join(room.rawValue))
      _ = try await alice.room(room) { $0.joinedCount == 2 }
      try await value(of: alice.rooms.loadMembers(of: room))
      let members = try await value(of: alice.rooms.members(of: room)) { $0.isComplete }
      #expect(Set(members.people.map(\.id)) == [alice.userID, bob.userID])
      try await value(of: bob.rooms.leave(room))
      let rest = try await value(of: alice.rooms.members(of: room)) { $0.people.count == 1 }
      #expect(rest.people.map(\.id) == [alice.userID])
    }
  }

  @Test("a room with encryption is locked", arguments: Place.all)
  func encryption(place: Place) async throws {
    try await play(place) { alice, _ in
      let room = try await value(of: alice.rooms.create(NewRoom(name: "Sealed")))
      try await alice.call(
        .put, .client("rooms", room.rawValue, "state", "m.room.encryption", ""),
        ["algorithm": .string("m.megolm.v1.aes-sha2")])
      #expect(try await alice.room(room) { $0.isEncrypted } != nil)
      let notes = Notes(alice.sender.send("secret", to: room))
      try await notes.ended()
      #expect(notes.failure?.reason == .encryptedRoom)
    }
  }

  @Test("edits, redactions and reactions only change other lines", arguments: Place.all)
  func relations(place: Place) async throws {
    try await play(place) { alice, bob in
      let room = try await value(
        of: alice.rooms.create(NewRoom(name: "Edits", isPublic: true)))
      _ = try await value(of: bob.rooms.join(room.rawValue))
      let sent = try #require(
        await {
          let notes = Notes(alice.sender.send("teh typo", to: room)); try await notes.ended();
          return notes.values.last?.eventID
        }())
      let new: JSONValue = .object(["msgtype": .string("m.text"), "body": .string("the typo")])
      try await alice.call(
        .put, .client("rooms", room.rawValue, "send", "m.room.message", "edit"),
        [
          "msgtype": .string("m.text"), "body": .string("* the typo"), "m.new_content": new,
          "m.relates_to": .object([
            "rel_type": .string("m.replace"), "event_id": .string(sent.rawValue),
          ]),
        ])
      #expect(try await bob.texts(in: room) { $0 == ["the typo"] } == ["the typo"])
      try await alice.call(
        .put, .client("rooms", room.rawValue, "redact", sent.rawValue, "redact"))
      let emptied = try await value(of: bob.timelines.timeline(of: room)) { timeline in
        timeline.messages.contains { $0.content == .redacted }
      }
      #expect(emptied.messages.last?.eventID == sent)
      #expect(emptied.messages.last?.removedBy == alice.userID)
    }
  }
}
