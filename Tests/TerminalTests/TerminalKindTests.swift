import Testing

@testable import Terminal

@Suite("TerminalKind")
struct TerminalKindTests {
  private static let known: Set = [
    "xterm", "xterm-256color", "xterm-mono", "screen", "screen-256color", "linux", "tmux-256color",
    "vt100",
  ]

  @Test(
    "is the type itself, or the nearest one that is known",
    arguments: [
      ("linux", "linux"), ("xterm-mono", "xterm-mono"), ("xterm-16color", "xterm"),
      ("screen-256color-bce-s", "screen-256color"), ("screen.foot", "screen"),
      ("xterm-direct", "xterm-256color"), ("screen-direct", "screen-256color"),
      ("foot-extra", "xterm-256color"), ("alacritty", "xterm-256color"), ("-", "xterm-256color"),
      ("vt100-am", "vt100"), ("tmux-m", "xterm-256color"),
    ])
  func finds(type: String, name: String) throws {
    let kind = try #require(TerminalKind(type: type, isKnown: Self.known.contains))
    #expect(kind.name == name)
  }

  @Test("has no colours when the type rules them out, even if the substitute description has them")
  func monochrome() throws {
    let isKnown = Self.known.contains
    #expect(try #require(TerminalKind(type: "xterm-m", isKnown: isKnown)).isMonochrome)
    #expect(try #require(TerminalKind(type: "linux-mono", isKnown: isKnown)).isMonochrome)
    #expect(!(try #require(TerminalKind(type: "xterm-16color", isKnown: isKnown)).isMonochrome))
  }

  @Test("is nil when no description is known")
  func missing() {
    #expect(TerminalKind(type: "linux") { _ in false } == nil)
  }
}
