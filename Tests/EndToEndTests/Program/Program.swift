import Foundation
import TestServers
import Testing

/// chat-tui in a terminal, with its own files.
final class Program {
  let terminal: TmuxDriver
  let account: MatrixClient
  private let folder: TemporaryFolder

  /// Starts the program at the sign-in screen, for a new account on a server.
  init(
    on server: TestServer, as account: MatrixClient? = nil, columns: Int = 100, rows: Int = 30,
    environment: [String: String] = [:]
  ) throws {
    let binary = try #require(Binary.chatTUI)
    folder = try TemporaryFolder()
    self.account = try account ?? server.newAccount()
    terminal = try TmuxDriver(
      [binary.path, "--data-dir", (folder / "files").path], environment: environment,
      columns: columns, rows: rows)
  }

  deinit {
    terminal.end()
    folder.remove()
  }

  /// Fills in the form and waits for the main screen.
  func signIn(to server: TestServer) async throws {
    try await terminal.wait(for: "Password")
    try terminal.send(keys: "Down")
    try terminal.type(server.url)
    try terminal.send(keys: "Tab")
    try terminal.type(account.userID)
    try terminal.send(keys: "Tab")
    try terminal.type(server.password)
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "online", within: .seconds(20))
  }

  /// Goes to the list, opens the room by its position there, and waits for its composer.
  func openFirstRoom(named name: String) async throws {
    try await terminal.wait(for: name)
    try terminal.send(keys: "C-o")
    try terminal.send(keys: "g")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "> Write to \(name)")
  }

  /// Runs an action from the actions menu of the focused part.
  func choose(_ title: String) async throws {
    try terminal.send(keys: "F2")
    try await terminal.wait(for: "Actions")
    for _ in 0..<20 {
      if try terminal.capture().rows.contains(where: { $0.contains("▌ \(title)") }) { break }
      try terminal.send(keys: "Down")
      try await ContinuousClock().sleep(for: .milliseconds(50))
    }
    try await terminal.wait(for: "▌ \(title)")
    try terminal.send(keys: "Enter")
  }

  /// Answers a confirmation with yes, once it is visible.
  func confirm() async throws {
    try await ContinuousClock().sleep(for: .milliseconds(500))
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
    try await ContinuousClock().sleep(for: .milliseconds(100))
  }
}
