import Foundation
import TestServers
import Testing

@Suite("Searching messages", .enabled(if: TestServer.shared != nil))
struct SearchStories {
  @Test("C-r finds messages of all rooms while one types, and leads to them and into their threads")
  func search() async throws {
    let server = try #require(TestServer.shared)
    let friend = try server.newAccount()
    try friend.setDisplayName("Alice")
    let account = try server.newAccount()
    let tea = try friend.createRoom(["preset": "public_chat", "name": "Teatime"])
    let garden = try friend.createRoom(["preset": "public_chat", "name": "Garden"])
    for room in [tea, garden] { try account.join(room) }
    let question = try friend.send("where is the DÖRMOUSE?", to: tea)
    try friend.sendEvent(
      "m.room.message",
      [
        "msgtype": "m.text", "body": "the dormouse is in the teapot",
        "m.relates_to": ["rel_type": "m.thread", "event_id": question],
      ], to: tea)
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    let terminal = program.terminal
    try await program.openFirstRoom(named: "Teatime")
    try await terminal.wait(for: "where is the DÖRMOUSE?")
    for number in 1...60 { try friend.send("filler \(number)", to: tea) }
    try await terminal.wait(for: "filler 60")
    try friend.send("roses", to: garden)
    try await program.pause()
    try terminal.send(keys: "C-o")
    try await terminal.wait(for: "Go to")
    try terminal.type("Garden")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "> Write to Garden")
    try await terminal.wait(for: "roses")
    try terminal.type("a draft")

    try terminal.send(keys: "C-r")
    try await terminal.wait(for: "Only the messages on this machine")
    try terminal.type("dorm")
    try await terminal.wait(for: "2 messages on this machine")
    try await terminal.wait(for: "the dormouse is in the teapot")
    try terminal.send(keys: "Down", "Enter")
    // The message is far above the end of the room, whose newest one the list of rooms shows.
    try await terminal.wait(for: "where is the DÖRMOUSE?") { screen in
      screen.contains("where is the DÖRMOUSE?") && !screen.contains("Search >")
        && screen.contains("> Write to Teatime")
    }
    #expect(try !terminal.capture().contains("filler 59"))

    try terminal.send(keys: "C-r")
    try await terminal.wait(for: "2 messages on this machine")
    try await program.pause()
    try terminal.send(keys: "Up", "Enter")
    try await terminal.wait(for: "Thread in Teatime")
    try await terminal.wait(for: "the dormouse is in the teapot")

    try terminal.send(keys: "C-r")
    try await terminal.wait(for: "2 messages on this machine")
    try terminal.type("roses")
    try await terminal.wait(for: "1 message on this machine")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "> a draft")
    for place in ["Thread in Teatime", "> Write to Teatime", "> a draft"] {
      try terminal.send(keys: "BSpace")
      try await terminal.wait(for: place)
    }
    try terminal.send(keys: "i", "C-u")
    try program.say("/search nowhere to be found")
    try await terminal.wait(for: "No message on this machine has")
    try await program.escape()
    try await terminal.wait(for: "> Write to Garden")
  }
}
