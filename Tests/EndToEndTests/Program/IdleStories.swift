import Foundation
import TestServers
import Testing

@Suite("A program at rest", .enabled(if: TestServer.shared != nil))
struct IdleStories {
  @Test("is woken by nothing but the long poll")
  func idle() async throws {
    let server = try #require(TestServer.shared)
    let account = try server.newAccount()
    _ = try account.createRoom(["preset": "private_chat", "name": "Quiet"])
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Quiet")
    // The answer to the room's read marker and its echo are still under way.
    try await ContinuousClock().sleep(for: .seconds(2))
    let shell = try #require(try program.terminal.processID())
    let process = try #require(try child(of: shell))

    let before = try switches(of: process)
    try await ContinuousClock().sleep(for: .seconds(8))
    let after = try switches(of: process)

    #expect(after[process] == before[process], "the main thread was woken")
    let woken = after.reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
    #expect(woken <= 4, "\(before) became \(after)")
  }

  private func child(of process: Int32) throws -> Int32? {
    let text = try String(
      contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    return text.split(separator: " ").first.flatMap { Int32($0) }
  }

  /// How often each thread went to sleep of itself, by thread.
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
