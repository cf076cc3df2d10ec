import Foundation
import TestServers
import Testing

@Suite("Preferences", .enabled(if: TestServer.shared != nil))
struct PreferenceStories {
  private let server: TestServer

  init() throws {
    server = try #require(TestServer.shared)
  }

  private func start(columns: Int = 120) async throws -> Program {
    let account = try server.newAccount()
    let room = try account.createRoom(["preset": "public_chat", "name": "Alpha"])
    try account.send("hello", to: room)
    let program = try Program(on: server, as: account, columns: columns, rows: 30)
    try await program.signIn(to: server)
    try await program.terminal.wait(for: "hello")
    return program
  }

  /// Replaces the file as editors do, or writes into it.
  private func write(_ text: String, to program: Program, atomically: Bool = true) throws {
    try text.write(to: program.preferences, atomically: atomically, encoding: .utf8)
  }

  private func text(_ program: Program) -> String {
    (try? String(contentsOf: program.preferences, encoding: .utf8)) ?? ""
  }

  private func wait(for condition: () -> Bool) async throws {
    for _ in 0..<500 where !condition() {
      try await ContinuousClock().sleep(for: .milliseconds(10))
    }
    #expect(condition())
  }

  @Test("preferences and keys can be changed before anybody has signed in", arguments: [80, 50])
  func signedOut(columns: Int) async throws {
    let program = try Program(
      on: server, columns: columns, rows: columns == 80 ? 24 : 15, keepsSize: true)
    let terminal = program.terminal
    try await terminal.wait(for: "Password")
    try await program.choose("settings of the program")
    try await terminal.wait(for: "Appearance")
    try await program.pause()
    try terminal.send(keys: "j", "j")
    try await terminal.wait(for: "How times of the day are written")
    try terminal.send(keys: "Right")
    try await wait { text(program).contains("clock = \"12h\"") }
    try await program.escape()
    try await terminal.wait(for: "Password")
    // The form goes on where it was.
    try await program.signIn(to: server)
  }

  @Test("what keys change holds at once and after a restart; comments and unknown names stay")
  func changes() async throws {
    let program = try await start()
    var terminal = program.terminal
    try write(
      """
      # mine
      [appearance]
      clock = '24h' # as at home
      size = 12

      """, to: program)
    try await terminal.wait(for: "there is no appearance.size")
    try terminal.send(keys: "F3")
    try await program.pause()
    try terminal.send(keys: ",")
    try await terminal.wait(for: "Settings")
    try await program.pause()
    // The account, colours, links, clock.
    try terminal.send(keys: "j", "j", "j")
    try await terminal.wait(for: "How times of the day are written")
    try terminal.send(keys: "Right")
    try await terminal.wait(for: "12h: 1:05p")
    try terminal.send(keys: "j", "j", "j", "Right", "Right")
    try await terminal.wait(for: "2 seconds")
    let expected = """
      # mine
      [appearance]
      clock = "12h" # as at home
      size = 12

      [input]
      undo-seconds = 2

      """
    try await wait { text(program) == expected }
    #expect(text(program) == expected)
    let mode = try FileManager.default.attributesOfItem(atPath: program.preferences.path)
    #expect(mode[.posixPermissions] as? Int == 0o600)

    try await program.escape()
    try await terminal.wait(forAbsenceOf: "How long each message waits")
    try terminal.send(keys: "C-q")
    try await terminal.waitForEnd()
    terminal.end()
    try program.restart()
    terminal = program.terminal
    try await terminal.wait(for: "a time of twelve hours") { screen in
      screen.contains("hello") && screen.contains(/\b[0-9]+:[0-9][0-9][ap]\b/)
    }
  }

