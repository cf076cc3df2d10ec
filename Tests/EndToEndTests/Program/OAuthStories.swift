import Foundation
import TestServers
import Testing

/// A Synapse that leaves sign-in to an authentication service, which it asks about every token.
@Suite(
  "Sign-in by OAuth 2.0 on a real server", .enabled(if: TestServer.shared?.kind == .synapse))
struct OAuthStories {
  private static let name = "wanda"
  /// The seconds for which access tokens are valid: longer than a request takes on a slow machine.
  private static let lifetime = 6

  private let service: AuthenticationService
  /// The person's other device.
  private let account: MatrixClient
  private let friend: MatrixClient
  private let room: String

  init() throws {
    service = try AuthenticationService()
    account = try service.signIn(as: Self.name)
    friend = try service.signIn(as: "friend")
    room = try account.createRoom(["preset": "public_chat", "name": "Harbour"])
    try friend.join(room)
    try service.setLifetime(seconds: Self.lifetime)
  }

  /// The program's session, as the service knows it.
  private func ours() throws -> AuthenticationService.Session {
    try #require(try service.sessions(of: Self.name).last)
  }

  private func waitForExpiry() async throws {
    try await ContinuousClock().sleep(for: .seconds(Self.lifetime))
  }

  private func wait(
    for expectation: String, in terminal: TmuxDriver, _ condition: () -> Bool
  ) async throws {
    try await terminal.wait(for: expectation, within: .seconds(20)) { _ in condition() }
  }

  @Test("a code signs in; tokens are renewed, also after a kill; the service and the user end it")
  func screen() async throws {
    // This browser says who is there, as a person would on the page.
    let program = try Program(
      on: service.server, as: account,
      environment: ["CHATTUI_OPENER": "curl --silent --get --data name=\(Self.name)"])
    try await program.terminal.wait(for: "Password")
    try program.terminal.send(keys: "Down")
    try program.terminal.type(service.server.url)
    try await signInByCode(program)
    try await program.terminal.wait(for: "Write to Harbour")
    let first = try ours()
    #expect(first.device.count == 16 && first.isActive)
    try await talk(program)
    try await kill(program)

    // The service ends the session and with it the device.
    try program.terminal.type("half a thought")
    try await program.pause()
    try service.end(first.device)
    try friend.send("is anybody there?", to: room)
    try await program.terminal.wait(for: "The server ended the session", within: .seconds(40))
    try await signInByCode(program)
    try await program.terminal.wait(for: "half a thought")
    try await program.terminal.wait(for: "is anybody there?")
    #expect(try ours().device != first.device)

    try await signOut(program)
  }

  /// From the form, once it knows the server, to the main screen.
  private func signInByCode(_ program: Program) async throws {
    try await program.terminal.wait(for: "✓")
    try await program.terminal.wait(for: "[ In a browser ]")
    for _ in 0..<4 where try !program.terminal.capture().contains("▌           [ In a browser ]") {
      try program.terminal.send(keys: "Down")
      try await program.pause()
    }
    try await program.terminal.wait(for: "▌           [ In a browser ]")
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "online", within: .seconds(20))
  }

  /// Messages in both directions, while the tokens end.
  private func talk(_ program: Program) async throws {
    for number in 1...2 {
      try await waitForExpiry()
      try program.say("out \(number)")
      try friend.send("in \(number)", to: room)
      try await program.terminal.wait(for: "in \(number)", within: .seconds(20))
      try await wait(for: "the message on the server", in: program.terminal) {
        (try? friend.count(of: "out \(number)", in: room)) == 1
      }
    }
    let session = try ours()
    #expect(session.refreshes >= 2 && session.isActive && !session.hasReuse)
  }

  /// Kills the program while its first request with new tokens waits: they are on the disk by then.
  private func kill(_ program: Program) async throws {
    try await waitForExpiry()
    let before = try ours().refreshes
    try service.setHold(true)
    try program.say("held back")
    try await wait(for: "a request with new tokens", in: program.terminal) {
      guard let session = try? ours() else { return false }
      return session.refreshes > before && session.isNewestUsed
    }
    try await program.kill()
    try service.setHold(false)
    try await waitForExpiry()
    try program.restart()
    try await wait(for: "the message on the server", in: program.terminal) {
      (try? friend.count(of: "held back", in: room)) == 1
    }
    try await program.terminal.wait(for: "online", within: .seconds(20))
    let session = try ours()
    #expect(session.refreshes > before + 1 && session.isActive && !session.hasReuse)
  }

  private func signOut(_ program: Program) async throws {
    try program.terminal.send(keys: "F3")
    try await program.choose("sign out")
    try await program.terminal.wait(for: "Sign out @")
    try await program.confirm()
    try await program.terminal.wait(for: "On another server")
    let mine = try account.call("GET", "v3/account/whoami")["device_id"] as? String
    try await wait(for: "the end of the device", in: program.terminal) {
      let devices = (try? account.call("GET", "v3/devices"))?["devices"] as? [[String: Any]] ?? []
      return devices.map { $0["device_id"] as? String } == [mine]
    }
    #expect(try !ours().isActive)
  }

  @Test("the command line signs in by a code; commands side by side renew tokens once")
  func commandLine() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let binary = try #require(Binary.chatTUI).path
    let files = ["--data-dir", (folder / "files").path]
    func run(_ arguments: String...) throws -> CommandRunner.Result {
      try CommandRunner.run(
        [binary] + arguments + files,
        environment: ["HOME": folder.url.path, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"])
    }
    let login = try TmuxDriver(
      [binary, "login", "--browser", "--homeserver", service.server.url] + files)
    let screen = try await login.wait(for: "/_oauth/link")
    let text = screen.rows.joined(separator: "\n")
    let code = try #require(text.firstMatch(of: #/code (?<code>[A-Z]{3}-[A-Z]{3})/#))
    try service.enter(String(code.output.code).lowercased(), as: Self.name)
    #expect(try await login.waitForEnd() == 0)
    #expect(try login.capture().contains("signed in as @\(Self.name):localhost"))

    try await waitForExpiry()
    let results = try await withThrowingTaskGroup(of: Int32.self) { group in
      for number in 1...3 {
        group.addTask { [room] in try run("send", room, "side by side \(number)").status }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == [0, 0, 0])
    for number in 1...3 {
      #expect(try friend.count(of: "side by side \(number)", in: room) == 1)
    }
    let session = try ours()
    #expect(session.refreshes >= 1 && session.isActive && !session.hasReuse)

    #expect(try run("logout").status == 0)
    #expect(try !ours().isActive)
    let afterwards = try run("rooms")
    #expect(afterwards.status == 1 && afterwards.errors.contains("chat-tui login"))
  }
}
