import Foundation
import TestServers
import Testing

/// chat-tui in a terminal, with its own files.
final class Program {
  private(set) var terminal: TmuxDriver
  let account: MatrixClient
  let size: ScreenSize
  private let folder: TemporaryFolder
  private let start: () throws -> TmuxDriver

  /// Starts the program at the sign-in screen, for a new account on a server.
  ///
  /// - Parameter keepsSize: Whether no other size than the given one will do for the story.
  init(
    on server: TestServer, as account: MatrixClient? = nil, columns: Int = 100, rows: Int = 30,
    keepsSize: Bool = false, environment: [String: String] = [:], options: [String] = []
  ) throws {
    let size: ScreenSize = keepsSize ? (columns, rows) : ScreenSizes.asked ?? (columns, rows)
    self.size = size
    let binary = try #require(Binary.chatTUI)
    folder = try TemporaryFolder()
    self.account = try account ?? server.newAccount()
    let files = (folder / "files").path
    start = {
      try TmuxDriver(
        [binary.path, "--data-dir", files] + options, environment: environment,
        columns: size.columns, rows: size.rows)
    }
    terminal = try start()
  }

  /// Whether the list of rooms and a room are on the screen together.
  var showsTwoPanes: Bool { size.columns >= 70 }

  /// Whether the members are on the screen beside the messages.
  var showsMembers: Bool { size.columns >= 140 }

  /// Goes from the composer to the members.
  func focusMembers() throws {
    if showsMembers { try terminal.send(keys: "Tab", "Tab") } else { try terminal.send(keys: "F8") }
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

  /// The folder of the only account.
  func accountFolder() throws -> URL {
    let list = ["find", (folder / "files").path, "-name", "vault.sqlite"]
    let path = try CommandRunner.output(of: list, environment: ["PATH": "/usr/bin:/bin"])
    return URL(filePath: path.trimmingCharacters(in: .newlines)).deletingLastPathComponent()
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
  ///
  /// - Parameter key: Leads from the field in which the form starts to the server.
  func signIn(to server: TestServer, by key: String = "Down") async throws {
    try await fillIn(account, on: server, by: key)
    try await terminal.wait(for: "online", within: .seconds(20))
  }

  /// Fills in the form, which starts at the name for the chat on this machine unless an account was there.
  func fillIn(
    _ account: MatrixClient, on server: TestServer, by key: String = "Down"
  ) async throws {
    try await terminal.wait(for: "Password")
    try terminal.send(keys: key)
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
    try await terminal.wait(for: "Actions")
    try terminal.type(title)
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

  /// Looks for something in the list of rooms, which on a narrow screen takes the place of the messages.
  func lookAtRooms(for text: String, isThere: Bool = true) async throws {
    if !showsTwoPanes { try terminal.send(keys: "F3") }
    try await terminal.wait(for: isThere ? "“\(text)”" : "no “\(text)”") {
      $0.contains(text) == isThere
    }
    guard !showsTwoPanes else { return }
    try await pause()
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "> ")
    try await escape()
  }

  /// Presses a key that turns pages until a text is on the screen.
  func turn(_ key: String, to text: String) async throws {
    for _ in 0..<120 where try !terminal.capture().contains(text) {
      try terminal.send(keys: key)
      try await ContinuousClock().sleep(for: .milliseconds(100))
    }
    try await terminal.wait(for: text)
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
