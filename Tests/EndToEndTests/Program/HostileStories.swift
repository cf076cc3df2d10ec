import Foundation
import TestServers
import Testing

/// A server that sends whatever it likes.
@Suite("Hostile events", .enabled(if: Binary.runsOwnStories))
struct HostileStories {
  @Test("hostile events stay in their lines, and the chat goes on")
  func events() async throws {
    try await withProgram(columns: 100, rows: 30) { terminal, server, file in
      for events in HostileEvents.all {
        try events.response().write(to: file)
        try server.plant(file.path)
        let end = "that-was-\(events.name)-all"
        try server.say(end)
        let (shows, hides) = try events.expectations()
        // Pictures are asked for, and refused, after the messages are there.
        let screen = try await terminal.wait(
          for: "\(events.name): \(shows)", within: .seconds(20)
        ) { screen in
          screen.contains(end) && shows.allSatisfy { screen.contains($0) }
        }
        #expect(screen.rows.count == 30)
        for text in hides { #expect(!screen.contains(text), "\(events.name): \(text)\n\(screen)") }
      }
    }
  }

  @Test("hostile events stay in their lines on a small screen too, all at once")
  func smallScreen() async throws {
    try await withProgram(columns: 50, rows: 15) { terminal, server, file in
      for events in HostileEvents.all {
        try events.response().write(to: file)
        try server.plant(file.path)
      }
      try server.say("that-was-all")
      let screen = try await terminal.wait(for: "that-was-all", within: .seconds(60))
      #expect(screen.rows.count == 15)
    }
  }

  /// Checks what the program writes meanwhile, and that the keys work afterwards.
  private func withProgram(
    columns: Int, rows: Int,
    _ body: (_ terminal: TmuxDriver, _ server: PlantedServer, _ file: URL) async throws -> Void
  ) async throws {
    let (server, folder) = (try PlantedServer(), try TemporaryFolder())
    defer {
      server.stop()
      folder.remove()
    }
    let binary = try #require(Binary.chatTUI)
    let terminal = try TmuxDriver(
      [binary.path, "--data-dir", (folder / "files").path], columns: columns, rows: rows,
      terminal: "xterm-256color")
    defer { terminal.end() }
    try await signIn(terminal, server)
    let output = folder / "output"
    try terminal.copyOutput(to: output.path)

    try await body(terminal, server, folder / "events.json")

    try terminal.type("still here")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "the message on the server") { _ in
      (try? server.sent()) == ["still here"]
    }
    let written = try #require(FileManager.default.contents(atPath: output.path))
    #expect(!written.isEmpty)
    try OutputCheck.check(written)
  }

  private func signIn(_ terminal: TmuxDriver, _ server: PlantedServer) async throws {
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
}
