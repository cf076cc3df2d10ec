import Foundation
import TestServers
import Testing

@Suite("Commands about the history of a room", .enabled(if: TestServer.shared != nil))
struct HistoryCommandStories {
  private let server: TestServer
  private let folder: TemporaryFolder
  private let binary: URL

  init() throws {
    server = try #require(TestServer.shared)
    binary = try #require(Binary.chatTUI)
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: String..., in files: String) throws -> CommandRunner.Result {
    try CommandRunner.run(
      [binary.path] + arguments + ["--data-dir", files],
      environment: [
        "HOME": folder.url.path, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
        "TERM": "xterm-256color",
      ])
  }

  private func signIn(_ account: MatrixClient, in files: String) throws {
    try CommandRunner.output(
      of: [
        binary.path, "login", "--homeserver", server.url, "--user", account.userID,
        "--password-file", "-", "--data-dir", files,
      ],
      environment: ["HOME": folder.url.path, "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"],
      input: server.password + "\n")
  }

  /// Ends a program in a terminal as C-c does.
  private func interrupt(_ terminal: TmuxDriver) throws {
    let shell = try #require(try terminal.processID())
    let child = try CommandRunner.output(
      of: ["pgrep", "-P", "\(shell)"], environment: ["PATH": "/usr/bin:/bin"])
    kill(try #require(pid_t(child.trimmingCharacters(in: .whitespacesAndNewlines))), SIGINT)
  }

  @Test("tail shows the newest messages, then new ones with those of threads, edits and removals")
  func tail() async throws {
    defer { folder.remove() }
    let (friend, account) = (try server.newAccount(), try server.newAccount())
    try friend.setDisplayName("Alice")
    let room = try friend.createRoom(["preset": "public_chat", "name": "Teatime"])
    try account.join(room)
    for number in 1...30 { try friend.send("cup \(number) of tea", to: room) }
    let files = (folder / "files").path
    try signIn(account, in: files)
    let terminal = try TmuxDriver(
      [binary.path, "tail", "Teatime", "--lines", "25", "--data-dir", files], columns: 100,
      rows: 50)
    defer { terminal.end() }
    try await terminal.wait(for: "Alice: cup 30 of tea", within: .seconds(20))
    try await terminal.wait(for: "Alice: cup 6 of tea")
    #expect(try !terminal.capture().contains("cup 5 of tea"))

    let last = try friend.send("a saucer\u{9B}2J", to: room)
    try await terminal.wait(for: "Alice: a saucer")
    try friend.send(
      [
        "msgtype": "m.text", "body": "in the thread",
        "m.relates_to": ["rel_type": "m.thread", "event_id": last],
      ], to: room)
    try await terminal.wait(for: "> Alice: in the thread")
    try friend.send(
      [
        "msgtype": "m.text", "body": "* a spoon",
        "m.new_content": ["msgtype": "m.text", "body": "a spoon"],
        "m.relates_to": ["rel_type": "m.replace", "event_id": last],
      ], to: room)
    try await terminal.wait(for: "~ Alice: a spoon")
    try friend.call("PUT", "v3/rooms/\(room.escapedForPath)/redact/\(last.escapedForPath)/1", [:])
    try await terminal.wait(for: "· Alice removed this message")
    try interrupt(terminal)
    #expect(try await terminal.waitForEnd() == 0)
  }

  @Test("tail prints JSON, and says what it cannot follow")
  func tailFailures() async throws {
    defer { folder.remove() }
    let account = try server.newAccount()
    let room = try account.createRoom(["preset": "public_chat", "name": "Teatime"])
    let event = try account.send("one lump or two?", to: room)
    let files = (folder / "files").path
    try signIn(account, in: files)
    let terminal = try TmuxDriver(
      [binary.path, "tail", room, "--json", "--lines", "1", "--data-dir", files], columns: 300)
    defer { terminal.end() }
    try await terminal.wait(for: "\"event\":\"\(event)\"", within: .seconds(20))
    try await terminal.wait(for: "\"text\":\"one lump or two?\"")
    try account.leave(room)
    #expect(try await terminal.waitForEnd() == 1)
    try await terminal.wait(for: "you are no longer in this room")

    let unknown = try run("tail", "Nowhere", in: files)
    #expect(unknown.status == 1 && unknown.errors.contains("no room is called Nowhere"))
    #expect(try run("tail", room, "--lines", "501", in: files).status == 2)
  }

  @Test("export writes what the screen has loaded, beside the screen, as text and as JSON")
  func export() async throws {
    defer { folder.remove() }
    let friend = try server.newAccount()
    try friend.setDisplayName("Alice")
    let room = try friend.createRoom(["preset": "public_chat", "name": "Teatime"])
    let account = try server.newAccount()
    try account.join(room)
    let nothing = (folder / "nothing").path
    try signIn(account, in: nothing)
    let early = try run("export", "Teatime", in: nothing)
    #expect(early.status == 1 && early.errors.contains("keeps no messages"))

    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Teatime")
    try friend.send("two\nlines", to: room)
    try await program.terminal.wait(for: "lines")
    let files = program.preferences.deletingLastPathComponent().path
    let text = try run("export", "Teatime", in: files)
    #expect(text.status == 0, "\(text.errors)")
    #expect(text.output.contains("  Alice: two\n    lines\n"), "\(text.output)")
    #expect(text.output.contains("· Alice created the room"), "\(text.output)")
    #expect(text.errors.contains("messages, from the beginning of the room"), "\(text.errors)")

    let path = (folder / "history.jsonl").path
    let json = try run("export", room, "--json", "--output", path, in: files)
    #expect(json.status == 0 && json.output.isEmpty, "\(json.errors)")
    let written = try String(contentsOfFile: path, encoding: .utf8)
    #expect(written.contains("\"text\":\"two\\nlines\""))
    #expect(
      written.split(separator: "\n").count
        == text.output.split(separator: "\n").filter { !$0.hasPrefix("    ") }.count)
    let again = try run("export", room, "--output", path, in: files)
    #expect(again.status == 1 && again.errors.contains("already"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == written)

    let all = folder / "all"
    let whole = try run("export", "--all", "--output", all.path, in: files)
    #expect(whole.status == 0 && whole.errors.contains("Teatime.txt: "), "\(whole.errors)")
    #expect(
      try String(contentsOf: all.appending(path: "Teatime.txt"), encoding: .utf8) == text.output)
    #expect(try run("export", "--all", in: files).status == 2)
    #expect(try run("export", in: files).status == 2)
  }
}
