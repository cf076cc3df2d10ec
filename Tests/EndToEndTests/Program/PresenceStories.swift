import Foundation
import TestServers
import Testing

@Suite("Presence, and what servers say of people", .enabled(if: TestServer.shared != nil))
struct PresenceStories {
  private let server: TestServer
  private let account: MatrixClient
  private let friend: MatrixClient

  init() throws {
    server = try #require(TestServer.shared)
    account = try server.newAccount()
    friend = try server.newAccount()
    let room = try account.createRoom(["preset": "public_chat", "name": "Tea"])
    try friend.join(room)
    try friend.setDisplayName("Wilma")
  }

  private func presence(of user: MatrixClient, for asker: MatrixClient) throws -> [String: Any] {
    try asker.call("GET", "v3/presence/\(user.userID.escapedForPath)/status")
  }

  /// Opens the own profile, and asks for the status there.
  private func askForStatus(in program: Program) async throws {
    let terminal = program.terminal
    try terminal.send(keys: "F3", "p")
    try await terminal.wait(for: "Your profile")
    try await program.pause()
    try terminal.send(keys: "s")
    try await terminal.wait(for: "Your status, for everybody in your rooms")
    try await program.pause()
  }

  @Test("people's statuses are shown; the own one is changed, and the settings end all of it")
  func presence() async throws {
    try friend.call(
      "PUT", "v3/presence/\(friend.userID.escapedForPath)/status",
      ["presence": "unavailable", "status_msg": "at lunch"])
    // Only a wide screen has the members beside the messages.
    let program = try Program(on: server, as: account, columns: 200, rows: 60, keepsSize: true)
    try await program.signIn(to: server)
    let terminal = program.terminal
    try await terminal.wait(for: "Wilma at lunch", within: .seconds(20))

    try await askForStatus(in: program)
    try terminal.type("gardening")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "online: “gardening”")
    let told = try presence(of: account, for: friend)
    #expect(told["presence"] as? String == "online")
    #expect(told["status_msg"] as? String == "gardening")

    try "[privacy]\npresence = false\n".write(
      to: program.preferences, atomically: true, encoding: .utf8)
    try await terminal.wait(forAbsenceOf: "online: “gardening”", within: .seconds(10))
    try await terminal.wait(for: "offline for the others", within: .seconds(20)) { _ in
      (try? presence(of: account, for: friend))?["presence"] as? String == "offline"
    }
    #expect(try presence(of: account, for: friend)["status_msg"] as? String ?? "" == "")
    try await program.escape()
    try await terminal.wait(for: "members 2")
    try await terminal.wait(forAbsenceOf: "at lunch")
  }

  @Test("the own status outlives a restart of the server, whose word the open profile shows")
  func restart() async throws {
    let own = try PrivateServer()
    let account = try own.server.newAccount()
    _ = try account.createRoom(["preset": "public_chat", "name": "Tea"])
    let program = try Program(on: own.server, as: account, columns: 80, rows: 24)
    try await program.signIn(to: own.server)
    let terminal = program.terminal
    try await terminal.wait(for: "Write to Tea")
    try await askForStatus(in: program)
    try terminal.type(String(repeating: "long ", count: 60))
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "at most 250")
    try terminal.send(keys: "C-u")
    try terminal.type("gardening")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "online: “gardening”")

    try own.stop()
    try await terminal.wait(for: "offline", within: .seconds(20))
    try own.start()
    try await terminal.wait(for: "the server again", within: .seconds(60)) { _ in
      (try? presence(of: account, for: account))?["status_msg"] as? String == "gardening"
    }
    // Another device of the account, before or after this one is back.
    try account.call(
      "PUT", "v3/presence/\(account.userID.escapedForPath)/status",
      ["presence": "online", "status_msg": "weeding"])
    try await terminal.wait(for: "“weeding”", within: .seconds(150))
  }

  @Test("a chosen state is seen by others, and after a restart too")
  func state() async throws {
    let program = try Program(on: server, as: account, columns: 80, rows: 24)
    try await program.signIn(to: server)
    var terminal = program.terminal
    try await terminal.wait(for: "Write to Tea")
    try terminal.send(keys: "F3", "p")
    try await terminal.wait(for: "Your profile")
    try await program.choose("as what others see you…")
    try await terminal.wait(for: "idle, whatever you do")
    try await program.pause()
    try terminal.send(keys: "Down", "Enter")
    try await terminal.wait(for: "Others see you as idle")
    #expect(
      try presence(of: account, for: friend)["presence"] as? String == "unavailable")
    try await ContinuousClock().sleep(for: .seconds(1))
    try await program.kill()
    try program.restart()
    terminal = program.terminal
    try await terminal.wait(for: "online")
    try await program.pause()
    try terminal.send(keys: "F3", "p")
    try await terminal.wait(for: "Your profile")
    try await program.choose("as what others see you…")
    try await terminal.wait(for: "✓ idle")
  }

  @Test(
    "devices of a person are listed; the person and the room are reported, after a question",
    arguments: ScreenSizes.shared([(80, 24), (50, 15)]))
  func reports(size: (columns: Int, rows: Int)) async throws {
    // A server without encryption takes no keys.
    let device = try friend.call("GET", "v3/account/whoami")["device_id"] as? String ?? ""
    let keys: [String: Any] = [
      "algorithms": ["m.megolm.v1.aes-sha2"], "device_id": device, "user_id": friend.userID,
      "keys": ["ed25519:\(device)": "key"], "signatures": [:] as [String: Any],
    ]
    let hasKeys = (try? friend.call("POST", "v3/keys/upload", ["device_keys": keys])) != nil
    let program = try Program(on: server, as: account, columns: size.columns, rows: size.rows)
    try await program.signIn(to: server)
    let terminal = program.terminal
    try await terminal.wait(for: "Write to Tea")
    try await program.pause()
    try program.focusMembers()
    try await terminal.wait(for: "> letters")
    try await terminal.wait(for: "Wilma")
    try await program.pause()
    try terminal.type("wil")
    try await program.pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "WILMA")
    try await program.choose("show their devices")
    try await terminal.wait(for: "Devices of Wilma")
    try await terminal.wait(for: hasKeys ? device : "The server has keys of none")
    try await program.escape()
    try await terminal.wait(for: "WILMA")

    try await program.choose("report the person…")
    try await terminal.wait(for: "Report @")
    try await report("rude", in: program)
    try await program.escape()
    try await terminal.wait(forAbsenceOf: "WILMA")
    try terminal.send(keys: "F3")
    try await program.pause()
    try await program.choose("report the room…")
    try await terminal.wait(for: "Report the room Tea")
    try await report("scams", in: program)
  }

  private func report(_ reason: String, in program: Program) async throws {
    try await ContinuousClock().sleep(for: .milliseconds(800))
    try program.terminal.type(reason)
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "y: report")
    try await program.confirm()
    try await program.terminal.wait(for: "Reported: ")
    try await ContinuousClock().sleep(for: .seconds(1))
  }
}
