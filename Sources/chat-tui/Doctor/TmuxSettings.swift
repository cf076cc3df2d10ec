/// The settings of tmux that matter for the screen.
struct TmuxSettings: Equatable {
  /// For how long Escape may wait for another key, in milliseconds, without being felt.
  private static let shortEscape = 50
  private static let names = [
    "version", "set-clipboard", "allow-passthrough", "focus-events", "escape-time",
  ]

  private let values: [String: String]

  /// Reads what tmux answers; nil when that is something else.
  init?(answer: String) {
    let words = answer.split(separator: "\n").first?.split(
      separator: "|", omittingEmptySubsequences: false)
    guard let words, words.count == Self.names.count else { return nil }
    values = Dictionary(uniqueKeysWithValues: zip(Self.names, words.map(String.init)))
  }

  /// Asks the tmux around this program; nil when it does not answer.
  static func ofThisTerminal() -> TmuxSettings? {
    let question = names.map { "#{\($0)}" }.joined(separator: "|")
    let bytes = try? ProgramOutput.read(
      "tmux", ["display-message", "-p", question], most: 4096, patience: .seconds(2))
    return bytes.flatMap { TmuxSettings(answer: String(decoding: $0, as: UTF8.self)) }
  }

  var findings: [Finding] {
    let problems = [clipboard, passthrough, focus, escape].compactMap { $0 }
    return problems.isEmpty
      ? [.ok("tmux", value("version"))] : problems.map { .warning("tmux", $0) }
  }

  private var clipboard: String? {
    guard value("set-clipboard") != "on" else { return nil }
    return "what is copied does not reach the clipboard: set -g set-clipboard on"
  }

  private var passthrough: String? {
    guard !isOn("allow-passthrough") else { return nil }
    return "notices do not reach the terminal around it: set -g allow-passthrough on"
  }

  private var focus: String? {
    guard !isOn("focus-events") else { return nil }
    return "it does not say whether you look at the screen: set -g focus-events on"
  }

  private var escape: String? {
    guard let time = Int(value("escape-time")), time > Self.shortEscape else { return nil }
    return "Escape takes \(time) ms: set -s escape-time 10"
  }

  private func value(_ name: String) -> String { values[name] ?? "" }

  /// Off is 0, or "off" in other versions.
  private func isOn(_ name: String) -> Bool { !["", "0", "off"].contains(value(name)) }
}
