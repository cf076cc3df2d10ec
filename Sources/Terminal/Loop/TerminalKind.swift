/// The description that a terminal is driven by: that of its type, or of the nearest known one.
///
/// Few types come with ncurses; most are in a package of their own (`ncurses-term` in Debian), and
/// a terminal whose type is not known would otherwise start no program at all.
struct TerminalKind: Hashable {
  /// The name of a description that is installed.
  let name: String

  /// Whether the type says that there are no colours, whatever the description has.
  let isMonochrome: Bool

  /// Finds the description; nil when none is known that is anything like it.
  init?(type: String, isKnown: (String) -> Bool) {
    guard let name = Self.candidates(for: type).first(where: isKnown) else { return nil }
    self.name = name
    isMonochrome = name != type && ["-m", "-mono"].contains { type.hasSuffix($0) }
  }

  /// Names from the type itself to those that every terminal of today is close to.
  static func candidates(for type: String) -> [String] {
    var names = [type]
    var rest = type[...]
    while let end = rest.lastIndex(where: { $0 == "-" || $0 == "." }), end > rest.startIndex {
      let suffix = rest[end...]
      rest = rest[..<end]
      // A kind with 24-bit colours has the 256 as well.
      if suffix.hasPrefix("-direct") { names.append("\(rest)-256color") }
      names.append(String(rest))
    }
    return names + ["xterm-256color", "xterm"]
  }
}
