import TestServers
import Testing

@testable import Controllers
@testable import Matrix
@testable import Models
@testable import Signals

extension TwoPeopleTests {
  /// The message of an event, once it fits.
  private static func message(
    _ event: EventID, in room: RoomID, of account: ContractAccount,
    where fits: @escaping @Sendable (Message) -> Bool
  ) async throws -> Message {
    let find = { @Sendable (timeline: Timeline) in
      timeline.messages.first { $0.eventID == event && fits($0) }
    }
    let timeline = try await value(of: account.timelines.timeline(of: room)) { find($0) != nil }
    return try #require(find(timeline))
  }

  private static func sent(_ work: Signal<Message, RequestError>) async throws -> EventID? {
    let notes = Notes(work)
    try await notes.ended()
    #expect(notes.isCompleted, "\(String(describing: notes.failure))")
    return notes.values.last?.eventID
  }

  @Test(
    "reactions, replies, edits and removals of both people reach the other one",
    arguments: Place.all)
  func relationsBothWays(place: Place) async throws {
    try await play(place) { alice, bob in
      let room = try await value(
        of: alice.rooms.create(NewRoom(name: "Relations", isPublic: true)))
      _ = try await value(of: bob.rooms.join(room.rawValue))
      let event = try #require(await Self.sent(alice.sender.send("teh typo", to: room)))
      let id = Message.ID(event)
      _ = try await Self.message(event, in: room, of: bob) { _ in true }

      _ = try await Self.sent(bob.sender.send(.reaction("👍", to: id), to: room))
      _ = try await Self.message(event, in: room, of: alice) {
        $0.reactions == [Reaction(key: "👍", count: 1)]
      }
      _ = try await Self.sent(alice.sender.send(.reaction("👍", to: id), to: room))
      let both = try await Self.message(event, in: room, of: bob) { message in
        message.reactions.map(\.count) == [2] && message.reactions.allSatisfy { !$0.isPending }
      }
      let own = try #require(both.reactions.first?.own)
      _ = try await Self.sent(bob.sender.send(.redaction(own), to: room))
      let rest = try await Self.message(event, in: room, of: alice) {
        $0.reactions.map(\.count) == [1]
      }
      #expect(rest.reactions.first?.own != nil)

      let target = ReplyTarget(message: id, mentioned: alice.userID)
      let answer = try #require(
        await Self.sent(bob.sender.send(.text("what?", replyTo: target), to: room)))
      let reply = try await Self.message(answer, in: room, of: alice) { _ in true }
      let quote = { (content: MessageContent) in
        Models.Reply(target: id, quote: .known(sender: alice.userID, content: content))
      }
      #expect(reply.reply == quote(.text(TextContent(body: "teh typo"))))
      #expect(reply.mentions?.users == [alice.userID])

      _ = try await Self.sent(alice.sender.send(.edit(id, text: "the typo"), to: room))
      let edited = try await Self.message(event, in: room, of: bob) { $0.text == "the typo" }
      #expect(edited.isEdited)
      _ = try await Self.sent(alice.sender.send(.redaction(id, reason: "done"), to: room))
      let removed = try await Self.message(event, in: room, of: bob) { $0.content == .redacted }
      #expect(removed.reactions.isEmpty && removed.removedBy == alice.userID)
      let orphan = try await Self.message(answer, in: room, of: bob) { _ in true }
      #expect(orphan.reply == quote(.redacted))
    }
  }

  @Test("polls, votes and ends of both people reach the other one", arguments: Place.all)
  func pollsBothWays(place: Place) async throws {
    try await play(place) { alice, bob in
      let room = try await value(
        of: alice.rooms.create(NewRoom(name: "Polls", isPublic: true)))
      _ = try await value(of: bob.rooms.join(room.rawValue))
      let poll = NewPoll(question: "Fruit?", answers: ["Apple", "Fig", "Pear"], maxSelections: 2)
      let event = try #require(await Self.sent(alice.sender.send(.poll(poll), to: room)))
      let id = Message.ID(event)
      _ = try await Self.message(event, in: room, of: bob) {
        $0.votes == PollVotes(counts: [0, 0, 0])
      }

      _ = try await Self.sent(bob.sender.send(.vote(["1", "3"], in: id), to: room))
      _ = try await Self.sent(alice.sender.send(.vote(["2"], in: id), to: room))
      _ = try await Self.message(event, in: room, of: alice) {
        $0.votes == PollVotes(counts: [1, 1, 1], voters: 2, own: ["2"]) && $0.pendingChange == nil
      }
      _ = try await Self.sent(bob.sender.send(.vote(["2"], in: id), to: room))
      _ = try await Self.message(event, in: room, of: alice) {
        $0.votes == PollVotes(counts: [0, 2, 0], voters: 2, own: ["2"])
      }
      // Without the power, an end changes nothing for the other one.
      _ = try await Self.sent(bob.sender.send(.pollEnd(id, result: "over"), to: room))
      _ = try await Self.sent(bob.sender.send(.vote([], in: id), to: room))
      _ = try await Self.message(event, in: room, of: alice) {
        $0.votes == PollVotes(counts: [0, 1, 0], voters: 1, own: ["2"])
      }
      _ = try await Self.sent(alice.sender.send(.pollEnd(id, result: "over"), to: room))
      _ = try await Self.message(event, in: room, of: bob) {
        $0.votes == PollVotes(counts: [0, 1, 0], voters: 1, isEnded: true)
          && $0.pendingChange == nil
      }
    }
  }
}
