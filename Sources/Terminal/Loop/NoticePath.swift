/// How notices reach the terminal that shows them.
///
/// Within tmux, tmux itself answers the query for the terminal's name. It shows no notices, and passes them on
/// to the terminal around it only when wrapped, and if the user allows that (`allow-passthrough`).
struct NoticePath {
  /// Whether tmux stands between.
  private(set) var isWithinTmux = false
  private var kind: NoticeProtocol?

  /// What answers is of a name and version (XTVERSION).
  mutating func answered(by version: String) {
    isWithinTmux = version.lowercased().hasPrefix("tmux ")
    kind = NoticeProtocol(version: version)
  }

  /// The terminal around tmux, or none when tmux passes nothing on.
  mutating func pass(to version: String?) {
    if isWithinTmux { kind = version.flatMap { NoticeProtocol(version: $0) } }
  }

  /// What to send; nil when nothing shows notices.
  func text(_ sequence: (NoticeProtocol) -> String) -> String? {
    guard let text = kind.map(sequence) else { return nil }
    guard isWithinTmux, !text.isEmpty else { return text }
    return "\u{1B}Ptmux;\(text.replacing("\u{1B}", with: "\u{1B}\u{1B}"))\u{1B}\\"
  }
}
