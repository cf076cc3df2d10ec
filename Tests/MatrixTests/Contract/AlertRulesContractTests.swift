import ModelKit
import TestServers
import Testing

@testable import Controllers
@testable import Matrix
@testable import MatrixWire
@testable import Models
@testable import Signals

extension TwoPeopleTests {
  private func told(
    _ alice: ContractAccount, when isWanted: @escaping @Sendable ([AlertSubject: Bool]) -> Bool
  ) async throws -> [AlertSubject: Bool] {
    try await value(of: alice.parts.alertRules.rules) { isWanted($0) }
  }

  @Test("what the account is told of is read, changed and counted", arguments: Place.all)
  func alertRules(place: Place) async throws {
    try await play(place) { alice, bob in
      let rules = alice.parts.alertRules
      let room = try await value(
        of: alice.rooms.create(NewRoom(name: "Lounge", invited: [bob.userID])))
      _ = try await value(of: bob.rooms.join(room.rawValue))
      _ = try await alice.room(room) { $0.joinedCount == 2 }
      /// The numbers of unread messages and mentions after a message of bob.
      func counts(after text: String) async throws -> [Int?] {
        try await value(of: alice.rooms.markRead(room, for: .room))
        _ = try await alice.room(room) { $0.unreadCount == 0 }
        let transaction = "t\(UInt64.random(in: 0...UInt64.max))"
        try await bob.call(
          .put, .client("rooms", room.rawValue, "send", "m.room.message", transaction),
          ["msgtype": "m.text", "body": .string(text), "m.mentions": [:]])
        let row = try await alice.room(room) { $0.latestMessage?.text == text }
        return [row?.unreadCount, row?.mentionCount]
      }

      let first = try await told(alice) { $0[.anything] != nil }
      for subject in [
        AlertSubject.anything, .directMessages, .roomMessages, .mentions, .roomMentions, .invites,
        .calls,
      ] { #expect(first[subject] == true, "\(subject)") }
      #expect(first[.botMessages] == false)
      #expect(try await counts(after: "we deploy a/b") == [1, 0])

      let words = ["deploy", "a/b", ".dot", "a_b", "ca*"]
      for word in words { try await value(of: rules.set(.word(word), isTold: true)) }
      let more = try await told(alice) { $0[.word("ca*")] == true }
      #expect(words.allSatisfy { more[.word($0)] == true })
      #expect(try await counts(after: "we deploy now") == [1, 1])
      #expect(try await counts(after: "an a/b test") == [1, 1])
      try await value(of: rules.set(.word("deploy"), isTold: false))
      #expect(try await counts(after: "we deploy again") == [1, 0])

      // A chat of two stays silent, except for words.
      try await value(of: rules.set(.directMessages, isTold: false))
      _ = try await told(alice) { $0[.directMessages] == false }
      #expect(try await counts(after: "psst") == [0, 0])
      #expect(try await counts(after: "some cake") == [1, 1])
      try await value(of: rules.set(.anything, isTold: false))
      _ = try await told(alice) { $0[.anything] == false }
      #expect(try await counts(after: "more cake") == [0, 0])
      try await value(of: rules.set(.anything, isTold: true))
      try await value(of: rules.set(.directMessages, isTold: true))
      _ = try await told(alice) { $0[.anything] == true && $0[.directMessages] == true }
      #expect(try await counts(after: "loud again") == [1, 0])

      try await value(of: rules.set(.person(bob.userID), isTold: false))
      _ = try await told(alice) { $0[.person(bob.userID)] == false }
      try await value(of: rules.set(.person(bob.userID), isTold: true))
      _ = try await told(alice) { $0[.person(bob.userID)] == nil }
      try await value(of: rules.set(.botMessages, isTold: true))
      _ = try await told(alice) { $0[.botMessages] == true }
      for word in ["", "a\u{7}b", String(repeating: "a", count: 201)] {
        await #expect(throws: RequestError(operation: .setAlerts, reason: .invalidInput(word))) {
          try await value(of: rules.set(.word(word), isTold: true))
        }
      }
    }
  }

  @Test("an invite is told, unless the rules say otherwise", arguments: Place.all)
  func toldInvites(place: Place) async throws {
    try await play(place) { alice, bob in
      _ = try await told(alice) { $0[.invites] == true }
      let arrivals = Notes(alice.rooms.arrivals)
      func invite(_ name: String) async throws {
        _ = try await value(
          of: bob.rooms.create(NewRoom(name: name, invited: [alice.userID])))
        _ = try await value(of: alice.rooms.rooms) { rooms in
          rooms.contains { $0.name == name && $0.membership == .invited }
        }
      }
      try await invite("Lounge")
      try await eventually { arrivals.values.count == 1 }
      #expect(arrivals.values.first?.message == nil)
      #expect(arrivals.values.first?.room.name == "Lounge")
      #expect(arrivals.values.first?.sender.id == bob.userID)
      #expect(arrivals.values.first?.sounds == true)
      try await value(of: alice.parts.alertRules.set(.invites, isTold: false))
      _ = try await told(alice) { $0[.invites] == false }
      try await invite("Kitchen")
      #expect(arrivals.values.count == 1)
    }
  }
}
