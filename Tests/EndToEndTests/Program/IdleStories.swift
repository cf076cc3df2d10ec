import Foundation
import TestServers
import Testing

/// Idle screens: only events may wake the program.
@Suite("An idle program", .enabled(if: TestServer.shared != nil))
struct IdleStories {
  /// Each program shows one place, and all rest at the same time: they would wait one after another.
  @Test(
    "sleeps at the sign-in; only wakes for the long poll in a room, the help, a profile and on its own server"
  )
  func rest() async throws {
    let server = try #require(TestServer.shared)
    let signIn = try Program(on: server)
    try await signIn.terminal.wait(for: "New: Enter")
    let machine = Machine()
    let own = try machine.open(as: "ada")
    try await machine.enter(own)
    try await own.wait(for: "ada:localhost  ● online", within: .seconds(30))
    let room = try await inRoom(on: server)
    let help = try await inRoom(on: server)
    try help.terminal.send(keys: "F1")
    try await help.terminal.wait(for: "close")
    let profile = try await inRoom(on: server)
    try profile.terminal.send(keys: "F3")
    try profile.terminal.send(keys: "p")
    try await profile.terminal.wait(for: "refreshed just now")

    try await expectRest([
      "the sign-in": signIn.terminal, "a room": room.terminal, "the help": help.terminal,
      "a profile": profile.terminal, "the own server": own,
    ])
    own.end()
  }

  /// Starts a program and opens a room in which nothing happens.
  private func inRoom(on server: TestServer) async throws -> Program {
    let account = try server.newAccount()
    _ = try account.createRoom(["preset": "private_chat", "name": "Quiet"])
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Quiet")
    return program
  }

  /// Expects of each program ten seconds without a wake-up of any thread in at least one of three
  /// attempts.
  ///
  /// A poll ends every half minute.
  private func expectRest(_ terminals: [String: TmuxDriver]) async throws {
    var awake = try terminals.mapValues { terminal in
      let shell = try #require(try terminal.processID())
      return try #require(try child(of: shell))
    }
    var counts: [String] = []
    for _ in 0..<3 where !awake.isEmpty {
      // Responses to the last actions are in flight, and idle threads end after five seconds.
      try await ContinuousClock().sleep(for: .seconds(8))
      let before = try awake.mapValues(switches)
      try await ContinuousClock().sleep(for: .seconds(10))
      for (place, process) in awake {
        let (before, after) = (before[place] ?? [:], try switches(of: process))
        let woken = after.reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
        if woken == 0 {
          awake[place] = nil
        } else {
          counts.append("\(place): \(before) became \(after)")
        }
      }
    }
    #expect(awake.isEmpty, "woken: \(counts)")
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
