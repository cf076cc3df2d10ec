import Testing

@testable import chat_tui

@Suite("Notices on the desktop")
struct DesktopNoticeTests {
  @Test("need a session bus of this machine")
  func bus() {
    #expect(DesktopNotice { _ in nil } == nil)
    let bus = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/bus"]
    #expect(DesktopNotice { bus[$0] } != nil)
    let remote = bus.merging(["SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22"]) { $1 }
    #expect(DesktopNotice { remote[$0] } == nil)
  }

  @Test("hand the text on as arguments that are neither options nor markup")
  func arguments() throws {
    let notice = try #require(Self.local)
    #expect(
      notice.arguments(title: "--help", body: "<b>a & b</b>")
        == [
          "notify-send", "--app-name=chat-tui", "--", "--help",
          "&lt;b&gt;a &amp; b&lt;/b&gt;",
        ])
  }

  private static let local = DesktopNotice { $0 == "DBUS_SESSION_BUS_ADDRESS" ? "x" : nil }
}
