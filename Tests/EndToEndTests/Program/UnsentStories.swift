import FaultProxy
import Foundation
import TestServers
import Testing

/// What the user can do with messages that were not sent.
@Suite("An unsent message", .enabled(if: TestServer.shared != nil))
struct UnsentStories {
  private let server: TestServer
  private let friend: MatrixClient
  private let account: MatrixClient

  init() throws {
    server = try #require(TestServer.shared)
    friend = try server.newAccount()
    account = try server.newAccount()
  }

  @Test("is edited in the composer after a refusal, and survives kill -9 there")
  func edit() async throws {
    let room = try friend.createRoom(["preset": "public_chat", "name": "Library"])
    try account.join(room)
    let refusal = OwnResponse(
      status: 403, body: #"{"errcode":"M_FORBIDDEN","error":"This is a library"}"#)
    let proxy = try await FaultProxy.start(
      before: server.url, rules: [FaultRule("PUT", "*/send/*", faults: .answer(refusal))])
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server.behind(proxy.url))
    try await program.openFirstRoom(named: "Library")
    try program.say("shh")
    try await program.terminal.wait(for: "not sent: you may not write here")
    try program.terminal.type("draft")
    try await program.terminal.wait(for: "> draft")
    try await program.escape()
    try program.terminal.send(keys: "G")
    try await program.terminal.wait(for: "e edit")
    try program.terminal.send(keys: "e")
    try await program.terminal.wait(forAbsenceOf: "not sent")
    try await program.terminal.wait(for: "> shh")

    try await program.kill()
    try program.restart()
    let screen = try await program.terminal.wait(for: "> shh")
    #expect(screen.contains("draft"))
    #expect(!screen.contains("not sent"))
    #expect(try friend.count(of: "shh", in: room) == 0)
  }

  @Test("is not even sent where only others may write; with the power it is")
  func quiet() async throws {
    let room = try friend.createRoom([
      "preset": "public_chat", "name": "Stage",
      "power_level_content_override": ["events_default": 50],
    ])
    try account.join(room)
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try await program.terminal.wait(for: "Stage")
    try program.terminal.send(keys: "F3", "g", "Enter")
    try await program.terminal.wait(for: "> You may not write here: it needs")
    try program.say("encore")
    try await program.terminal.wait(for: "the power 50, and you have 0")
    try await program.terminal.wait(for: "> encore")
    #expect(try friend.count(of: "encore", in: room) == 0)

    let levels = "v3/rooms/\(room.escapedForPath)/state/m.room.power_levels"
    var content = try friend.call("GET", levels)
    content["events_default"] = 0
    try friend.call("PUT", levels, content)
    try await program.pause()
    try await program.terminal.wait(for: "the message on the server") { _ in
      try? program.terminal.send(keys: "Enter")
      return (try? friend.count(of: "encore", in: room)) == 1
    }
  }

