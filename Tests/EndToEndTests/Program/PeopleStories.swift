import Foundation
import TestServers
import Testing

@Suite("People of a room", .enabled(if: TestServer.shared != nil))
struct PeopleStories {
  private let server: TestServer

  init() throws {
    server = try #require(TestServer.shared)
  }

  private func member(
    _ user: MatrixClient, of room: String, _ account: MatrixClient
  ) throws -> [String: Any] {
    try account.call(
      "GET", "v3/rooms/\(room.escapedForPath)/state/m.room.member/\(user.userID.escapedForPath)")
  }

  private func membership(
    of user: MatrixClient, in room: String, _ account: MatrixClient
  ) throws -> String? {
    try member(user, of: room, account)["membership"] as? String
  }

  @Test(
    "somebody whom the server finds by name is invited from the messages, and sent out with a word")
  func invite() async throws {
    let account = try server.newAccount()
    let other = try server.newAccount()
    let room = try account.createRoom(["preset": "private_chat", "name": "Tea"])
    let name = "Quux\(UInt32.random(in: 0...UInt32.max))"
    try other.setDisplayName("Wilma \(name)")
    // Synapse finds people some time after they have chosen a name.
    for _ in 0..<50 {
      let found = try account.call("POST", "v3/user_directory/search", ["search_term": name])
      if (found["results"] as? [Any])?.isEmpty == false { break }
      try await ContinuousClock().sleep(for: .milliseconds(100))
    }
    let program = try Program(on: server, as: account, columns: 80, rows: 24)
    try await program.signIn(to: server)
    let terminal = program.terminal
    try await terminal.wait(for: "Write to Tea")
    try await program.pause()
    try await program.choose("invite somebody")
    try await terminal.wait(for: "Invite to Tea")
    try await program.pause()
    try terminal.type(name)
    try await terminal.wait(for: other.userID)
    try await program.pause()
    try terminal.send(keys: "Down", "Enter")
    try await terminal.wait(for: "Invited: \(other.userID)")
    #expect(try membership(of: other, in: room, account) == "invite")

    try other.join(room)
    try program.focusMembers()
    try await terminal.wait(for: "> letters")
    try await program.pause()
    try terminal.type("wil")
    try await terminal.wait(for: "Wilma")
    try await program.choose("remove, ban, change power")
    try await terminal.wait(for: "a member")
    try await program.pause()
    try terminal.send(keys: "Down", "Enter")
    try await terminal.wait(for: "> why")
    try await program.pause()
    try program.say("too loud")
    try await terminal.wait(for: "Reason: too loud")
    #expect(try membership(of: other, in: room, account) == "join")
    try await program.confirm()
    try await terminal.wait(for: "Removed: Wilma")
    let content = try member(other, of: room, account)
    #expect(content["membership"] as? String == "leave")
    #expect(content["reason"] as? String == "too loud")
  }

  @Test(
    "the members open by one key; one is found by letters, made moderator, and banned",
    arguments: ScreenSizes.shared([(80, 24), (50, 15), (200, 60)]))
  func members(size: (columns: Int, rows: Int)) async throws {
    let account = try server.newAccount()
    let other = try server.newAccount()
    let room = try account.createRoom([
      // In later versions the creator is no admin.
      "preset": "public_chat", "name": "Tea", "invite": [other.userID], "room_version": "11",
    ])
    try other.call("POST", "v3/join/\(room.escapedForPath)")
    try other.setDisplayName("Wilma")
    let program = try Program(on: server, as: account, columns: size.columns, rows: size.rows)
    try await program.signIn(to: server)
    let terminal = program.terminal
    try await terminal.wait(for: "Write to Tea")
    try await program.pause()
    if program.showsMembers { try await terminal.wait(for: "members 2") }
    try program.focusMembers()
    try await terminal.wait(for: "> letters")
    try await terminal.wait(for: "admin")
    try await program.pause()
    try terminal.type("wil")
    try await terminal.wait(for: "Wilma")
    try await program.choose("remove, ban, change power")
    try await terminal.wait(for: "a member")
    try await program.pause()
    for _ in 0..<3 { try terminal.send(keys: "Down") }
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "moderator (50)")
    try await program.pause()
    try terminal.send(keys: "Down", "Enter")
    try await terminal.wait(for: "y: yes")
    try await program.pause()
    try await program.confirm()
    try await terminal.wait(for: "Power changed")
    let levels = try account.call(
      "GET", "v3/rooms/\(room.escapedForPath)/state/m.room.power_levels")
    #expect((levels["users"] as? [String: Any])?[other.userID] as? Int == 50)

    try await program.pause()
    try terminal.send(keys: "Up", "Enter")
    try await terminal.wait(for: "> ")
    try await program.pause()
    try terminal.type("spam")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "y: ban them")
    try await program.pause()
    try await program.confirm()
    try await terminal.wait(for: "Banned: ")
    #expect(try membership(of: other, in: room, account) == "ban")
  }

  @Test(
    "the members in the place of the messages are there again after a restart",
    .disabled(if: ScreenSizes.asked.map { $0.columns >= 140 } ?? false, "they are beside them"))
  func restart() async throws {
    let account = try server.newAccount()
    _ = try account.createRoom(["preset": "private_chat", "name": "Tea"])
    let program = try Program(on: server, as: account, columns: 80, rows: 24)
    try await program.signIn(to: server)
    try await program.terminal.wait(for: "Write to Tea")
    try await program.pause()
    try program.terminal.send(keys: "F8")
    try await program.terminal.wait(for: "> letters")
    try await ContinuousClock().sleep(for: .seconds(1))
    try await program.kill()
    try program.restart()
    try await program.terminal.wait(for: "> letters")
  }

  @Test("a request to join stands in the list, and is taken back")
  func request() async throws {
    let account = try server.newAccount()
    let other = try server.newAccount()
    _ = try account.createRoom(["preset": "private_chat", "name": "Own"])
    let room = try other.createRoom([
      "preset": "private_chat", "name": "Club",
      "initial_state": [["type": "m.room.join_rules", "content": ["join_rule": "knock"]]],
    ])
    try account.call("POST", "v3/knock/\(room.escapedForPath)")
    let program = try Program(on: server, as: account, columns: 80, rows: 24)
    try await program.signIn(to: server)
    let terminal = program.terminal
    try terminal.send(keys: "F3")
    try await terminal.wait(for: "you asked to join")
    try terminal.send(keys: "Home", "Enter")
    try await terminal.wait(for: "Take your request to join Club back?")
    try await program.pause()
    try await program.confirm()
    try await terminal.wait(for: "You no longer ask to join Club")
    #expect(try membership(of: account, in: room, other) == "leave")
  }
}
