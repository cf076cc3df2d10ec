import Foundation
import TestServers
import Testing

/// A server that sends whatever it likes.
@Suite("Hostile events", .enabled(if: Binary.runsOwnStories))
struct HostileStories {
  /// The most memory that the program ever takes, in kilobytes: the largest picture alone has 160 megabytes.
  private static let mostMemory = 400_000

  /// The programs run at the same time, as they mostly wait.
  @Test("hostile events stay in their lines, on a small screen too, and the chat goes on")
  func events() async throws {
    let files = HostileEvents.all
    let (pressed, shown) = (
      try files.filter { try $0.hasSteps() }, try files.filter { try !$0.hasSteps() }
    )
    async let first: Void = expect(shown)
    async let second: Void = expect(pressed)
    async let third: Void = expectOnSmallScreen(files)
    _ = try await (first, second, third)
  }

  private func expect(_ files: [HostileEvents]) async throws {
    try await withProgram(columns: 100, rows: 30) { story in
      for events in files {
        try await story.plant(events)
        try await story.take(try events.plan(), named: events.name)
        #expect(try story.server.strayRequests() == [], "\(events.name)")
      }
      #expect(try story.mostMemory() < Self.mostMemory)
    }
  }

  private func expectOnSmallScreen(_ files: [HostileEvents]) async throws {
    try await withProgram(columns: 50, rows: 15) { story in
      for events in files { try story.send(events) }
      try story.server.say("that-was-all")
      let screen = try await story.terminal.wait(for: "that-was-all", within: .seconds(60))
      #expect(screen.rows.count == 15)
    }
  }

  @Test("a picture that ends the process that decodes it, as by a kill, costs that picture at most")
  func lostDecoder() async throws {
    try await withProgram(columns: 100, rows: 30) { story in
      for name in ["image-drawn", "image-extras"] {
        try await story.plant(try #require(HostileEvents.all.first { $0.name == name }))
        let decoder = try #require(try story.decoder())
        #expect(Foundation.kill(decoder, SIGKILL) == 0)
      }
    }
  }

  /// Checks what the program writes meanwhile, and that the keys work afterwards.
  private func withProgram(
    columns: Int, rows: Int, _ body: (HostileStory) async throws -> Void
  ) async throws {
    let (server, folder) = (try PlantedServer(), try TemporaryFolder())
    defer {
      server.stop()
      folder.remove()
    }
    let story = try HostileStory(server, in: folder, columns: columns, rows: rows)
    let terminal = story.terminal
    defer { terminal.end() }
    try await story.signIn()
    let output = folder / "output"
    try terminal.copyOutput(to: output.path)

    try await body(story)

    try terminal.type("still here")
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "the message on the server") { _ in
      (try? server.sent()) == ["still here"]
    }
    let written = try #require(FileManager.default.contents(atPath: output.path))
    #expect(!written.isEmpty)
    try OutputCheck.check(written)
  }
}