  @Test("with a file goes out once the server is back, even if the program was killed meanwhile")
  func file() async throws {
    let room = try friend.createRoom(["preset": "public_chat", "name": "Studio"])
    try account.join(room)
    let files = try TemporaryFolder()
    defer { files.remove() }
    try Data("a sketch".utf8).write(to: files / "sketch.txt")
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Studio")
    try await program.choose("send files")
    try await program.terminal.wait(for: "Send files to Studio")
    try program.say("/no/such/file")
    try await program.terminal.wait(for: "There is no file /no/such/file")
    try await program.escape()
    try await program.choose("send files")
    try await program.terminal.wait(for: "Send files to Studio")
    try program.say((files / "sketch.txt").path)
    try await program.terminal.wait(for: "Send sketch.txt (8 B) to Studio?")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "[file sketch.txt 8 B]")
    try await program.kill()
    try program.restart()
    try await program.terminal.wait(for: "[file sketch.txt 8 B]")
    try await program.terminal.wait(for: "the file on the server") { _ in
      (try? friend.count(of: "sketch.txt", in: room)) == 1
    }
    try await program.terminal.wait(forAbsenceOf: "sending…")
    #expect(try friend.count(of: "sketch.txt", in: room) == 1)
  }

  @Test("can be taken back for a while, and goes out after it")
  func undo() async throws {
    let room = try friend.createRoom(["preset": "public_chat", "name": "Porch"])
    try account.join(room)
    let program = try Program(on: server, as: account, options: ["--undo-seconds", "8"])
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Porch")
    try program.say("too early")
    try await program.terminal.wait(for: "s: Esc, u takes it back")
    try await program.escape()
    try program.terminal.send(keys: "u")
    try await program.terminal.wait(for: "> too early")
    try await program.terminal.wait(forAbsenceOf: "takes it back")
    #expect(try friend.messages(in: room).isEmpty)

    try await program.pause()
    try program.terminal.type(", but now")
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "s: Esc, u takes it back")
    try await program.terminal.wait(for: "the message on the server", within: .seconds(20)) { _ in
      (try? friend.count(of: "too early, but now", in: room)) == 1
    }
    #expect(try friend.messages(in: room).count == 1)
  }

  @Test("with an edit and a reaction behind it goes out once and in order, after kill -9 too")
  func series() async throws {
    let room = try friend.createRoom(["preset": "public_chat", "name": "Harbour"])
    try account.join(room)
    let question = try friend.send("do you sail?", to: room)
    let first = try account.send("noo", to: room)
    let proxy = try await FaultProxy.start(before: server.url)
    let program = try Program(on: server, as: account, columns: 80, rows: 24)
    try await program.signIn(to: server.behind(proxy.url))
    try await program.openFirstRoom(named: "Harbour")
    try await program.terminal.wait(for: "noo")
    proxy.replaceRules([FaultRule(faults: .answer(OwnResponse(status: 503)))])
    try program.terminal.send(keys: "F5")
    try await program.terminal.wait(for: "offline", within: .seconds(20))

    try await select(above: 1, program)
    try program.terminal.send(keys: "r")
    try await program.terminal.wait(for: "↪ replying")
    try await program.pause()
    try program.say("only in winter")
    try await program.terminal.wait(for: "1 unsent")
    try await select(above: 1, program)
    try program.terminal.send(keys: "e")
    try await program.terminal.wait(for: "↪ editing")
    try await program.pause()
    try program.terminal.send(keys: "C-u")
    try program.say("no")
    try await program.terminal.wait(for: "2 unsent")
    try await select(above: 2, program)
    try program.terminal.send(keys: "+")
    try await program.terminal.wait(for: "React to the message")
    try await program.pause()
    try program.terminal.type("rocket")
    try await program.pause()
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "3 unsent")
    try await program.kill()

    try program.restart()
    try await program.terminal.wait(for: "what waits") {
      $0.contains("3 unsent") && $0.contains("only in winter") && $0.contains("🚀 1")
    }
    proxy.replaceRules([])
    try program.terminal.send(keys: "F5")
    try await program.terminal.wait(forAbsenceOf: "unsent", within: .seconds(30))
    try await program.terminal.wait(for: "all of it") {
      $0.contains("no (edited)") && $0.contains("🚀 1") && !$0.contains("sending…")
    }
    let sent = try sentContents(to: room, after: first)
    let relations = sent.map { $0["m.relates_to"] as? [String: Any] ?? [:] }
    #expect(relations.map { $0["rel_type"] as? String } == [nil, "m.replace", "m.annotation"])
    #expect(sent.first?["body"] as? String == "only in winter")
    let target = relations.first?["m.in_reply_to"] as? [String: Any]
    #expect(target?["event_id"] as? String == question)
    #expect(relations.dropFirst().map { $0["event_id"] as? String } == [first, question])
    try program.terminal.send(keys: "C-q")
    try await program.terminal.waitForEnd()
    await proxy.stop()
  }

  /// What the account has sent to a room since one of its messages, oldest first.
  private func sentContents(to room: String, after event: String) throws -> [[String: Any]] {
    let path = "v3/rooms/\(room.escapedForPath)/messages?dir=b&limit=50"
    let events = try friend.call("GET", path)["chunk"] as? [[String: Any]] ?? []
    return events.prefix { $0["event_id"] as? String != event }.reversed()
      .filter { $0["sender"] as? String == account.userID }
      .compactMap { $0["content"] as? [String: Any] }
  }

  /// Selects one of the newest messages.
  private func select(above count: Int, _ program: Program) async throws {
    try await program.escape()
    try program.terminal.send(keys: "G")
    for _ in 0..<count {
      try await program.pause()
      try program.terminal.send(keys: "k")
    }
    try await program.pause()
  }
}
