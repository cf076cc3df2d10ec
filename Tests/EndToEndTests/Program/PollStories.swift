import Foundation
import TestServers
import Testing

@Suite("Polls", .enabled(if: TestServer.shared != nil))
struct PollStories {
  private let server: TestServer
  private static let prefix = "org.matrix.msc3381.poll"

  init() throws {
    server = try #require(TestServer.shared)
  }

  /// The program in a room with a friend.
  private func open(
    _ name: String
  ) async throws -> (program: Program, friend: MatrixClient, room: String) {
    let friend = try server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": name])
    let account = try server.newAccount()
    try account.join(room)
    try friend.send("hello", to: room)
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: name)
    try await program.terminal.wait(for: "hello")
    return (program, friend, room)
  }

  private func vote(
    _ answer: String, in poll: String, _ room: String, by friend: MatrixClient
  ) throws {
    try friend.sendEvent(
      "\(Self.prefix).response",
      [
        "m.relates_to": ["rel_type": "m.reference", "event_id": poll],
        "\(Self.prefix).response": ["answers": [answer]],
      ], to: room)
  }

  private func selectNewest(_ program: Program) async throws {
    try await program.escape()
    try program.terminal.send(keys: "G")
    try await program.pause()
  }

  @Test("a poll from the composer is voted in by both people and ended, with the result in words")
  func ownPoll() async throws {
    let (program, friend, room) = try await open("Kitchen")
    try program.say("/poll Lunch?")
    try await program.terminal.wait(for: "! Write /poll question")
    try program.terminal.type(" | Pizza | Salad")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "- Salad")
    try await program.terminal.wait(for: "0 votes")
    try await program.terminal.wait(forAbsenceOf: "sending…")
    let poll = try #require(
      friend.events(of: "\(Self.prefix).start", in: room).first?["event_id"] as? String)
    try vote("2", in: poll, room, by: friend)
    try await program.terminal.wait(for: "1 vote")

    try await selectNewest(program)
    try program.terminal.send(keys: "v")
    try await program.terminal.wait(for: "[ ] Pizza")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "[x] Pizza")
    try program.terminal.send(keys: "Down")
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "[x] Salad")
    try await program.escape()
    try await program.terminal.wait(for: "✓ Salad")
    try await program.terminal.wait(for: "2, 100%")

    try await program.choose("end the poll…")
    try await program.terminal.wait(for: "End this poll?")
    try await program.confirm()
    // For five seconds, one key takes the end back.
    try await program.terminal.wait(for: "(ending the poll… u undoes)")
    try await program.pause()
    try await program.pause()
    try program.terminal.send(keys: "u")
    try await program.terminal.wait(forAbsenceOf: "u undoes")
    try await program.choose("end the poll…")
    try await program.terminal.wait(for: "End this poll?")
    try await program.confirm()
    try await program.terminal.wait(for: "ended, 2 votes")
    try await program.terminal.wait(for: "the end on the server") { _ in
      let ends = (try? friend.latestContents(of: "\(Self.prefix).end", in: room)) ?? []
      return ends.first?["org.matrix.msc1767.text"] as? String
        == "The poll has ended. Top answer: Salad"
    }
    #expect(try friend.events(of: "\(Self.prefix).end", in: room).count == 1)
  }

  @Test("a vote that came in a gap of the history is counted, and the result is shown at the end")
  func foreignPoll() async throws {
    let (program, friend, room) = try await open("Garden")
    let poll = try friend.sendEvent(
      "m.poll.start",
      [
        "m.text": [["body": "Which tree?"]],
        "m.poll": [
          "kind": "m.undisclosed", "question": ["m.text": [["body": "Which tree?"]]],
          "answers": [
            ["m.id": "oak", "m.text": [["body": "An oak"]]],
            ["m.id": "elm", "m.text": [["body": "An elm"]]],
          ],
        ] as [String: Any],
      ], to: room)
    try await program.terminal.wait(for: "- An elm")
    try await program.terminal.wait(for: "0 votes, results when it ends")

    try program.signal(SIGSTOP)
    try vote("elm", in: poll, room, by: friend)
    for number in 0..<40 { try friend.send("later \(number)", to: room) }
    try program.signal(SIGCONT)
    try await program.terminal.wait(for: "later 39", within: .seconds(20))
    try await program.turn("PageUp", to: "1 vote, results when it ends")

    try friend.sendEvent(
      "m.poll.end",
      [
        "m.relates_to": ["rel_type": "m.reference", "event_id": poll],
        "m.text": [["body": "over"]],
      ], to: room)
    // What fills the gap moves the poll up, perhaps out of the screen.
    _ = try? await program.terminal.wait(for: "ended, 1 vote", within: .seconds(3))
    try await program.turn("PageUp", to: "ended, 1 vote")
    try await program.terminal.wait(for: "1, 100%")
  }
}
