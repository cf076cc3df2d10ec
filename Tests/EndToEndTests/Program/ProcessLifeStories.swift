import Foundation
import TestServers
import Testing

/// The program and its terminal, whatever ends it.
@Suite("The life of the process", .enabled(if: Binary.runsOwnStories))
final class ProcessLifeStories {
  private static let leaveScreen = "\u{1B}[?1049l"
  private let folder: TemporaryFolder
  private let binary: URL

  init() throws {
    folder = try TemporaryFolder()
    binary = try #require(Binary.chatTUI)
  }

  deinit { folder.remove() }

  private var files: String { (folder / "files").path }

  /// Starts the screen and waits for its first content.
  private func open(_ wrapper: [String] = []) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(wrapper + [binary.path, "--data-dir", files, "--mouse"])
    try terminal.wait(for: "On this machine")
    #expect(terminal.modes != terminal.originalModes)
    return terminal
  }

  private func expectRestored(
    _ terminal: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(terminal.modes == terminal.originalModes, sourceLocation: sourceLocation)
    for sequence in [Self.leaveScreen, "\u{1B}[?2004l", "\u{1B}[?1004l", "\u{1B}[?1000l"] {
      #expect(
        terminal.output.suffix(600).contains(sequence), "\(sequence.debugDescription)",
        sourceLocation: sourceLocation)
    }
  }

  @Test("quitting restores the terminal")
  func quit() throws {
    let terminal = try open()
    terminal.type("\u{11}")
    #expect(try terminal.waitForEnd() == .exit(0))
    expectRestored(terminal)
  }

  @Test("the mouse stays the terminal's, unless it is asked for")
  func mouse() throws {
    let terminal = try open()
    #expect(terminal.output.contains("\u{1B}[?1000h"))
    terminal.type("\u{11}")
    #expect(try terminal.waitForEnd() == .exit(0))
    let plain = try PseudoTerminal([binary.path, "--data-dir", files])
    try plain.wait(for: "On this machine")
    plain.type("\u{11}")
    #expect(try plain.waitForEnd() == .exit(0))
    #expect(!plain.output.contains("\u{1B}[?1000"))
  }

  @Test(
    "a signal to end restores the terminal, and the exit status names it",
    arguments: [SIGTERM, SIGHUP, SIGINT])
  func asked(number: Int32) throws {
    let terminal = try open()
    terminal.signal(number)
    #expect(try terminal.waitForEnd(within: .seconds(5)) == .exit(128 + number))
    expectRestored(terminal)
  }

  @Test(
    "a crash restores the terminal, then ends the program by its signal",
    arguments: [SIGSEGV, SIGABRT, SIGTRAP, SIGILL, SIGBUS, SIGFPE, SIGQUIT, SIGSYS])
  func crash(number: Int32) throws {
    let terminal = try open()
    terminal.signal(number)
    #expect(try terminal.waitForEnd(within: .seconds(5)) == .signal(number))
    expectRestored(terminal)
  }

  @Test(
    "stopped and continued by the shell, it gives the terminal back in between", arguments: [1, 2])
  func stopped(times: Int) throws {
    // Not a loop: bash leaves loops when a job is stopped.
    let again = "echo \"stopped:$?\"; read -r line; fg >/dev/null\n"
    let script =
      "set -m; \"$0\" --data-dir \"$1\" --mouse\n" + String(repeating: again, count: times)
      + "echo \"ended:$?\""
    let terminal = try PseudoTerminal(["bash", "-c", script, binary.path, files])
    try terminal.wait(for: "On this machine")
    for _ in 0..<times {
      let mark = terminal.output.count
      terminal.type("\u{1A}")
      try terminal.wait(for: "stopped:148", after: mark)
      #expect(terminal.modes == terminal.originalModes)
      let resumed = terminal.output.count
      terminal.type("\n")
      try terminal.wait(for: "On this machine", after: resumed)
      #expect(terminal.modes != terminal.originalModes)
    }
    let mark = terminal.output.count
    terminal.type("\u{11}")
    try terminal.wait(for: "ended:0", after: mark)
    expectRestored(terminal)
  }

  @Test(
    "a terminal that dies ends it within two seconds",
    arguments: [[], ["sh", "-c", "trap '' HUP; \"$@\"; true", "sh"]])
  func dies(wrapper: [String]) throws {
    let terminal = try open(wrapper)
    terminal.hangUp()
    #expect(throws: Never.self) { try terminal.waitForEnd(within: .seconds(2)) }
  }

  @Test("without a terminal or with closed streams it says so in one line and writes to no file")
  func noTerminal() throws {
    for redirection in ["</dev/null", ">/dev/null", ">&-", "<&-", "<&- >&-"] {
      let result = try shell("\"$0\" --data-dir \"$1\" \(redirection)")
      #expect(result.status == 1, "\(redirection)")
      #expect(result.errors.contains("needs a terminal"), "\(redirection): \(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
    let closed = try shell("\"$0\" --version >&-")
    #expect(closed.status == 1)
    #expect(closed.errors.contains("cannot write to standard output"), "\(closed.errors)")
    let silent = try shell("\"$0\" rooms --data-dir \"$1\" <&- >&- 2>&-")
    #expect(silent.status == 1)
  }

  @Test(
    "a password prompt that is interrupted leaves the echo on",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func prompt(number: Int32) throws {
    let terminal = try PseudoTerminal([
      binary.path, "login", "--homeserver", "http://127.0.0.1:1", "--user", "@ada:localhost",
      "--data-dir", files,
    ])
    try terminal.wait(for: "Password:")
    try terminal.wait("silent terminal") { terminal.modes != terminal.originalModes }
    if number == SIGINT { terminal.type("secret\u{3}") } else { terminal.signal(number) }
    #expect(try terminal.waitForEnd(within: .seconds(5)) == .signal(number))
    #expect(terminal.modes == terminal.originalModes)
    #expect(!terminal.output.contains("secret"))
  }

  @Test("a password prompt that is stopped gives the echo back until it goes on")
  func stoppedPrompt() throws {
    let script = """
      set -m; "$0" login --homeserver http://127.0.0.1:1 --user @ada:localhost --data-dir "$1"
      echo "stopped:$?"; read -r line; fg >/dev/null; echo "ended:$?"
      """
    let terminal = try PseudoTerminal(["bash", "-c", script, binary.path, files])
    try terminal.wait(for: "Password:")
    try terminal.wait("silent terminal") { terminal.modes != terminal.originalModes }
    terminal.type("\u{1A}")
    try terminal.wait(for: "stopped:148")
    #expect(terminal.modes == terminal.originalModes)
    terminal.type("\n")
    try terminal.wait("silent terminal") { terminal.modes != terminal.originalModes }
    terminal.type("secret\n")
    try terminal.wait(for: "ended:1")
    #expect(terminal.modes == terminal.originalModes)
    #expect(!terminal.output.contains("secret"))
  }

  @Test("a second screen of an account says in one line who has it open, and exits with 1")
  func second() async throws {
    let server = try PlantedServer()
    defer { server.stop() }
    let login = try CommandRunner.run(
      [
        binary.path, "login", "--homeserver", server.url, "--user", "@ada:localhost",
        "--password-file", "-", "--data-dir", files,
      ], environment: ["PATH": "/usr/bin:/bin", "HOME": "/tmp"], input: PlantedServer.password)
    #expect(login.status == 0, "\(login.errors)")
    let first = try PseudoTerminal([binary.path, "--data-dir", files])
    try first.wait(for: "Planted room")
    let second = try PseudoTerminal([binary.path, "--data-dir", files])
    #expect(try second.waitForEnd() == .exit(1))
    #expect(second.output.contains("process \(first.process)"), "\(second.output)")
    #expect(second.output.split(separator: "\r\n").count == 1)
    #expect(second.modes == second.originalModes)

    first.signal(SIGKILL)
    _ = try first.waitForEnd()
    let third = try PseudoTerminal([binary.path, "--data-dir", files])
    try third.wait(for: "Planted room")
  }

  private func shell(_ script: String) throws -> CommandRunner.Result {
    try CommandRunner.run(
      ["sh", "-c", script, binary.path, files],
      environment: ["PATH": "/usr/bin:/bin", "HOME": "/tmp", "TERM": "xterm", "LANG": "C.UTF-8"])
  }
}
