import Foundation
import TestServers
import Testing

/// What ends or stops the program while a draft is in the composer costs no letter of it, and leaves the
/// terminal as it was.
@Suite("A draft and the end of the program", .enabled(if: Binary.runsOwnStories))
final class DraftEndingStories {
  private static let draft = "half-a-thought"
  private let folder: TemporaryFolder
  private let binary: URL
  private let server: PlantedServer

  init() throws {
    folder = try TemporaryFolder()
    binary = try #require(Binary.chatTUI)
    server = try PlantedServer()
  }

  deinit {
    server.stop()
    folder.remove()
  }

  private var files: String { (folder / "files").path }

  private func start(_ wrapper: [String] = []) throws -> PseudoTerminal {
    try PseudoTerminal(wrapper + [binary.path, "--data-dir", files])
  }

  /// Signs in and writes a draft; it arrives at once, so that nothing but the end can have kept it.
  private func write(on terminal: PseudoTerminal) throws {
    try server.signIn(on: terminal)
    let mark = terminal.output.count
    terminal.type("\u{1B}[200~\(Self.draft)\u{1B}[201~")
    try terminal.wait(for: Self.draft, after: mark)
  }

  private func expectDraft() throws {
    let terminal = try start()
    try terminal.wait(for: Self.draft)
    terminal.type("\u{11}")
    #expect(try terminal.waitForEnd() == .exit(0))
    #expect(try server.sent().isEmpty)
  }

  @Test("a signal to end it", arguments: [SIGTERM, SIGHUP, SIGINT])
  func asked(number: Int32) throws {
    let terminal = try start()
    try write(on: terminal)
    terminal.signal(number)
    #expect(try terminal.waitForEnd(within: .seconds(5)) == .exit(128 + number))
    #expect(terminal.modes == terminal.originalModes)
    #expect(terminal.output.suffix(600).contains("\u{1B}[?1049l"))
    try expectDraft()
  }

  @Test(
    "a terminal that dies, also where nobody is told by a signal",
    arguments: [[], ["sh", "-c", "trap '' HUP; \"$@\"; true", "sh"]])
  func dies(wrapper: [String]) throws {
    let terminal = try start(wrapper)
    try write(on: terminal)
    terminal.hangUp()
    #expect(try terminal.waitForEnd(within: .seconds(5)) == .exit(wrapper.isEmpty ? 129 : 0))
    try expectDraft()
  }

  @Test("stopped by the shell and continued, or killed meanwhile", arguments: [true, false])
  func stopped(isContinued: Bool) throws {
    let script = """
      set -m; "$0" --data-dir "$1"; echo "stopped:$?"; read -r line; $line %1 >/dev/null
      wait; echo "ended:$?"
      """
    let terminal = try PseudoTerminal(["bash", "-c", script, binary.path, files])
    try write(on: terminal)
    var mark = terminal.output.count
    terminal.type("\u{1A}")
    try terminal.wait(for: "stopped:148", after: mark)
    #expect(terminal.modes == terminal.originalModes)
    mark = terminal.output.count
    terminal.type(isContinued ? "fg\n" : "kill -9\n")
    if isContinued {
      try terminal.wait(for: Self.draft, after: mark)
      #expect(terminal.modes != terminal.originalModes)
      terminal.type("\u{11}")
    }
    try terminal.wait(for: "ended:", after: mark)
    #expect(terminal.modes == terminal.originalModes)
    try expectDraft()
  }
}
