import Controllers
import Foundation
import Matrix
import Models
import PreferencesFile
import Support
import Terminal
import Testing

@testable import chat_tui

@Suite("What the doctor finds")
struct FindingTests {
  private func levels(_ findings: [Finding]) -> [Finding.Level] { findings.map(\.level) }

  @Test("lines have the level in front, in a column of its own")
  func line() {
    #expect(Finding.ok("a", "b").line == "ok       a: b")
    #expect(Finding.warning("a", "b").line == "warning  a: b")
    #expect(Finding.failed("a", "b").line == "failed   a: b")
  }

  @Test("of a terminal: its description, colours, size and locale")
  func terminal() {
    var report = TerminalReport(
      type: "xterm-256color", description: "xterm-256color", colorDepth: .palette,
      size: Size(columns: 50, rows: 15), isUTF8: true)
    #expect(levels(TerminalFindings.of(report)) == [.ok, .ok, .ok, .ok])
    report.colorDepth = .monochrome
    report.size = Size(columns: 50, rows: 14)
    report.isUTF8 = false
    report.description = "xterm"
    #expect(levels(TerminalFindings.of(report)) == [.warning, .warning, .warning, .warning])
    report.size = nil
    report.description = nil
    #expect(levels(TerminalFindings.of(report)) == [.failed, .warning, .warning, .warning])
    report.type = ""
    #expect(TerminalFindings.of(report)[0].text.contains("TERM is not set"))
  }

