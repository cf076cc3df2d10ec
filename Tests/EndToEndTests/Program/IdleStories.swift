import Foundation
import TestServers
import Testing

/// Idle screens: only events may wake the program.
@Suite("An idle program", .enabled(if: TestServer.shared != nil))
struct IdleStories {
  @Test("sleeps at the sign-in screen")
  func signIn() async throws {
    let server = try #require(TestServer.shared)
    let program = try Program(on: server)
    try await program.terminal.wait(for: "New: Enter")

    try await expectRest(program.terminal)
  }

  @Test("only wakes for the long poll in a room, on a profile and in the help")
  func rooms() async throws {
    let server = try #require(TestServer.shared)
    let account = try server.newAccount()
    _ = try account.createRoom(["preset": "private_chat", "name": "Quiet"])
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Quiet")
    try await expectRest(program.terminal)

    try program.terminal.send(keys: "F1")
    try await program.terminal.wait(for: "close")
    try await expectRest(program.terminal)
    try await program.escape()

    try program.terminal.send(keys: "F3")
    try program.terminal.send(keys: "p")
    try await program.terminal.wait(for: "refreshed just now")
    try await expectRest(program.terminal)
  }

  @Test("only wakes for the long poll on this machine's own server")
  func local() async throws {
    let machine = Machine()
    let terminal = try machine.open(as: "ada")
    try await terminal.wait(for: "New: Enter")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "ada:localhost  ● online", within: .seconds(30))

    try await expectRest(terminal)
    terminal.end()
  }

  /// Expects ten seconds without a wake-up of any thread in at least one of three attempts.
  ///
  /// A poll ends every half minute.
  private func expectRest(
    _ terminal: TmuxDriver,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let shell = try #require(try terminal.processID())
    let process = try #require(try child(of: shell))
    var counts: [String] = []
    for _ in 0..<3 {
      // Responses to the last actions are in flight, and idle threads end after five seconds.
      try await ContinuousClock().sleep(for: .seconds(8))
      let before = try switches(of: process)
      try await ContinuousClock().sleep(for: .seconds(10))
      let after = try switches(of: process)
      let woken = after.reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
      if woken == 0 { return }
      counts.append("\(before) became \(after)")
    }
    Issue.record("woken: \(counts)", sourceLocation: sourceLocation)
  }

  private func child(of process: Int32) throws -> Int32? {
    let text = try String(
      contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    return text.split(separator: " ").first.flatMap { Int32($0) }
  }

  /// The number of voluntary context switches, by thread.
  private func switches(of process: Int32) throws -> [Int32: Int] {
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")
    return try threads.reduce(into: [:]) { counts, thread in
      let path = "/proc/\(process)/task/\(thread)/status"
      let status = try String(contentsOfFile: path, encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
      guard let id = Int32(thread), let number = line?.split(separator: "\t").last else { return }
      counts[id] = Int(number)
    }
  }
}
