import Foundation
import TestServers
import Testing

@Suite("Any terminal", .enabled(if: Binary.runsOwnStories))
struct TerminalStories {
  private static let lastWords = "the shell goes on"

  /// Opens the screen, quits, and returns the terminal's content after the shell's next output.
  private func afterwards(
    terminal type: String, variables: String = ""
  ) async throws -> (screen: Screen, styled: String) {
    let binary = try #require(Binary.chatTUI)
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let script = """
      echo before; \(variables) TERM=\(type) "$0" --data-dir "$1"; echo "\(Self.lastWords)"; sleep 60
      """
    let terminal = try TmuxDriver(
      ["sh", "-c", script, binary.path, (folder / "files").path], columns: 160, rows: 30)
    defer { terminal.end() }
    try await terminal.wait(for: "On this machine")
    let styled = try terminal.capture(isStyled: true).description
    try terminal.send(keys: "C-q")
    return (try await terminal.wait(for: Self.lastWords), styled)
  }

  @Test(
    "closing the screen leaves nothing of it behind",
    arguments: ["xterm-256color", "screen-256color", "tmux-256color", "linux", "vt100"])
  func leavesNothing(type: String) async throws {
    let rows = try await afterwards(terminal: type).screen.rows.filter { !$0.isEmpty }
    #expect(rows == ["before", Self.lastWords] || rows == [Self.lastWords])
  }

  @Test(
    "an unknown terminal type is replaced, with one notice",
    arguments: [("foot-no-such", "xterm-256color"), ("linux-no-such", "linux")])
  func substitute(type: String, used: String) async throws {
    let rows = try await afterwards(terminal: type).screen.rows.filter { !$0.isEmpty }
    let note =
      "chat-tui: the terminal type \(type) is not known here, so \(used) is used instead; "
      + "the Debian package ncurses-term has more types"
    #expect(rows.suffix(2) == [note, Self.lastWords])
    #expect(rows.count { $0.contains("ncurses-term") } == 1)
  }

  @Test(
    "colours match what the terminal promises",
    arguments: [
      ("COLORTERM=truecolor", "tmux-256color", "48;2;40;45;58"),
      ("COLORTERM=", "xterm-direct", "48;2;40;45;58"),
      ("COLORTERM=", "tmux-256color", "48;5;"),
      ("COLORTERM=truecolor STY=1.tty", "screen-256color", "48;5;"),
    ])
  func colours(variables: String, type: String, expected: String) async throws {
    #expect(try await afterwards(terminal: type, variables: variables).styled.contains(expected))
  }

  @Test("a terminal that reports 24-bit colours later gets them")
  func latePromise() async throws {
    let binary = try #require(Binary.chatTUI)
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let terminal = try TmuxDriver(
      ["env", "TERM=xterm-256color", binary.path, "--data-dir", (folder / "files").path])
    defer { terminal.end() }
    try await terminal.wait(for: "On this machine")
    #expect(try terminal.capture(isStyled: true).contains("48;5;"))

    // The replies of an xterm, which tmux does not send, are typed here instead.
    try terminal.type("\u{1B}[?64;1;2c")
    try terminal.type("\u{1B}P1$r0;48:2::1:2:3m\u{1B}\\")
    try await terminal.wait(for: "24-bit colours") { _ in
      (try? terminal.capture(isStyled: true).contains("48;2;40;45;58")) == true
    }
  }

  @Test("NO_COLOR also applies to an unknown terminal type")
  func noColour() async throws {
    let styled = try await afterwards(terminal: "foot-no-such", variables: "NO_COLOR=1").styled
    #expect(!styled.contains(/\u{1B}\[[0-9;]*[34]8;/))
  }
}
