/// What a program tells outside of its screen.
public enum Announcement: Sendable, Hashable {
  /// A sound, or what the terminal does instead.
  case bell

  /// A notice on the desktop, in place of the last one.
  case notice(title: SafeText, body: SafeText)

  /// The end of that notice.
  case withdrawal

  /// The title of the window.
  case title(SafeText)
}

/// The sequence by which a terminal shows notices.
enum NoticeProtocol: Sendable, Hashable {
  /// OSC 9: one text.
  case text

  /// OSC 777: a title and a text.
  case titled

  /// OSC 99, kitty's: a title and a text that can be replaced and withdrawn.
  case replaceable

  private static let programs: [(name: String, kind: NoticeProtocol)] = [
    ("contour", .titled), ("foot", .titled), ("ghostty", .titled), ("iterm2", .text),
    ("kitty", .replaceable), ("wezterm", .titled),
  ]

  /// The protocol of a terminal by its name and version (XTVERSION); nil when none is known.
  init?(version: String) {
    let text = version.lowercased()
    let known = Self.programs.first { program in
      guard text.hasPrefix(program.name) else { return false }
      let next = text.dropFirst(program.name.count).first
      return next == nil || next == " " || next == "("
    }
    guard let known else { return nil }
    self = known.kind
  }

  /// Kitty's name for the one notice of this program.
  private static let identity = "i=chat-tui"

  func notice(title: SafeText, body: SafeText) -> String {
    switch self {
    case .text: "\u{1B}]9;\(Self.field(title)): \(Self.field(body))\u{1B}\\"
    case .titled: "\u{1B}]777;notify;\(Self.field(title));\(Self.field(body))\u{1B}\\"
    case .replaceable:
      "\u{1B}]99;\(Self.identity):d=0;\(title)\u{1B}\\"
        + "\u{1B}]99;\(Self.identity):d=1:p=body;\(body)\u{1B}\\"
    }
  }

  /// Empty where a notice cannot be withdrawn.
  var withdrawal: String {
    self == .replaceable ? "\u{1B}]99;\(Self.identity):p=close;\u{1B}\\" : ""
  }

  /// A text in which no semicolon separates what is not separate.
  private static func field(_ text: SafeText) -> String { text.string.replacing(";", with: ",") }
}
