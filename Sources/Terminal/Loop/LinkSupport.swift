/// Whether a terminal understands links (OSC 8), which those that do not might print.
enum LinkSupport {
  private static let programs = [
    "contour", "foot", "ghostty", "iterm2", "kitty", "konsole", "mintty", "rio", "vte", "wezterm",
    "xterm.js",
  ]

  /// Whether the type of the terminal is enough to know it: this one does not tell its version.
  static func isKnown(type: String) -> Bool {
    type.hasPrefix("alacritty")
  }

  /// Whether the answer to a query for the terminal's name and version (XTVERSION) is that of one
  /// which understands links.
  ///
  /// Within tmux, tmux itself answers. It passes links on since version 3.4, to terminals that have the
  /// feature "hyperlinks"; for the others it drops them.
  static func isKnown(version: String) -> Bool {
    let text = version.lowercased()
    if text.hasPrefix("tmux ") { return isRecentMultiplexer(text.dropFirst(5)) }
    return programs.contains { program in
      guard text.hasPrefix(program) else { return false }
      let next = text.dropFirst(program.count).first
      return next == nil || next == " " || next == "("
    }
  }

  private static func isRecentMultiplexer(_ version: Substring) -> Bool {
    let numbers = version.drop { !$0.isNumber }.split { !$0.isNumber }.prefix(2).compactMap {
      Int($0)
    }
    guard numbers.count == 2 else { return false }
    return (numbers[0], numbers[1]) >= (3, 4)
  }
}
