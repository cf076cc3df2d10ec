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

  /// A room in which only its creator may write.
  private func joinQuietRoom() throws -> String {
    let room = try friend.createRoom([
      "preset": "public_chat", "name": "Library",
      "power_level_content_override": ["events_default": 50],
    ])
    try account.join(room)
    return room
  }

  @Test("is edited in the composer after a refusal, and survives kill -9 there")
  func edit() async throws {
    let room = try joinQuietRoom()
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
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
}
