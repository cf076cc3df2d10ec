import Dispatch
import Foundation
import Synchronization
import Testing

@testable import chat_tui

@Suite("Notices on the desktop")
struct DesktopNoticeTests {
  /// The programs of a machine, with what they write.
  private final class Programs: Sendable {
    private let outputs: [String: @Sendable ([String]) -> String?]
    private let started = Mutex<[[String]]>([])
    let queue = DispatchQueue(label: "notices")

    init(_ outputs: [String: @Sendable ([String]) -> String?]) { self.outputs = outputs }

    func notice() throws -> DesktopNotice {
      let notice = DesktopNotice(
        queue: queue, run: run, variable: { $0 == "DBUS_SESSION_BUS_ADDRESS" ? "x" : nil })
      return try #require(notice)
    }

    @Sendable private func run(_ words: [String]) throws(SystemError) -> [UInt8]? {
      guard let output = outputs[words[0]] else { throw SystemError(number: ENOENT) }
      started.withLock { $0.append(words) }
      return output(words).map { Array($0.utf8) }
    }

    /// The programs that ran since the last time, with their arguments.
    func take() -> [[String]] {
      queue.sync {}
      return started.withLock { started in
        defer { started = [] }
        return started
      }
    }
  }

  private static func notice(_ variables: [String: String]) -> DesktopNotice? {
    DesktopNotice(variable: { variables[$0] })
  }

  @Test("need a session bus of this machine")
  func bus() {
    #expect(Self.notice([:]) == nil)
    let bus = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/bus"]
    #expect(Self.notice(bus) != nil)
    let remote = bus.merging(["SSH_CONNECTION": "1.2.3.4 5 6.7.8.9 22"]) { $1 }
    #expect(Self.notice(remote) == nil)
  }

  @Test("take each other's place, and go when all is read; texts are neither options nor markup")
  func replaced() throws {
    let programs = Programs(["notify-send": { _ in "17\n" }, "gdbus": { _ in "()\n" }])
    let notice = try programs.notice()
    notice.show(title: "--help", body: "<b>a & b</b>")
    let text = ["--", "--help", "&lt;b&gt;a &amp; b&lt;/b&gt;"]
    let program = ["notify-send", "--app-name=chat-tui", "--print-id"]
    #expect(programs.take() == [program + text])
    notice.show(title: "--help", body: "<b>a & b</b>")
    #expect(programs.take() == [program + ["--replace-id=17"] + text])
    notice.withdraw()
    #expect(
      programs.take() == [
        [
          "gdbus", "call", "--session", "--dest=org.freedesktop.Notifications",
          "--object-path=/org/freedesktop/Notifications",
          "--method=org.freedesktop.Notifications.CloseNotification", "17",
        ]
      ])
    notice.withdraw()
    #expect(programs.take() == [], "nothing is there any more")
    notice.show(title: "--help", body: "<b>a & b</b>")
    #expect(programs.take() == [program + text], "no other program's notice is replaced")
  }

  @Test("are closed by dbus-send where there is no gdbus")
  func otherProgram() throws {
    let programs = Programs(["notify-send": { _ in "17\n" }, "dbus-send": { _ in "" }])
    let notice = try programs.notice()
    notice.show(title: "a", body: "b")
    _ = programs.take()
    notice.withdraw()
    #expect(
      programs.take() == [
        [
          "dbus-send", "--session", "--type=method_call", "--dest=org.freedesktop.Notifications",
          "/org/freedesktop/Notifications", "org.freedesktop.Notifications.CloseNotification",
          "uint32:17",
        ]
      ])
  }

  @Test("are shown by an older program too, which gives no numbers", arguments: ["", "0\n", "x"])
  func older(answer: String) throws {
    let programs = Programs([
      "notify-send": { $0.contains("--print-id") ? answer : "" }, "gdbus": { _ in "" },
    ])
    let notice = try programs.notice()
    notice.show(title: "a", body: "b")
    #expect(programs.take().last == ["notify-send", "--app-name=chat-tui", "--", "a", "b"])
    notice.withdraw()
    #expect(programs.take() == [])
  }

  @Test("that waited behind a program that hangs do not come late")
  func hanging() throws {
    let (began, hold) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let programs = Programs([
      "notify-send": { words in
        if words.contains("first") {
          began.signal()
          hold.wait()
        }
        return "17"
      }, "gdbus": { _ in "" },
    ])
    let notice = try programs.notice()
    notice.show(title: "first", body: "b")
    began.wait()
    notice.show(title: "second", body: "b")
    notice.show(title: "third", body: "b")
    hold.signal()
    #expect(programs.take().compactMap { $0.dropLast().last } == ["first", "third"])
    notice.show(title: "fourth", body: "b")
    notice.withdraw()
    #expect(programs.take().last?.last == "17")
  }
}
