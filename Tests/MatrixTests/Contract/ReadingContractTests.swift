import TestServers
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models
@testable import Signals

extension TwoPeopleTests {
  @Test(
    "receipts reach the other one unless they are private, marks stay, and dates lead to messages",
    arguments: Place.all)
  func reading(place: Place) async throws {
    try await play(place) { alice, bob in
      let room = try await value(
        of: alice.rooms.create(NewRoom(name: "Reading", isPublic: true)))
      _ = try await value(of: bob.rooms.join(room.rawValue))
      for text in ["one", "two"] {
        let note = Notes(alice.sender.send(text, to: room))
        try await note.ended()
        #expect(note.isCompleted)
      }
      let texts = try await value(of: bob.timelines.timeline(of: room)) { timeline in
        timeline.messages.compactMap(\.text) == ["one", "two"]
      }
      let two = try #require(texts.messages.last)
      try await value(of: bob.rooms.markRead(room, for: .room))
      let read = try await value(of: alice.timelines.timeline(of: room)) { timeline in
        timeline.messages.last?.readers.isEmpty == false
      }
      #expect(read.messages.last?.readers.map(\.user) == [bob.userID])
      let readers = try await value(
        of: alice.timelines.readers(of: try #require(read.messages.last).id, in: room)
      ) { !$0.isEmpty }
      #expect(readers.map(\.user.id) == [bob.userID])

      let answer = Notes(bob.sender.send("three", to: room))
      try await answer.ended()
      _ = try await alice.texts(in: room) { $0.count == 3 }
      try await value(of: alice.rooms.markRead(room, for: .ownDevices))
      #expect(try await alice.room(room) { $0.unreadCount == 0 } != nil)

      try await value(of: bob.rooms.setMarkedUnread(true, room))
      #expect(try await bob.room(room) { $0.isMarkedUnread } != nil)
      try await value(of: bob.rooms.setMarkedUnread(false, room))
      #expect(try await bob.room(room) { !$0.isMarkedUnread } != nil)

      let found = try await value(of: bob.timelines.message(at: two.timestamp, in: room))
      let named = texts.messages.filter { $0.timestamp == two.timestamp }
      #expect(named.contains { $0.isNamed(found) })
      let later = Timestamp(milliseconds: two.timestamp.milliseconds + 3_600_000)
      let last = try await value(of: bob.timelines.message(at: later, in: room))
      let all = try await value(of: bob.timelines.timeline(of: room)) {
        $0.messages.last?.text == "three"
      }
      #expect(all.messages.last?.isNamed(last) == true)
      // Bob has seen no receipt of Alice's for his message.
      #expect(all.messages.last?.readers == [])
    }
  }
}
