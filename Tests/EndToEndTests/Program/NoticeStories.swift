import Foundation
import TestServers
import Testing

@Suite("New messages outside of the screen", .enabled(if: TestServer.shared != nil))
struct NoticeStories {
  private let server: TestServer

  init() throws {
    server = try #require(TestServer.shared)
  }

  @Test("one in another room is told by the title, a notice and a command, which a burst runs once")
  func tells() async throws {
    let account = try server.newAccount()
    let other = try server.newAccount()
    let rooms = try ["Alpha", "Beta"].map {
      try account.createRoom(["preset": "public_chat", "name": $0])
    }
    for room in rooms { try other.join(room) }
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let script = folder / "tell"
    try Data("printf '[%s][%s]\\n' \"$1\" \"$2\" >>\"$0.log\"\n".utf8).write(to: script)
    func log() -> [String] {
      let text = try? String(contentsOf: folder / "tell.log", encoding: .utf8)
      return text?.split(separator: "\n").map(String.init) ?? []
    }
    let program = try Program(
      on: server, as: account, columns: 80, rows: 24,
      options: ["--notify-command", "sh \(script.path)"])
    try await program.signIn(to: server)
    let terminal = program.terminal
    try await terminal.wait(for: "Write to Beta")
    let output = (folder / "output").path
    try terminal.copyOutput(to: output)
    func written() -> String {
      String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
    }
    // The reply of a terminal that shows notices, typed because tmux gives its own.
    try terminal.type("\u{1B}P>|kitty(0.36.4)\u{1B}\\")
    try other.send("in front", to: rooms[1])
    try await terminal.wait(for: "in front")
    try other.send("first $(id); \u{1B}]0;x", to: rooms[0])
    try await terminal.wait(for: "inbox 1")
    try await terminal.wait(for: "the title") { _ in (try? terminal.title()) == "(1) chat-tui" }
    try await terminal.wait(for: "a notice", within: .seconds(5)) { _ in log().count == 1 }
    #expect(log().first?.hasSuffix(" in Alpha][first $(id); ␛]0;x]") == true)
    #expect(written().contains("p=body;first $(id); ␛]0;x\u{1B}\\"))
    #expect(!written().contains("in front\u{1B}\\"))
    for number in 1...3 { try other.send("more \(number)", to: rooms[0]) }
    try await terminal.wait(for: "another notice", within: .seconds(10)) { _ in log().count == 2 }
    #expect(log().last?.hasPrefix("[3 new messages in Alpha][") == true)
    try terminal.send(keys: "F6")
    try await terminal.wait(for: "Write to Alpha")
    try await terminal.wait(for: "the title") { _ in (try? terminal.title()) == "chat-tui" }
    try await terminal.wait(for: "the end of the notice") { _ in
      written().contains("\u{1B}]99;i=chat-tui:p=close;\u{1B}\\")
    }
  }
}