  @Test(
    "of tmux: each setting that takes something from the screen, and how to change it",
    arguments: [
      ("3.5a|on|on|on|0", [String]()), ("3.2|on|1|1|50", []),
      ("3.5a|external|on|on|0", ["set-clipboard on"]),
      (
        "3.5a|off|off|off|500",
        ["set-clipboard on", "allow-passthrough on", "focus-events on", "escape-time 10"]
      ),
    ])
  func tmux(answer: String, advice: [String]) throws {
    let findings = try #require(TmuxSettings(answer: answer + "\n")).findings
    #expect(findings.count == max(advice.count, 1))
    #expect(findings.allSatisfy { ($0.level == .ok) == advice.isEmpty })
    for (finding, advice) in zip(findings, advice) { #expect(finding.text.hasSuffix(advice)) }
  }

  @Test("of a tmux that says something else: nothing", arguments: ["", "no server", "a|b|c|d|e|f"])
  func noTmux(answer: String) {
    #expect(TmuxSettings(answer: answer) == nil)
  }

  private func check(
    vault: AccountCheck.Database = .sound, cache: AccountCheck.Database = .sound,
    isConnected: Bool = true, isSignedOut: Bool = false, holder: Int32? = nil,
    exposure: String? = nil, writeObstacle: String? = nil
  ) -> [Finding] {
    AccountFindings.of(
      AccountCheck(
        account: AccountID(userID: User.ada.id, server: "https://example.org"), folder: "/f",
        isConnected: isConnected, isSignedOut: isSignedOut, holder: holder, exposure: exposure,
        writeObstacle: writeObstacle, vault: vault, cache: cache))
  }

  @Test("of an account: its files, and who has it open")
  func account() {
    #expect(check() == [.ok("account @ada:example.org", "files sound and private")])
    #expect(check(holder: 42).last?.text == "open in process 42")
    #expect(levels(check(isConnected: false)) == [.ok, .ok])
    #expect(
      check(isSignedOut: true).last
        == .warning("account @ada:example.org", "signed out by the server: sign in again"))
    #expect(levels(check(vault: .unusable("x"), cache: .unusable("y"))) == [.failed, .failed])
    #expect(levels(check(vault: .absent, cache: .absent)) == [.failed, .ok])
    #expect(
      check(writeObstacle: "read-only file system") == [
        .failed(
          "account @ada:example.org", "nothing can be written in /f: read-only file system")
      ])
    #expect(check(exposure: "open to others").map(\.text) == ["open to others"])
  }

  @Test("of a server: what it offers, and a clock that differs by more than five minutes")
  func server() {
    func findings(_ minutes: Int64?, sliding: Bool = true) -> [Finding] {
      ServerFindings.of(
        ServerAnswer(
          newestVersion: "v1.15", offersSlidingSync: sliding,
          time: minutes.map { .noon(plusMinutes: $0) }),
        from: "https://example.org", now: Timestamp.noon.milliseconds)
    }
    #expect(findings(nil).map(\.text) == ["speaks Matrix v1.15, offers sliding sync"])
    #expect(findings(5).count == 1 && findings(-5, sliding: false).count == 1)
    #expect(findings(7).last?.text.contains("7 minutes ahead of") == true)
    #expect(findings(-6).last?.text.contains("6 minutes behind") == true)
  }

  @Test(
    "of a server that does not answer: a warning when that may pass",
    arguments: [
      (RequestError.Reason.timedOut, Finding.Level.warning),
      (.unreachable("no route"), .warning), (.malformedResponse(path: "$"), .failed),
    ])
  func away(reason: RequestError.Reason, level: Finding.Level) {
    let error = RequestError(operation: .discover, reason: reason)
    #expect(ServerFindings.of(error, from: "https://example.org").level == level)
  }

  private func programs(_ variables: [String: String], _ installed: Set<String>) -> [Finding] {
    ProgramFindings(variable: { variables[$0] }, isInstalled: installed.contains).all
  }

  @Test("of programs: those that are missing where they would be used")
  func programs() {
    #expect(levels(programs([:], ["xdg-open"])) == [.ok, .ok, .ok])
    #expect(levels(programs(["CHATTUI_OPENER": "firefox --new-tab"], ["firefox"]))[0] == .ok)
    #expect(programs([:], [])[0].text.contains("xdg-utils"))
    let desktop = [
      "WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/x",
    ]
    let missing = programs(desktop, ["xdg-open"])
    #expect(levels(missing) == [.ok, .warning, .warning])
    #expect(missing[1].text.contains("wl-clipboard"))
    #expect(programs(desktop, ["xclip", "notify-send"])[1] == .ok("clipboard", "xclip"))
    #expect(levels(programs(desktop, ["xclip", "notify-send"])) == [.warning, .ok, .ok])
  }

  @Test("a program is looked for in the folders of PATH, or at its path")
  func path() {
    #expect(ProgramFindings.isProgram("sh", in: "/nowhere:/bin"))
    #expect(ProgramFindings.isProgram("/bin/sh", in: nil))
    #expect(!ProgramFindings.isProgram("sh", in: "/nowhere"))
  }

  @MainActor
  @Test("of the preferences: each problem with its place")
  func preferences() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("chat-tui-doctor-\(UUID().uuidString).toml").path
    defer { unlink(path) }
    func findings() -> [Finding] { ConfigurationCheck(ConfigurationFile(path: path)).findings }
    #expect(levels(findings()) == [.ok])
    try Data("[input]\nmouse = 3\nnonsense = 1\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(Set(levels(findings())).contains(.failed))
    #expect(findings()[0].text.hasPrefix("\(path):2:"))
    try Data("[input]\nmouse = true\n".utf8).write(to: URL(fileURLWithPath: path))
    #expect(findings() == [.ok("preferences", path)])
  }

  @MainActor
  @Test("of the preferences: a command and languages that this machine does not have")
  func withoutEffect() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("chat-tui-doctor-\(UUID().uuidString).toml").path
    defer { unlink(path) }
    func problems(_ text: String) throws -> [String] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let check = ConfigurationCheck(
        ConfigurationFile(path: path), isInstalled: { $0 == "notify" },
        spellingProblem: { $0 == "xx" ? .noDictionary(languages: [$0]) : nil })
      #expect(check.problems.allSatisfy { $0.isWarning })
      return check.findings.filter { $0.level != .ok }.map {
        String($0.text.dropFirst(path.count))
      }
    }
    #expect(try problems("[notifications]\ncommand = \"notify --now\"\n") == [])
    #expect(try problems("[notifications]\ncommand = \"\"\n[input]\nspelling = \"off\"\n") == [])
    #expect(
      try problems("[notifications]\ncommand = \"nobody's 'own\"\n") == [
        ":2:11: notifications.command: nobodys own is not installed, so nothing is run"
      ])
    for empty in ["''", "  "] {
      #expect(
        try problems("[notifications]\ncommand = \"\(empty)\"\n") == [
          ":2:11: notifications.command: it names no program, so nothing is run"
        ])
    }
    #expect(
      try problems("[input]\nspelling = \"en_US,xx\"\n") == [
        ":2:12: input.spelling: no dictionary for xx is installed"
      ])
  }
}
