import Testing

@testable import Terminal

@Suite("What is told outside of the screen")
struct AnnouncementTests {
  static let versions: [(version: String, kind: NoticeProtocol?)] = [
    ("kitty(0.35.2)", .replaceable), ("WezTerm 20240203-110809-5046fc22", .titled),
    ("foot(1.16.2)", .titled), ("ghostty 1.1.0", .titled), ("iTerm2 3.5.0", .text),
    ("contour 0.4.3", .titled), ("tmux 3.4", nil), ("XTerm(379)", nil), ("VTE(7600)", nil),
    ("kittyfake 1", nil), ("", nil),
  ]

  @Test("notices go to terminals that are known to show them", arguments: versions)
  func known(version: String, kind: NoticeProtocol?) {
    #expect(NoticeProtocol(version: version) == kind)
  }

  @Test("each protocol has its form, in which no text ends the sequence or a field")
  func forms() {
    let title = SafeText("A\u{1B}]0;x\u{7}; B")
    let body = SafeText("one\ntwo; \u{9C}three")
    #expect(title.string == "A␛]0;x␇; B")
    #expect(
      NoticeProtocol.text.notice(title: title, body: body)
        == "\u{1B}]9;A␛]0,x␇, B: one two, three\u{1B}\\")
    #expect(
      NoticeProtocol.titled.notice(title: title, body: body)
        == "\u{1B}]777;notify;A␛]0,x␇, B;one two, three\u{1B}\\")
    #expect(
      NoticeProtocol.replaceable.notice(title: title, body: body)
        == "\u{1B}]99;i=chat-tui:d=0;A␛]0;x␇; B\u{1B}\\"
        + "\u{1B}]99;i=chat-tui:d=1:p=body;one two; three\u{1B}\\")
    #expect(NoticeProtocol.replaceable.withdrawal == "\u{1B}]99;i=chat-tui:p=close;\u{1B}\\")
    #expect(NoticeProtocol.text.withdrawal.isEmpty && NoticeProtocol.titled.withdrawal.isEmpty)
  }

  @Test("within tmux a notice is wrapped, for the terminal around it; without one there is none")
  func passesTmux() {
    var path = NoticePath()
    #expect(path.text { _ in "x" } == nil && !path.isWithinTmux)
    path.pass(to: "kitty(0.36)")
    #expect(path.text { _ in "x" } == nil, "nobody said that tmux is there")
    path.answered(by: "tmux 3.4")
    #expect(path.isWithinTmux)
    #expect(path.text { _ in "x" } == nil)
    path.pass(to: "WezTerm 20240203")
    #expect(
      path.text { $0.notice(title: "A", body: "b") }
        == "\u{1B}Ptmux;\u{1B}\u{1B}]777;notify;A;b\u{1B}\u{1B}\\\u{1B}\\")
    #expect(path.text { $0.withdrawal } == "", "nothing is sent")
    path.pass(to: "XTerm(379)")
    #expect(path.text { _ in "x" } == nil)
    path.answered(by: "kitty(0.36)")
    #expect(path.text { _ in "x" } == "x" && !path.isWithinTmux)
  }

  @Test("the window's own title is kept by the terminal, and comes back at the end and in a crash")
  func title() {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    var modes = ScreenModes(isPlain: false, reportsMouse: false)
    #expect(!text(modes.leave).contains("\u{1B}[23;2t"))
    #expect(!text(modes.enter).contains("\u{1B}[22;2t"))
    modes.title = "(2) chat"
    #expect(text(modes.changeTitle(from: nil)) == "\u{1B}[22;2t\u{1B}]2;(2) chat\u{1B}\\")
    #expect(text(modes.changeTitle(from: "chat")) == "\u{1B}]2;(2) chat\u{1B}\\")
    #expect(text(modes.leave).contains("\u{1B}]2;\u{1B}\\\u{1B}[23;2t"))
    #expect(text(modes.crashReset).contains("\u{1B}[23;2t"))
    #expect(text(modes.enter).hasSuffix("\u{1B}[22;2t\u{1B}]2;(2) chat\u{1B}\\"))
    var plain = ScreenModes(isPlain: true, reportsMouse: false)
    plain.title = "chat"
    #expect(plain.changeTitle(from: nil).isEmpty && plain.enter.isEmpty && plain.leave.isEmpty)
  }

  @Test("the mouse is reported while the user wants it, and no longer at the end")
  func mouse() {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    var modes = ScreenModes(isPlain: false, reportsMouse: false)
    #expect(!text(modes.enter).contains("?1000"))
    #expect(modes.changeMouse(to: false).isEmpty)
    #expect(text(modes.changeMouse(to: true)) == "\u{1B}[?1000h\u{1B}[?1006h")
    #expect(text(modes.enter).contains("\u{1B}[?1000h"))
    #expect(text(modes.crashReset).contains("\u{1B}[?1000l"))
    #expect(text(modes.changeMouse(to: false)) == "\u{1B}[?1006l\u{1B}[?1000l")
    #expect(!text(modes.leave).contains("?1000"))
    var plain = ScreenModes(isPlain: true, reportsMouse: false)
    #expect(plain.changeMouse(to: true).isEmpty)
  }

  @Test("what the user wants holds over what is known of the terminal")
  func wishes() {
    let known = TerminalCapabilities(colorDepth: .palette, background: .light, showsLinks: true)
    #expect(TerminalWishes().applied(to: known) == known)
    let wishes = TerminalWishes(background: .dark, isMonochrome: true, showsLinks: false)
    #expect(
      wishes.applied(to: known)
        == TerminalCapabilities(colorDepth: .monochrome, background: .dark, showsLinks: false))
  }
}
