import Foundation
import TestServers
import Testing

/// chat-tui in a terminal, with files of its own.
final class Program {
  let terminal: TmuxDriver
  let account: MatrixClient
  private let folder: TemporaryFolder

  /// Starts the program for a new account of a server, at the sign-in screen.
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

  /// Goes to the list, opens the room by its place there, and waits for its composer.
  func openFirstRoom(named name: String) async throws {
    try await terminal.wait(for: name)
    try terminal.send(keys: "C-o")
    try terminal.send(keys: "g")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "> Write to \(name)")
  }

  /// Does something by the actions menu of where the focus is.
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

  /// Says yes to a question, as somebody does who has read it.
  func confirm() async throws {
    try await ContinuousClock().sleep(for: .milliseconds(500))
    try terminal.send(keys: "y")
  }

  /// Types a line and sends it.
  func say(_ text: String) throws {
    try terminal.type(text)
    try terminal.send(keys: "Enter")
  }

  /// Presses Escape alone: together with the next key it would be that key with Alt.
  func escape() async throws {
    try terminal.send(keys: "Escape")
    try await ContinuousClock().sleep(for: .milliseconds(100))
  }
}
