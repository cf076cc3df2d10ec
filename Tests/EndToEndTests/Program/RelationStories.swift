import Foundation
import TestServers
import Testing

@Suite("Relations between messages", .enabled(if: TestServer.shared != nil))
struct RelationStories {
  private let server: TestServer

  init() throws {
    server = try #require(TestServer.shared)
  }

  /// The program in a room with a friend, whose message is on the screen.
  private func open(
    _ name: String, saying text: String
  ) async throws -> (program: Program, friend: MatrixClient, room: String, event: String) {
    let friend = try server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": name])
    let account = try server.newAccount()
    try account.join(room)
    let event = try friend.send(text, to: room)
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: name)
    try await program.terminal.wait(for: text)
    return (program, friend, room, event)
  }

  /// Selects the newest message.
  private func selectNewest(_ program: Program) async throws {
    try await program.escape()
    try program.terminal.send(keys: "G")
    try await program.pause()
  }

  /// Reacts to the selected message by the name of an emoji.
  private func react(_ name: String, _ program: Program) async throws {
    try program.terminal.send(keys: "+")
    try await program.terminal.wait(for: "React to the message")
    try await program.pause()
    try program.terminal.type(name)
    try await program.pause()
    try program.terminal.send(keys: "Enter")
  }

  @Test("a reaction by name is counted with those of others, and is taken back by the same key")
  func reactions() async throws {
    let (program, friend, room, event) = try await open("Applause", saying: "we shipped it")
    try await selectNewest(program)
    try await react("rocket", program)
    try await program.terminal.wait(for: "🚀 1")
    try friend.react("🚀", to: event, in: room)
    try await program.terminal.wait(for: "🚀 2")

    try await react("rocket", program)
    try await program.terminal.wait(for: "🚀 1")
    try await program.terminal.wait(for: "the removal on the server") { _ in
      (try? friend.reactions(to: event, in: room)) == ["🚀"]
    }
  }

  @Test("what a flood of reactions hides in the open room appears without a key")
  func floods() async throws {
    let (program, friend, room, event) = try await open("Flood", saying: "at the start")
    try program.signal(SIGSTOP)
    try friend.send("before the flood", to: room)
    for number in 0..<300 { try friend.react("r\(number)", to: event, in: room) }
    for number in 1...4 { try friend.send("after the flood \(number)", to: room) }
    try program.signal(SIGCONT)
    try await program.terminal.wait(for: "after the flood 4", within: .seconds(20))
    try await program.terminal.wait(for: "before the flood", within: .seconds(20))
    try await program.terminal.wait(forAbsenceOf: "messages are missing here")
  }

  @Test("a reply quotes its target for both people, after a restart in between too")
  func replies() async throws {
    let (program, friend, room, event) = try await open("Answers", saying: "are you there?")
    try friend.send("no hurry", to: room)
    try await program.terminal.wait(for: "no hurry")
    try await selectNewest(program)
    try program.terminal.send(keys: "k")
    try await program.pause()
    try program.terminal.send(keys: "r")
    try await program.terminal.wait(for: "↪ replying")
    try program.terminal.type("yes, of course")
    try await program.terminal.wait(for: "> yes, of course")
    // The draft is on the disk half a second after the last key, which nothing announces.
    try await ContinuousClock().sleep(for: .seconds(1))
    try await program.kill()
    try program.restart()
    try await program.terminal.wait(for: "↪ replying", within: .seconds(20))
    try await program.terminal.wait(for: "> yes, of course")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "╭")
    try await program.terminal.wait(for: "the reply on the server") { _ in
      let events = (try? friend.latestContents(of: "m.room.message", in: room)) ?? []
      guard let relation = events.first?["m.relates_to"] as? [String: Any],
        let target = relation["m.in_reply_to"] as? [String: Any],
        let mentions = events.first?["m.mentions"] as? [String: Any]
      else { return false }
      return target["event_id"] as? String == event
        && mentions["user_ids"] as? [String] == [friend.userID]
    }
  }

  @Test("Enter on a quote goes to a message far beyond what is loaded, and Backspace returns")
  func farQuote() async throws {
    let friend = try server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": "Archive"])
    let target = try friend.send("the old promise", to: room)
    for number in 0..<600 { try friend.send("filler \(number)", to: room) }
    try friend.send(
      [
        "msgtype": "m.text", "body": "you said so",
        "m.relates_to": ["m.in_reply_to": ["event_id": target]],
      ], to: room)
    let account = try server.newAccount()
    try account.join(room)
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Archive")
    try await program.terminal.wait(for: "you said so")
    try await program.terminal.wait(for: "╭ ")
    try await selectNewest(program)
    try program.terminal.send(keys: "k")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    // The list of rooms has it too, behind its sender.
    try await program.terminal.wait(forAbsenceOf: "  you said so")
    try await program.terminal.wait(for: "the old promise")
    // What follows is loaded from there on, and a tall screen has room for it.
    let time = Duration.seconds(program.size.rows > 40 ? 5 : 1)
    _ = try? await program.terminal.wait(for: "filler 30", within: time)
    try await program.turn("PageDown", to: "filler 30")
    try await program.turn("PageDown", to: "filler 60")
    try program.terminal.send(keys: "G")
    try await program.terminal.wait(for: "filler 599")
    try program.terminal.send(keys: "BSpace")
    try await program.terminal.wait(for: "  you said so")
    try await program.terminal.wait(for: "filler 599")
  }

  @Test("whoever quits before the time of undo is over has removed the message")
  func removedAtTheEnd() async throws {
    let (program, friend, room, _) = try await open("Regrets", saying: "hello")
    try program.say("a slip")
    try await program.terminal.wait(for: "the message on the server") { _ in
      (try? friend.count(of: "a slip", in: room)) == 1
    }
    try await program.terminal.wait(forAbsenceOf: "sending…")
    try await selectNewest(program)
    try await program.choose("remove the message…")
    try await program.terminal.wait(for: "Remove this message for everybody?")
    try await program.confirm()
    try await program.terminal.wait(forAbsenceOf: "Remove this message for everybody?")
    try program.terminal.send(keys: "C-q")
    #expect(try await program.terminal.waitForEnd() == 0)
    #expect(try friend.count(of: "a slip", in: room) == 0)
  }

  @Test("a message is edited with Up, and removed from the menu, for the friend too")
  func editsAndRemovals() async throws {
    let (program, friend, room, _) = try await open("Corrections", saying: "hello")
    try program.say("teh typo")
    try await program.terminal.wait(for: "the message on the server") { _ in
      (try? friend.count(of: "teh typo", in: room)) == 1
    }
    try await program.terminal.wait(forAbsenceOf: "sending…")
    let event = try #require(
      friend.messages(in: room).last { $0.body == "teh typo" }?.eventID)
    try program.terminal.send(keys: "Up")
    try await program.terminal.wait(for: "↪ editing")
    try program.terminal.send(keys: "C-u")
    try program.say("the typo")
    try await program.terminal.wait(for: "the typo (edited)")
    try await program.terminal.wait(for: "the edit on the server") { _ in
      let edits = (try? friend.related(to: event, by: "m.replace", in: room)) ?? []
      return edits.contains {
        ($0["m.new_content"] as? [String: Any])?["body"] as? String == "the typo"
      }
    }

    try await selectNewest(program)
    try await program.choose("remove the message…")
    try await program.terminal.wait(for: "Remove this message for everybody?")
    try await program.confirm()
    try await program.terminal.wait(for: "removed this message")
    #expect(try friend.count(of: "teh typo", in: room) == 0)
  }
}