  @Test(
    "a changed file holds at once, its keys are in the footer; of one with an error, what is right"
  )
  func live() async throws {
    let program = try await start()
    let terminal = program.terminal
    // A narrow footer has no room for this key.
    func footerHas(_ hint: String, _ screen: Screen) -> Bool {
      program.size.columns < 100 || screen.contains(hint)
    }
    try await terminal.wait(for: "the usual key") { footerHas("C-o go to", $0) }
    try write("[keys]\ngo-to = 'F10'\n[appearance]\nclock = '12h'\n", to: program)
    try await terminal.wait(for: "a time of twelve hours, and the new key") {
      $0.contains(/\b[0-9]+:[0-9][0-9][ap]\b/) && footerHas("F10 go to", $0)
    }
    try terminal.send(keys: "F10")
    try await terminal.wait(for: "Go to")
    try await program.escape()

    try write(
      "[keys]\ngo-to = 'C-q'\n[appearance]\nclock = '24h'\n", to: program, atomically: false)
    try await terminal.wait(for: "config.toml:2:9: keys.go-to: C-q is the key of “quit")
    try await terminal.wait(for: "a time of the day") {
      !$0.contains(/\b[0-9]+:[0-9][0-9][ap]\b/)
    }
    try terminal.send(keys: "F10")
    try await terminal.wait(for: "Go to")
    try await program.escape()

    try write("[appearance]\nclock = '24h'\n", to: program)
    try await terminal.wait(for: "a time of the day, and the usual key") {
      !$0.contains(/\b[0-9]+:[0-9][0-9][ap]\b/) && footerHas("C-o go to", $0)
    }
  }

  @Test("a file with errors is told at the start, and what is right in it holds")
  func broken() async throws {
    let program = try await start()
    try write("[appearance]\nclock = 13\ndates = de\n[keys]\nquit = ['F11', 'C-q']\n", to: program)
    try await program.terminal.wait(for: "config.toml:2:9")
    try program.terminal.send(keys: "C-q")
    try await program.terminal.waitForEnd()
    program.terminal.end()
    try program.restart()
    let terminal = program.terminal
    try await terminal.wait(
      for: "config.toml:2:9: appearance.clock takes one of \"24h\", \"12h\" (and 1 more)")
    try terminal.send(keys: "F11")
    try await terminal.waitForEnd()
    #expect(try terminal.exitStatus() == 0)
  }
}

/// The command that explains and checks the file.
@Suite("The command config", .enabled(if: Binary.runsOwnStories))
struct ConfigCommandStories {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) throws -> CommandRunner.Result {
    let binary = try #require(Binary.chatTUI)
    return try CommandRunner.run(
      [binary.path, "config"] + arguments,
      environment: ["HOME": folder.url.path, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"])
  }

  @Test("the example explains all, and has nothing to complain about, also with its keys")
  func example() throws {
    defer { folder.remove() }
    let example = try run("--explain")
    #expect(example.status == 0)
    #expect(example.output.contains(folder.url.path + "/.config/chat-tui/config.toml"))
    #expect(example.output.contains("theme = \"auto\""))
    let file = folder / "example.toml"
    // Each line of the keys is one that can be used.
    let keys = example.output.replacing(/(?m)^# ([a-z-]+ = .*)$/) { "\($0.1)" }
    #expect(keys.contains("\nquit = \"C-q\""))
    try Data(keys.utf8).write(to: file)
    let check = try run("--check", file.path)
    #expect(check.status == 0 && check.errors.isEmpty, "\(check.errors)")
  }

  @Test("errors name file, line, column and key, and fail; what is unknown only warns")
  func check() throws {
    defer { folder.remove() }
    let file = folder / "wrong.toml"
    try Data("[input]\nmose = true\n".utf8).write(to: file)
    let warned = try run("--check", file.path)
    #expect(warned.status == 0)
    #expect(
      warned.errors
        == "\(file.path):2:1: warning: there is no input.mose; is input.mouse meant?\n")
    try Data("[input]\nundo-seconds = 99\n[keys]\nquit = 'x'\n".utf8).write(to: file)
    let failed = try run("--check", file.path)
    #expect(failed.status == 1)
    let lines = failed.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first?.hasPrefix("\(file.path):2:16: error: input.undo-seconds takes a number") == true)
    #expect(lines.last?.hasPrefix("\(file.path):4:8: error: keys.quit: letters are text") == true)
    #expect(try run("--check", folder.url.path + "/none").status == 1)
    #expect(try run("--check").output.contains("there is no file"))
    #expect(try run().status == 2)
    #expect(try run("--explain", "--check").status == 2)
  }
}
