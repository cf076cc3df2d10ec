import Foundation
import TestServers
import Testing

@Suite("Reading messages", .enabled(if: TestServer.shared != nil))
struct ReadingStories {
  private let server: TestServer

  init() throws {
    server = try #require(TestServer.shared)
  }

  @Test("a link's address and a sender's colours reach a terminal that shows them")
  func linksAndColours() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let output = (folder / "output").path
    let friend = try server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": "Colours"])
    let account = try server.newAccount()
    try account.join(room)
    try friend.send(
      [
        "msgtype": "m.text", "body": "deep red", "format": "org.matrix.custom.html",
        "formatted_body":
          "<a href=\"https://example.org/deep\">deep</a> <font color=\"#ff0000\">red</font>"
          + "<span data-mx-color=\"#101010\" data-mx-bg-color=\"#111111\"> seen</span>",
      ], to: room)
    let program = try Program(on: server, as: account)
    try program.terminal.copyOutput(to: output)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Colours")
    try await program.terminal.wait(for: "deep (example.org) red seen")
    let styled = try program.terminal.capture(isStyled: true)
    #expect(styled.contains(/38;(5;196|2;255;0;0)m(\u{1B}\[[0-9;]*m)*red/))
    #expect(styled.contains(/38;(5;231|2;255;255;255)m(\u{1B}\[[0-9;]*m)* seen/))
    func written() -> String {
      String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
    }
    #expect(!written().contains("\u{1B}]8;"))

    // The reply of a terminal that shows links, typed because tmux gives its own.
    try program.terminal.type("\u{1B}P>|kitty(0.36.4)\u{1B}\\")
    try await program.terminal.wait(for: "the address of the link") { screen in
      written().contains("\u{1B}]8;id=1;https://example.org/deep\u{1B}\\")
        && screen.contains("deep (example.org) red seen")
    }
  }

  @Test("a room that was never read says how much is new above, and one key goes to the first")
  func neverRead() async throws {
    let friend = try server.newAccount()
    let account = try server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": "Unseen"])
    try account.join(room)
    // Several pages.
    for number in 1...200 { _ = try friend.send("entry \(number);", to: room) }
    let program = try Program(on: server, as: account, columns: 80, rows: 24)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Unseen")
    try await program.terminal.wait(for: "entry 200;")
    try await program.terminal.wait(for: " new above, Esc n ")
    try await program.escape()
    try program.terminal.send(keys: "n")
    try await program.terminal.wait(for: "entry 1;")
    try await program.terminal.wait(for: "─ new ─")
    try program.terminal.send(keys: "G")
    try await program.terminal.wait(for: "entry 200;")
    try await program.terminal.wait(forAbsenceOf: "new above")
  }

  @Test("a message of more lines than the timeline shows is read to its end, on a small screen too")
  func whole() async throws {
    let friend = try server.newAccount()
    let account = try server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": "Logs"])
    try account.join(room)
    let lines = (1...600).map { "entry \($0)\u{1B}[31m" }.joined(separator: "\n")
    try friend.send(["msgtype": "m.text", "body": lines], to: room)
    let program = try Program(on: server, as: account, columns: 80, rows: 24)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Logs")
    try await program.terminal.wait(for: "entry 1␛[31m")
    try await program.escape()
    try program.terminal.send(keys: "G")
    try await program.pause()
    try await program.choose("read the whole message")
    try await program.terminal.wait(for: "entry 1␛[31m")
    try program.terminal.send(keys: "End")
    try await program.terminal.wait(for: "entry 600␛[31m")
    try await program.terminal.wait(for: "600/600")
    try await program.escape()
    try await program.terminal.wait(for: "> Write to Logs")
    try await program.terminal.wait(forAbsenceOf: "600/600")
  }

  @Test(
    "a message is copied through tmux, its link is opened after a look, and its source is shown")
  func reading() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let opener = (folder / "opener").path
    try Data("#!/bin/sh\nprintf '%s|' \"$@\" > \"$0.new\"; mv \"$0.new\" \"$0.seen\"\n".utf8)
      .write(to: folder / "opener")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: opener)
    let friend = try server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": "Readers"])
    let account = try server.newAccount()
    try account.join(room)
    try friend.send(
      [
        "msgtype": "m.text", "body": "run this", "format": "org.matrix.custom.html",
        "formatted_body":
          "<a href=\"https://example.org/?a=1&amp;b=2\">run</a> this<pre><code>ls\n\texit</code></pre>",
        "org.example.hint": "deep\u{1B}[2J",
      ], to: room)
    let program = try Program(
      on: server, as: account, environment: ["CHATTUI_OPENER": "\(opener) --tab"])
    try program.terminal.takeClipboard()
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Readers")
    try await program.terminal.wait(for: "run (example.org) this")
    try await program.escape()
    try program.terminal.send(keys: "G")
    try await program.pause()

    try program.terminal.send(keys: "y")
    try await program.terminal.wait(for: "Copied the message (3 lines)")
    #expect(
      try program.terminal.clipboard()
        == "run (https://example.org/?a=1&b=2) this\nls\n\texit")
    try await program.choose("copy the code")
    try await program.terminal.wait(for: "Copied the code (2 lines)")
    #expect(try program.terminal.clipboard() == "ls\n\texit")

    try await program.choose("show the source")
    try await program.terminal.wait(for: "Source of the event")
    try await program.turn("PageDown", to: #"deep\u001b[2J"#)
    try await program.escape()
    try await program.pause()

    try program.terminal.send(keys: "o")
    try await program.terminal.wait(for: "Open https://example.org/?a=1&b=2?")
    #expect(!FileManager.default.fileExists(atPath: opener + ".seen"))
    try await program.pause()
    try await program.pause()
    try await program.confirm()
    try await program.terminal.wait(for: "the opener's arguments") { _ in
      FileManager.default.contents(atPath: opener + ".seen")
        == Data("--tab|https://example.org/?a=1&b=2|".utf8)
    }
    try await program.terminal.wait(forAbsenceOf: "It leads to")
  }
}
