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

  @Test(
    "a person is muted from their profile: nothing counts their messages until that ends there",
    arguments: ScreenSizes.shared([(80, 24), (200, 60)]))
  func mutes(size: (columns: Int, rows: Int)) async throws {
    let account = try server.newAccount()
    let friend = try server.newAccount()
    try friend.setDisplayName("Al")
    let room = try friend.createRoom(["preset": "public_chat", "name": "Anteroom"])
    _ = try account.createRoom(["preset": "private_chat", "name": "Home"])
    try account.join(room)
    try friend.send("buy my watches", to: room)
    let program = try Program(on: server, as: account, columns: size.columns, rows: size.rows)
    try await program.signIn(to: server)
    let terminal = program.terminal
    let path = "v3/pushrules/global/sender/\(friend.userID.escapedForPath)"

    try await openProfile(behind: "buy my watches", in: program)
    try await program.choose("do not tell of their messages")
    try await terminal.wait(for: "You are no longer told of messages of")
    #expect(try account.call("GET", path)["enabled"] as? Bool == true)
    try await goHome(program)
    try friend.send("cheap watches", to: room)
    // On a narrow screen no list shows the message.
    if size.columns >= 80 { try await terminal.wait(for: "cheap watches") }
    try await ContinuousClock().sleep(for: .seconds(size.columns >= 80 ? 1 : 3))
    #expect(try !terminal.capture().contains("inbox 1"))

    try await open("Anteroom", program)
    try await openProfile(behind: "cheap watches", in: program)
    try await program.choose("tell of their messages again")
    try await terminal.wait(for: "You are told of messages of")
    #expect(throws: MatrixClient.Failure.self) { try account.call("GET", path) }
    try await goHome(program)
    try friend.send("free watches", to: room)
    try await terminal.wait(for: "inbox 1")
  }

  /// Opens the profile of the author of the newest message.
  private func openProfile(behind text: String, in program: Program) async throws {
    try await program.terminal.wait(for: text)
    try await program.escape()
    try program.terminal.send(keys: "G")
    try await program.pause()
    try program.terminal.send(keys: "p")
    try await program.terminal.wait(for: "refreshed")
    try await program.pause()
  }

  private func goHome(_ program: Program) async throws {
    try await program.escape()
    try await open("Home", program)
  }

  private func open(_ room: String, _ program: Program) async throws {
    try program.terminal.send(keys: "C-o")
    try await program.terminal.wait(for: "Go to")
    try await program.pause()
    try program.say(room)
    try await program.terminal.wait(for: "> Write to \(room)")
  }
}
