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
}
