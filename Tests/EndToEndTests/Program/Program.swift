import Foundation
import TestServers
import Testing

/// chat-tui in a terminal, with its own files.
final class Program {
  private(set) var terminal: TmuxDriver
  let account: MatrixClient
  private let folder: TemporaryFolder
  private let start: () throws -> TmuxDriver

  /// Starts the program at the sign-in screen, for a new account on a server.
  init(
    on server: TestServer, as account: MatrixClient? = nil, columns: Int = 100, rows: Int = 30,
    environment: [String: String] = [:], options: [String] = []
  ) throws {
    let binary = try #require(Binary.chatTUI)
    folder = try TemporaryFolder()
    self.account = try account ?? server.newAccount()
    let files = (folder / "files").path
    start = {
      try TmuxDriver(
        [binary.path, "--data-dir", files] + options, environment: environment, columns: columns,
        rows: rows)
    }
    terminal = try start()
  }

  /// The file of the preferences.
  var preferences: URL { (folder / "files").appending(path: "config.toml") }

  /// The content of the accounts' vaults, with what has not left their logs.
  func vault() throws -> Data { try files { $0.contains("/vault.sqlite") } }

  /// The content of the program's files whose paths a test wants.
  func files(where isWanted: (String) -> Bool) throws -> Data {
    let list = ["find", (folder / "files").path, "-type", "f"]
    let paths = try CommandRunner.output(of: list, environment: ["PATH": "/usr/bin:/bin"])
    return paths.split(separator: "\n").map(String.init).filter(isWanted)
      .reduce(Data()) { content, path in
        content + (FileManager.default.contents(atPath: path) ?? Data())
      }
  }

  /// Kills the program, which can do nothing about it.
  func kill() async throws {
    try signal(SIGKILL)
    try await terminal.waitForEnd()
    terminal.end()
  }

  /// Sends a signal to the program.
  func signal(_ signal: Int32) throws {
    let shell = try #require(try terminal.processID())
    let child = try CommandRunner.output(
      of: ["pgrep", "-P", "\(shell)"], environment: ["PATH": "/usr/bin:/bin"])
    let process = try #require(pid_t(child.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(Foundation.kill(process, signal) == 0)
  }

  /// Starts the program again, on the same files.
  func restart() throws { terminal = try start() }

  deinit {
    terminal.end()
    folder.remove()
  }

  /// Fills in the form and waits for the main screen.
  func signIn(to server: TestServer) async throws {
    try await fillIn(account, on: server)
    try await terminal.wait(for: "online", within: .seconds(20))
  }

  /// Fills in the form, which starts at the name for the chat on this machine.
  func fillIn(_ account: MatrixClient, on server: TestServer) async throws {
    try await terminal.wait(for: "Password")
    try terminal.send(keys: "Down")
    try terminal.type(server.url)
    try terminal.send(keys: "Tab")
    try terminal.type(account.userID)
    try terminal.send(keys: "Tab")
    try terminal.type(server.password)
    try terminal.send(keys: "Enter")
  }

  /// Goes to the list, opens the room by its position there, and waits for its composer.
  func openFirstRoom(named name: String) async throws {
    try await terminal.wait(for: name)
    try terminal.send(keys: "F3")
    try terminal.send(keys: "g")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "> Write to \(name)")
  }

  /// Runs an action from the actions menu of the focused part.
  func choose(_ title: String) async throws {
    try terminal.send(keys: "F2")
    var screen = try await terminal.wait(for: "Actions")
    for _ in 0..<60 where !screen.contains("▌ \(title)") {
      let selected = screen.rows.filter { $0.contains("▌") }
      try terminal.send(keys: "Down")
      let next = try? await terminal.wait(for: "the next action", within: .milliseconds(300)) {
        let rows = $0.rows.filter { $0.contains("▌") }
        return !rows.isEmpty && rows != selected
      }
      screen = try next ?? terminal.capture()
    }
    try await terminal.wait(for: "▌ \(title)")
    try terminal.send(keys: "Enter")
  }

  /// Looks at the screen: what follows a letter at once counts as typed without looking.
  func pause() async throws { try await ContinuousClock().sleep(for: .milliseconds(500)) }

  /// Answers a confirmation with yes, once it is visible.
  func confirm() async throws {
    try await pause()
    try terminal.send(keys: "y")
  }

  /// Types a line and sends it.
  func say(_ text: String) throws {
    try terminal.type(text)
    try terminal.send(keys: "Enter")
  }

  /// Presses Escape alone: followed directly by another key, it would mean Alt with that key.
  func escape() async throws {
    try terminal.send(keys: "Escape")
    try await ContinuousClock().sleep(for: .milliseconds(200))
  }
}
