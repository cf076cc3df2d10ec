import Foundation
import TestServers

/// Runs a program in its own terminal, types into it and reads its screen.
///
/// The terminal is a private tmux server, which ends with this object at the latest.
final class TmuxDriver {
  /// The screen did not show the expected content in time.
  struct Timeout: Error, CustomStringConvertible {
    let expectation: String
    let screen: Screen

    var description: String {
      "the screen does not show \(expectation):\n\(screen)"
    }
  }

  private static let target = "main"
  /// Runs the program and records its exit status: tmux sometimes misses the end of a child.
  private static let recordingScript = "\"$@\"; echo $? >\"$0.new\"; mv \"$0.new\" \"$0\""
  private let folder: TemporaryFolder
  private let environment: [String: String]

  /// Starts a program in a terminal of the given size.
  ///
  /// `environment` extends a minimal one: PATH, HOME, a UTF-8 locale, and TERM as `terminal`.
  init(
    _ command: [String], environment: [String: String] = [:], columns: Int = 100, rows: Int = 30,
    terminal: String = "tmux-256color"
  ) throws {
    folder = try TemporaryFolder()
    let base = [
      "HOME": folder.url.path, "LANG": "C.UTF-8",
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    ]
    self.environment = base.merging(environment) { $1 }
    let size = ["-x", String(columns), "-y", String(rows)]
    let variables = environment.sorted { $0.key < $1.key }.flatMap { ["-e", "\($0)=\($1)"] }
    try tmux(
      ["start-server"],
      ["set-option", "-g", "status", "off"],
      ["set-option", "-g", "default-terminal", terminal],
      ["set-option", "-s", "escape-time", "0"],
      // After the program ends, its last screen and its status stay available.
      ["set-option", "-g", "remain-on-exit", "on"],
      ["new-session", "-d", "-s", Self.target] + size + variables + ["--"]
        + ["sh", "-c", Self.recordingScript, (folder / "status").path] + command)
  }

  deinit {
    end()
  }

  /// Presses keys by tmux's names: `Enter`, `Escape`, `PageUp`, `F5`, `C-a`, `M-x`, or a character.
  func send(keys: String...) throws {
    try tmux(["send-keys", "-t", Self.target] + keys)
  }

  /// Types a text, character by character.
  func type(_ text: String) throws {
    try tmux(["send-keys", "-t", Self.target, "-l", "--", text])
  }

  /// Pastes a text like a terminal, in brackets if the program requested bracketed paste.
  func paste(_ text: String) throws {
    try tmux(["set-buffer", "--", text], ["paste-buffer", "-p", "-r", "-t", Self.target])
  }

  /// Pastes text as terminals without bracketed paste do: the program gets keys.
  func pasteAsKeys(_ text: String) throws {
    try tmux(["set-buffer", "--", text], ["paste-buffer", "-t", Self.target])
  }

  /// Resizes the terminal.
  func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-t", Self.target, "-x", String(columns), "-y", String(rows)])
  }

  /// Lets the program fill the clipboard, as users of tmux configure it.
  func takeClipboard() throws {
    try tmux(["set-option", "-s", "set-clipboard", "on"])
  }

  /// The text that the program copied last.
  func clipboard() throws -> String { try tmux(["show-buffer"]) }

  /// The title that the program gave its window.
  func title() throws -> String { try value(of: "#{pane_title}") }

  /// The current screen; with escape sequences for colours and traits when `isStyled`.
  func capture(isStyled: Bool = false) throws -> Screen {
    let style = isStyled ? ["-e"] : []
    return Screen(text: try tmux(["capture-pane", "-p", "-t", Self.target] + style))
  }

  /// Copies all that the program writes from now on to a file.
  func copyOutput(to path: String) throws {
    try tmux(["pipe-pane", "-t", Self.target, "cat >> '\(path)'"])
  }

  /// The cursor's position, counted from zero.
  func cursor() throws -> (column: Int, row: Int) {
    let numbers = try value(of: "#{cursor_x} #{cursor_y}").split(separator: " ").map {
      Int($0) ?? -1
    }
    return numbers.count == 2 ? (numbers[0], numbers[1]) : (-1, -1)
  }

  /// The process id of the shell that waits for the program's end.
  func processID() throws -> Int32? {
    Int32(try value(of: "#{pane_pid}"))
  }

  /// The program's exit status; nil while it runs, and after a signal.
  func exitStatus() throws -> Int32? {
    guard hasEnded() else { return nil }
    let text = try String(contentsOf: folder / "status", encoding: .utf8)
    let status = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
    // A shell reports a signal as a status above 128.
    return status.flatMap { $0 > 128 ? nil : $0 }
  }

  /// Whether the program has ended.
  func hasEnded() -> Bool {
    FileManager.default.fileExists(atPath: (folder / "status").path)
  }

  /// Ends the program and its terminal.
  func end() {
    _ = try? tmux(["kill-server"])
    folder.remove()
  }

  private func value(of format: String) throws -> String {
    try tmux(["display-message", "-p", "-t", Self.target, format])
      .trimmingCharacters(in: .newlines)
  }

  @discardableResult
  private func tmux(_ commands: [String]...) throws -> String {
    // A lone semicolon separates commands, so one at an argument's end must be escaped.
    let escaped = commands.map { $0.map { $0.hasSuffix(";") ? $0.dropLast() + "\\;" : $0 } }
    let socket = (folder / "tmux").path
    return try CommandRunner.output(
      of: ["tmux", "-u", "-S", socket, "-f", "/dev/null"] + escaped.joined(separator: [";"]),
      environment: environment)
  }
}
