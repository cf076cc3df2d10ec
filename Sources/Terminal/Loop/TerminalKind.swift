/// The terminfo description to use: that of the terminal's type, or the closest known one.
///
/// Few descriptions come with ncurses; most are in a separate package (`ncurses-term` in Debian).
/// Without a substitute, the program would not start on a terminal of unknown type.
struct TerminalKind: Hashable {
  /// The name of a description that is installed.
  let name: String

  /// Whether the type rules out colours, whatever the description says.
  let isMonochrome: Bool

  /// Finds the description; nil when none comes close.
  init?(type: String, isKnown: (String) -> Bool) {
    guard let name = Self.candidates(for: type).first(where: isKnown) else { return nil }
    self.name = name
    isMonochrome = name != type && ["-m", "-mono"].contains { type.hasSuffix($0) }
  }

  /// Candidate names, from the type itself to those that every modern terminal resembles.
  static func candidates(for type: String) -> [String] {
    var names = [type]
    var rest = type[...]
    while let end = rest.lastIndex(where: { $0 == "-" || $0 == "." }), end > rest.startIndex {
      let suffix = rest[end...]
      rest = rest[..<end]
      // A type with 24-bit colour has the 256 colours as well.
      if suffix.hasPrefix("-direct") { names.append("\(rest)-256color") }
      names.append(String(rest))
    }
    return names + ["xterm-256color", "xterm"]
  }
}
