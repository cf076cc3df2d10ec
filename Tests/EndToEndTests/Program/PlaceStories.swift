import Foundation
import TestServers
import Testing

@Suite("Places in a conversation", .enabled(if: TestServer.shared != nil))
struct PlaceStories {
  private let server: TestServer

  init() throws {
    server = try #require(TestServer.shared)
  }

  @Test("receipts of others show, survive a restart and are listed; a room is marked as unread")
  func receiptsAndMarks() async throws {
    let friend = try server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": "Readers"])
    try friend.setDisplayName("Grace")
    let account = try server.newAccount()
    try account.join(room)
    try friend.send("what is new?", to: room)
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Readers")
    try await program.terminal.wait(for: "what is new?")
    try program.say("nothing much")
    let event = try await sent("nothing much", in: room, by: friend)
    try friend.read(event, in: room)
    try await program.terminal.wait(for: "nothing much read by Grace")

    try await program.escape()
    try program.terminal.send(keys: "G")
    try await program.pause()
    try await program.choose("who has read the message")
    try await program.terminal.wait(for: "Read by")
    try await program.escape()
    try await program.pause()
    try await program.choose("mark the room as unread")
    try await program.terminal.wait(for: "inbox 1")
    #expect(try account.hasMarked(room))

    try await program.kill()
    try program.restart()
    try await program.terminal.wait(for: "nothing much read by Grace", within: .seconds(20))
    try await program.terminal.wait(for: "inbox 1")
    // To open the room is what ends the mark, and the start is not that.
    try program.terminal.send(keys: "F3")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(forAbsenceOf: "inbox 1")
    try await program.terminal.wait(for: "the mark's end on the server") { _ in
      (try? account.hasMarked(room)) == false
    }
  }

  @Test("n leads to the first unread message, d to a date, and Backspace back")
  func places() async throws {
    let friend = try server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": "Places"])
    let account = try server.newAccount()
    try account.join(room)
    let first = try friend.send("the very first", to: room)
    for number in 1..<60 { try friend.send("line \(number)", to: room) }
    let last = try friend.send("line 60", to: room)
    try account.read(first, in: room)
    let program = try Program(on: server, as: account, options: ["--private-receipts"])
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Places")
    try await program.terminal.wait(for: "line 60")
    try await program.escape()
    try program.terminal.send(keys: "n")
    try await program.terminal.wait(for: "the first unread message below the marker") { screen in
      let marker = screen.rows.firstIndex { $0.contains("─ new ─") }
      // On a narrow screen, the sender has a row of their own.
      let below = marker.map { screen.rows[($0 + 1)...].prefix(2) } ?? []
      return below.contains { $0.contains(#/line 1( |$)/#) }
    }
    try program.terminal.send(keys: "BSpace")
    try await program.terminal.wait(for: "line 60")
    try program.terminal.send(keys: "d")
    try await program.terminal.wait(for: "Go to a date")
    try await program.pause()
    try program.terminal.type("today")
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "created the room")
    try program.terminal.send(keys: "BSpace")
    try await program.terminal.wait(for: "line 60")
    // The others learn nothing of it.
    try await program.terminal.wait(for: "the private receipt") { _ in
      (try? account.receipts(of: account.userID, in: room).contains(last)) == true
    }
    #expect(try friend.receipts(of: account.userID, in: room) == [first])
  }

  private func sent(
    _ text: String, in room: String, by client: MatrixClient
  ) async throws -> String {
    for _ in 0..<100 {
      let found = try client.messages(in: room).first { $0.body == text }
      if let found { return found.eventID }
      try await ContinuousClock().sleep(for: .milliseconds(100))
    }
    throw Missing()
  }

  private struct Missing: Error {}
}
