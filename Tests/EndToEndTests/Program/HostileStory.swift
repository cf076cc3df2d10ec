import Foundation
import TestServers
import Testing

/// A program in a terminal, and a server that sends it whatever it likes.
struct HostileStory {
  let terminal: TmuxDriver
  let server: PlantedServer
  private let home: HostileHome
  private let file: URL

  init(_ server: PlantedServer, in folder: TemporaryFolder, columns: Int, rows: Int) throws {
    let binary = try #require(Binary.chatTUI)
    self.server = server
    file = folder / "events.json"
    home = try HostileHome(at: folder / "home")
    terminal = try TmuxDriver(
      home.command([binary.path, "--data-dir", (folder / "files").path]),
      environment: [
        "HOME": home.url.path, "XDG_CONFIG_HOME": home.url.path,
        // It must not run: it would leave a file.
        "CHATTUI_OPENER": "touch \(home.url.path)/opened",
      ], columns: columns, rows: rows, terminal: "xterm-256color")
  }

  func signIn() async throws {
    try await terminal.wait(for: "Password")
    for key in [
      "Down", server.url, "Tab", "@ada:localhost", "Tab", PlantedServer.password, "Enter",
    ] {
      try terminal.send(keys: key)
    }
    try await terminal.wait(for: "Planted room", within: .seconds(20))
    for key in ["F3", "g", "Enter"] { try terminal.send(keys: key) }
    try await terminal.wait(for: "Write to Planted room")
  }

  /// Has the server send the events of a file.
  func send(_ events: HostileEvents) throws {
    try events.response().write(to: file)
    try server.plant(file.path)
  }

  /// Has the server send the events of a file, and expects the screen that the file describes.
  func plant(_ events: HostileEvents) async throws {
    try send(events)
    let end = "that-was-\(events.name)-all"
    try server.say(end)
    let (expected, hasMedia) = (try events.expectations(), try events.hasMedia())
    // Pictures are asked for, and perhaps refused, after the messages are there.
    let screen = try await terminal.wait(
      for: "\(events.name): \(expected)", within: .seconds(20)
    ) { screen in
      screen.contains(end) && expected.areMet(by: screen)
        && (!hasMedia || expected.violations(by: screen).isEmpty)
    }
    #expect(screen.rows.count == 30)
    #expect(expected.violations(by: screen) == [], "\(events.name)\n\(screen)")
  }

  /// Presses the keys of a file, and expects what it says of the screen and of the home folder.
  func take(_ plan: HostileEvents.Plan, named name: String) async throws {
    guard let steps = plan.steps else { return }
    try home.make(plan.stands ?? [:])
    for step in steps where step.needs == nil || DiskStories.mayMount {
      try await take(step, named: name)
    }
    if let holds = plan.holds {
      #expect(home.entries(seenBy: try process()) == holds, "\(name)")
    }
    try home.clear()
    try await press("Escape", "C-o", "Planted room", "Enter")
    try await terminal.wait(for: "Write to Planted room")
  }

  private func take(_ step: HostileEvents.Step, named name: String) async throws {
    for key in step.keys { try await press(key) }
    let expected = step.expectations
    try await terminal.wait(for: "\(name): \(step.keys) \(expected)", within: .seconds(20)) {
      expected.areMet(by: $0) && expected.violations(by: $0).isEmpty
    }
  }

  /// Presses keys as somebody does who looks at the screen; `pause` stands for a longer look.
  private func press(_ keys: String...) async throws {
    for key in keys {
      guard key != "pause" else {
        try await ContinuousClock().sleep(for: .seconds(1))
        continue
      }
      try terminal.send(keys: key)
      // Letters that follow a key at once count as typed without looking.
      let isCommand = key.count == 1 || key == "Escape"
      try await ContinuousClock().sleep(for: .milliseconds(isCommand ? 400 : 50))
    }
  }

  /// The process that decodes pictures.
  func decoder() throws -> pid_t? { try child(of: process()) }

  /// The most memory that the program has taken so far, in kilobytes.
  func mostMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process())/status", encoding: .utf8)
    let peak = try #require(status.firstMatch(of: /VmHWM:\s*([0-9]+) kB/))
    return try #require(Int(peak.output.1))
  }

  private func process() throws -> pid_t {
    let shell = try #require(try terminal.processID())
    return try #require(try child(of: shell))
  }

  private func child(of process: pid_t) throws -> pid_t? {
    let child = try CommandRunner.run(
      ["pgrep", "-P", "\(process)"], environment: ["PATH": "/usr/bin:/bin"])
    return pid_t(child.output.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
