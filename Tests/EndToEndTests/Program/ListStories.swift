import Foundation
import TestServers
import Testing

@Suite("Pins, earlier versions and copies", .enabled(if: TestServer.shared != nil))
struct ListStories {
  private let server: TestServer

  init() throws {
    server = try #require(TestServer.shared)
  }

  /// The program in a room of its own account, whose message is selected.
  private func open(_ name: String, saying text: String) async throws -> (Program, String) {
    let account = try server.newAccount()
    let room = try account.createRoom(["preset": "public_chat", "name": name])
    try account.send(text, to: room)
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: name)
    try await program.terminal.wait(for: text)
    try await select(program)
    return (program, room)
  }

  private func select(_ program: Program) async throws {
    try await program.escape()
    try program.terminal.send(keys: "G")
    try await program.pause()
  }

  @Test("a message is pinned, is in the list of pins, and is found there far from the end")
  func pins() async throws {
    let (program, room) = try await open("Notices", saying: "read the rules")
    try await program.choose("pin the message")
    try await program.terminal.wait(for: "Pin this message for everybody?")
    try await program.confirm()
    try await program.terminal.wait(for: "read the rules (pinned)")
    for number in 0..<60 { try program.account.send("chatter \(number)", to: room) }
    try await program.terminal.wait(for: "chatter 59")
    try await program.terminal.wait(forAbsenceOf: "read the rules")
    try await program.choose("show the pinned messages")
    try await program.terminal.wait(for: "Pinned in Notices")
    try await program.terminal.wait(for: "read the rules")
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "read the rules (pinned)")
    try await program.choose("unpin the message")
    try await program.terminal.wait(for: "Unpin this message for everybody?")
    try await program.confirm()
    try await program.terminal.wait(forAbsenceOf: "(pinned)")
  }

  @Test("a message is reported to the server's administrators with a reason")
  func reports() async throws {
    let (program, room) = try await open("Complaints", saying: "first")
    let friend = try server.newAccount()
    try friend.join(room)
    try friend.send("buy this now", to: room)
    try await program.terminal.wait(for: "buy this now")
    try program.terminal.send(keys: "G")
    try await program.pause()
    try await program.choose("report to administrators…")
    try await program.terminal.wait(for: "Report the message to the administrators")
    try await program.pause()
    try program.terminal.type("it is spam")
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "Reason: it is spam")
    try await program.confirm()
    try await program.terminal.wait(for: "Reported: the server's administrators can read it now")
  }

  @Test("an emote is edited as one, and what it said before is listed")
  func versions() async throws {
    let (program, room) = try await open("Gestures", saying: "watch this")
    try program.terminal.send(keys: "i")
    try await program.pause()
    try program.say("/me wavse")
    try await program.terminal.wait(for: "the emote on the server") { _ in
      (try? program.account.count(of: "wavse", in: room)) == 1
    }
    try await program.terminal.wait(forAbsenceOf: "sending…")
    try program.terminal.send(keys: "Up")
    try await program.terminal.wait(for: "> /me wavse")
    try program.terminal.send(keys: "C-u")
    try program.say("/me waves")
    try await program.terminal.wait(for: "waves (edited)")
    try await program.terminal.wait(for: "the edit on the server") { _ in
      let contents = (try? program.account.latestContents(of: "m.room.message", in: room)) ?? []
      let new = contents.first?["m.new_content"] as? [String: Any]
      return new?["msgtype"] as? String == "m.emote" && new?["body"] as? String == "waves"
    }
    try await select(program)
    try await program.choose("show earlier versions")
    try await program.terminal.wait(for: "Earlier versions")
    try await program.terminal.wait(for: "wavse")
    try await program.escape()
    try await program.terminal.wait(forAbsenceOf: "Earlier versions")
  }

  @Test("a message is copied to another room, and never to an encrypted one")
  func copies() async throws {
    let (program, _) = try await open("Here", saying: "worth repeating")
    let other = try program.account.createRoom(["preset": "public_chat", "name": "Elsewhere"])
    let secret = try program.account.createRoom([
      "preset": "private_chat", "name": "Vaulted",
      "initial_state": [
        [
          "type": "m.room.encryption", "state_key": "",
          "content": ["algorithm": "m.megolm.v1.aes-sha2"],
        ]
      ],
    ])
    try await program.lookAtRooms(for: "Elsewhere")
    try await program.lookAtRooms(for: "Vaulted")
    try program.terminal.send(keys: "G")
    try await program.pause()
    try await program.choose("forward to…")
    try await program.terminal.wait(for: "Forward to")
    try await program.pause()
    try program.terminal.type("Vaulted")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "This room is encrypted")
    try program.terminal.send(keys: "C-u")
    try program.terminal.type("elsew")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "the copy on the server") { _ in
      (try? program.account.count(of: "worth repeating", in: other)) == 1
    }
    #expect(try program.account.messages(in: secret).isEmpty)
  }
}
