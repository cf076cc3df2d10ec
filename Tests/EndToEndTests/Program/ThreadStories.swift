import Foundation
import TestServers
import Testing

@Suite("Threads", .enabled(if: TestServer.shared != nil))
struct ThreadStories {
  @Test("a reply in the room to a message of a thread quotes it, and leads to it in the thread")
  func quoted() async throws {
    let server = try #require(TestServer.shared)
    let friend = try server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": "Teatime"])
    let root = try friend.send("where is the dormouse?", to: room)
    let answer = try friend.sendEvent(
      "m.room.message",
      [
        "msgtype": "m.text", "body": "in the teapot",
        "m.relates_to": ["rel_type": "m.thread", "event_id": root],
      ], to: room)
    for number in 1...60 { try friend.send("filler \(number)", to: room) }
    try friend.sendEvent(
      "m.room.message",
      [
        "msgtype": "m.text", "body": "how did it get there?",
        "m.relates_to": ["m.in_reply_to": ["event_id": answer]],
      ], to: room)
    let account = try server.newAccount()
    try account.join(room)
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Teatime")
    try await program.terminal.wait(for: "how did it get there?")
    try await program.terminal.wait(for: "in the teapot")

    try await program.escape()
    // The account's own joining is the newest line.
    try program.terminal.send(keys: "G")
    try await program.pause()
    try program.terminal.send(keys: "k")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "Thread in Teatime")
    try await program.terminal.wait(for: "in the teapot")
    try await program.terminal.wait(for: "Esc room ")
    try await program.escape()
    // The reply is selected, so it leads there again.
    try await program.terminal.wait(forAbsenceOf: "Thread in Teatime")
    try await program.terminal.wait(for: "how did it get there?")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "Thread in Teatime")
  }

  @Test("a thread is begun, answered by the other side, read, and continued after a restart")
  func thread() async throws {
    let server = try #require(TestServer.shared)
    let friend = try server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": "Teatime"])
    let account = try server.newAccount()
    try account.join(room)
    let root = try friend.send("where is the dormouse?", to: room)
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Teatime")
    try await program.terminal.wait(for: "where is the dormouse?")

    try await program.escape()
    try program.terminal.send(keys: "G")
    try await program.pause()
    try program.terminal.send(keys: "t")
    try await program.terminal.wait(for: "Thread in Teatime")
    try await program.pause()
    try program.say("in the teapot")
    try await program.terminal.wait(for: "the answer on the server") { _ in
      let answers = (try? friend.related(to: root, by: "m.thread", in: room)) ?? []
      guard let relation = answers.first?["m.relates_to"] as? [String: Any] else { return false }
      return relation["event_id"] as? String == root
        && relation["is_falling_back"] as? Bool == true
    }
    try await program.escape()
    try await program.escape()
    try await program.terminal.wait(for: "1 reply")
    try await program.terminal.wait(forAbsenceOf: "Thread in Teatime")

    try friend.sendEvent(
      "m.room.message",
      [
        "msgtype": "m.text", "body": "again?",
        "m.relates_to": ["rel_type": "m.thread", "event_id": root],
      ], to: room)
    try await program.terminal.wait(for: "2 replies")
    try await program.terminal.wait(for: "1 new")
    try await program.terminal.wait(for: "again")
    try program.terminal.send(keys: "G")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "Thread in Teatime")
    try await program.terminal.wait(for: "in the teapot")
    try await program.pause()
    try program.terminal.type("so it is")
    try await program.terminal.wait(for: "> so it is")
    // The draft is on the disk half a second after the last key, which nothing announces.
    try await ContinuousClock().sleep(for: .seconds(1))
    try await program.kill()
    try program.restart()
    try await program.terminal.wait(for: "Thread in Teatime", within: .seconds(20))
    try await program.terminal.wait(for: "> so it is")
    try await program.escape()
    try await program.escape()
    try await program.terminal.wait(for: "2 replies")
    try await program.terminal.wait(forAbsenceOf: "1 new")
    // What waits to be sent there is marked below the message and in the list of rooms.
    try await program.terminal.wait(for: "draft")
    try await program.lookAtRooms(for: "✎")

    try program.terminal.send(keys: "T")
    try await program.terminal.wait(for: "Threads in Teatime")
    try await program.terminal.wait(for: "2 replies")
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "> so it is")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "three answers on the server") { _ in
      (try? friend.related(to: root, by: "m.thread", in: room))?.count == 3
    }
    try await program.lookAtRooms(for: "✎", isThere: false)
  }

  @Test("files and reactions of both people are in the thread, and not among the room's messages")
  func files() async throws {
    let server = try #require(TestServer.shared)
    let friend = try server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": "Teatime"])
    let account = try server.newAccount()
    try account.join(room)
    let root = try friend.send("which pot?", to: room)
    let files = try TemporaryFolder()
    defer { files.remove() }
    try Data("a sketch".utf8).write(to: files / "sketch.txt")
    let program = try Program(on: server, as: account, columns: 80, rows: 24)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Teatime")
    let terminal = program.terminal
    try await terminal.wait(for: "which pot?")
    try await program.escape()
    try terminal.send(keys: "G")
    try await program.pause()
    try terminal.send(keys: "t")
    try await terminal.wait(for: "Thread in Teatime")
    try await program.pause()
    try await program.choose("send files")
    try await terminal.wait(for: "Send files to Teatime")
    try await program.pause()
    try program.say((files / "sketch.txt").path)
    try await terminal.wait(for: "Send sketch.txt (8 B) to Teatime?")
    try await program.pause()
    try program.say("this one")
    var sent: [String: Any] = [:]
    try await terminal.wait(for: "the file in the thread on the server") { _ in
      sent = (try? friend.related(to: root, by: "m.thread", in: room))?.first ?? [:]
      return sent["filename"] as? String == "sketch.txt" && sent["body"] as? String == "this one"
    }
    #expect(try friend.download(#require(sent["url"] as? String)) == Data("a sketch".utf8))
    try await terminal.wait(for: "the file on the screen") {
      $0.contains("[file sketch.txt 8 B]") && !$0.contains("sending…")
    }

    let url = try friend.upload(Data("a map".utf8))
    let answer = try friend.send(
      [
        "msgtype": "m.file", "body": "map.txt", "url": url, "info": ["size": 5],
        "m.relates_to": ["rel_type": "m.thread", "event_id": root],
      ], to: room)
    try await terminal.wait(for: "[file map.txt 5 B]")
    try friend.react("🎉", to: answer, in: room)
    try await terminal.wait(for: "🎉 1")
    try await program.escape()
    try terminal.send(keys: "G")
    try await program.pause()
    try terminal.send(keys: "+")
    try await terminal.wait(for: "React to the message")
    try await program.pause()
    try terminal.type("rocket")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "🚀 1")
    try await terminal.wait(for: "both reactions on the server") { _ in
      Set((try? friend.reactions(to: answer, in: room)) ?? []) == ["🎉", "🚀"]
    }

    try await program.escape()
    try await terminal.wait(for: "2 replies")
    let screen = try await terminal.wait(forAbsenceOf: "Thread in Teatime")
    #expect(!screen.contains("🚀") && !screen.contains("this one"))
  }
}
