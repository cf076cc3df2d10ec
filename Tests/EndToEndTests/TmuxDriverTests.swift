import Foundation
import Testing

@Suite("Terminal driver")
struct TmuxDriverTests {
  @Test("shows what a program prints, types into it and sees its end")
  func typing() async throws {
    let terminal = try TmuxDriver(
      ["sh", "-c", "printf 'ready '; read -r line; echo \"got <$line>\"; exit 7"])

    try await terminal.wait(for: "ready")
    try terminal.type("semi; $HOME ünï 日本;")
    #expect(!terminal.hasEnded())
    try terminal.send(keys: "Enter")
    try await terminal.wait(for: "got <semi; $HOME ünï 日本;>")

    #expect(try await terminal.waitForEnd() == 7)
    #expect(try terminal.capture().count("got <") == 1)
  }

  @Test("passes the size, the environment and the terminal's name to the program")
  func environment() async throws {
    let terminal = try TmuxDriver(
      ["sh", "-c", "echo $(stty size) $GREETING $TERM; exec cat"],
      environment: ["GREETING": "hello there"], columns: 55, rows: 18)

    try await terminal.wait(for: "18 55 hello there tmux-256color")

    #expect(try terminal.capture().rows.count == 18)
    #expect(try terminal.cursor() == (0, 1))
  }

  @Test("notifies a program when its terminal is resized")
  func resizing() async throws {
    let terminal = try TmuxDriver([
      "sh", "-c", "trap 'stty size' WINCH; echo ready; while :; do sleep 0.02; done",
    ])
    try await terminal.wait(for: "ready")

    try terminal.resize(columns: 70, rows: 20)

    try await terminal.wait(for: "20 70")
  }

  @Test("presses named keys")
  func namedKeys() async throws {
    let terminal = try TmuxDriver(["sh", "-c", "stty raw -echo; echo ready; exec cat -v"])
    try await terminal.wait(for: "ready")

    try terminal.send(keys: "F5", "Escape", "x", "C-a")

    try await terminal.wait(for: "^[[15~^[x^A")
  }

  @Test("reports the screen when expected text does not appear")
  func timeout() async throws {
    let terminal = try TmuxDriver(["sh", "-c", "echo something else; exec cat"])
    try await terminal.wait(for: "something else")

    let failure = await #expect(throws: TmuxDriver.Timeout.self) {
      try await terminal.wait(for: "never printed", within: .milliseconds(50))
    }

    #expect(failure?.description.contains("something else") == true)
  }

  @Test("leaves no process behind")
  func ending() async throws {
    let terminal = try TmuxDriver(["cat"])
    let processID = try #require(try terminal.processID())
    #expect(isRunning(processID))

    terminal.end()

    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(5)
    while isRunning(processID), clock.now < deadline { await Task.yield() }
    #expect(!isRunning(processID))
  }

  /// Whether a process exists and is not a zombie.
  private func isRunning(_ processID: Int32) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8)
    return status.map { !$0.contains("State:\tZ") } ?? false
  }
}
