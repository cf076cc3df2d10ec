import Foundation
import TestServers
import Testing

@Suite("Writing a message", .enabled(if: TestServer.shared != nil))
struct ComposerStories {
  private let server: TestServer

  init() throws {
    server = try #require(TestServer.shared)
  }

  /// The program in a room with a friend.
  private func open(
    _ name: String, environment: [String: String] = [:], options: [String] = []
  ) async throws -> (program: Program, friend: MatrixClient, room: String) {
    let friend = try server.newAccount()
    try friend.setDisplayName("Barbara Liskov")
    let room = try friend.createRoom(["preset": "public_chat", "name": name])
    let account = try server.newAccount()
    try account.join(room)
    let program = try Program(on: server, as: account, environment: environment, options: options)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: name)
    return (program, friend, room)
  }

  /// Waits for a message on the server and returns its content.
  private func content(
    _ program: Program, _ friend: MatrixClient, _ room: String, where matches: (String) -> Bool
  ) async throws -> [String: Any] {
    var found: [String: Any] = [:]
    try await program.terminal.wait(for: "the message on the server") { _ in
      let contents = (try? friend.latestContents(of: "m.room.message", in: room)) ?? []
      guard let content = contents.first(where: { matches($0["body"] as? String ?? "") }) else {
        return false
      }
      found = content
      return true
    }
    return found
  }

  @Test("a spoiler is covered in the preview, in the messages and for others")
  func spoiler() async throws {
    let (program, friend, room) = try await open("Films")
    let terminal = program.terminal
    try terminal.type("/spo")
    try await terminal.wait(for: "/spoiler  cover the text")
    try terminal.send(keys: "Tab")
    try terminal.type("he *wakes* up")
    try terminal.send(keys: "F4")
    try await terminal.wait(for: "▒▒▒▒▒")
    try terminal.send(keys: "Enter")
    let content = try await content(program, friend, room) { $0 == "[spoiler]" }
    #expect(
      content["formatted_body"] as? String
        == "<span data-mx-spoiler>he <em>wakes</em> up</span>")
    try await terminal.wait(for: "no draft") { !$0.contains("/spoiler") }
    #expect(try terminal.capture().contains("▒▒▒▒▒"))
    try terminal.send(keys: "Escape")
    try await program.pause()
    try terminal.send(keys: "s")
    try await terminal.wait(for: "he wakes up")
  }

  @Test("a person chosen while typing is mentioned; Enter sends an unfinished word as it is")
  func completion() async throws {
    let (program, friend, room) = try await open("Mentions")
    try program.terminal.type("ask @bar")
    try await program.terminal.wait(for: "Barbara Liskov  \(friend.userID)")
    try program.terminal.send(keys: "Enter")
    _ = try await content(program, friend, room) { $0 == "ask @bar" }

    try program.terminal.type("hello @lisk")
    try await program.terminal.wait(for: "Barbara Liskov  \(friend.userID)")
    try program.terminal.send(keys: "Tab")
    try await program.terminal.wait(for: "> hello Barbara Liskov")
    try program.terminal.type("and :party")
    try await program.terminal.wait(for: "🎉")
    try program.terminal.send(keys: "Down")
    try await program.terminal.wait(for: "Barbara Liskov and 🎉")
    try program.terminal.send(keys: "Enter")
    let sent = try await content(program, friend, room) { $0.hasPrefix("hello Barbara") }
    #expect((sent["body"] as? String)?.contains("hello Barbara Liskov and 🎉") == true)
    let mentions = sent["m.mentions"] as? [String: Any]
    #expect(mentions?["user_ids"] as? [String] == [friend.userID])
    let html = sent["formatted_body"] as? String ?? ""
    #expect(html.contains(#"<a href="https://matrix.to/#/%40"#))
    #expect(html.contains(">Barbara Liskov</a>"))
  }

  @Test("a misspelled word is marked after a pause; F7 offers others, of which Enter takes one")
  func spelling() async throws {
    let (program, friend, room) = try await open("Words", environment: ["LC_ALL": "C.UTF-8"])
    try program.terminal.type("I beleive you ")
    try await program.terminal.wait(for: "the mark") { _ in
      let styled = try? program.terminal.capture(isStyled: true)
      return styled?.contains(/\u{1B}\[4m(\u{1B}\[[0-9;]*m)*beleive/) == true
    }
    try program.terminal.send(keys: "F7")
    try await program.terminal.wait(for: "In place of beleive")
    try await program.terminal.wait(for: "add beleive to my words")
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "> I believe you")
    try program.terminal.send(keys: "Enter")
    let sent = try await content(program, friend, room) { $0.hasPrefix("I bel") }
    #expect((sent["body"] as? String)?.hasPrefix("I believe you") == true)
  }

  @Test("a paste of many lines asks nothing and is one message")
  func paste() async throws {
    let (program, friend, room) = try await open("Pastes")
    let lines = (1...200).map { "line \($0)" }
    try program.terminal.paste(lines.joined(separator: "\n") + "\nthe end of it")
    try await program.terminal.wait(for: "the end of it")
    try program.terminal.send(keys: "Enter")
    let sent = try await content(program, friend, room) { $0.hasSuffix("the end of it") }
    #expect(sent["body"] as? String == (lines + ["the end of it"]).joined(separator: "\n"))
    #expect(try friend.messages(in: room).count { $0.body.contains("line") } == 1)
  }

  @Test("the friend sees that the user is writing, and the user the friend, until both stop")
  func typing() async throws {
    let (program, friend, room) = try await open("Notices")
    let token = try friend.position()
    try program.terminal.type("/me")
    try await program.pause()
    try program.terminal.send(keys: "C-u")
    try program.terminal.type("hello")
    #expect(try friend.typing(in: room, after: token) == [program.account.userID])
    try program.terminal.send(keys: "Enter")
    _ = try await content(program, friend, room) { $0 == "hello" }
    try await program.terminal.wait(for: "the end of the notice") { _ in
      (try? friend.typing(in: room) ?? []) == []
    }

    try friend.setTyping(true, in: room)
    try await program.terminal.wait(for: "Barbara Liskov is typing…")
    try friend.setTyping(false, in: room)
    try await program.terminal.wait(forAbsenceOf: "is typing…")
  }

  @Test("--no-typing-notices tells nobody")
  func silence() async throws {
    let (program, friend, room) = try await open("Silence", options: ["--no-typing-notices"])
    let token = try friend.position()
    try program.say("hello")
    _ = try await content(program, friend, room) { $0 == "hello" }
    #expect(try friend.typing(in: room, after: token) == nil)
  }

  @Test("an editor gets the terminal and the text while the chat goes on, and gives both back")
  func editor() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let script = """
      #!/bin/sh
      printf 'THE EDITOR IS OPEN\\n'
      read -r line
      printf '%s\\n' "$line" >> "$2"

      """
    let editor = (folder / "editor").path
    try Data(script.utf8).write(to: folder / "editor")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: editor)
    let (program, friend, room) = try await open(
      "Editors",
      environment: [
        "EDITOR": "\(editor) --option", "TMPDIR": folder.url.path, "XDG_RUNTIME_DIR": "",
      ], options: ["--undo-seconds", "2"])
    try program.say("before")
    // What arrives at once would be a paste of two lines.
    try await program.terminal.wait(for: "the message") {
      $0.contains("before") && $0.contains("> Write to Editors")
    }
    try program.terminal.type("# A **title**")
    try program.terminal.send(keys: "C-x", "C-e")
    try await program.terminal.wait(for: "THE EDITOR IS OPEN")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
    #expect(files.contains { $0.hasSuffix("message.md") })
    _ = try await content(program, friend, room) { $0 == "before" }
    #expect(try program.terminal.capture().contains(/THE EDITOR IS OPEN/))

    try program.terminal.send(keys: "C-z")
    try program.terminal.type("written in the editor")
    try program.terminal.send(keys: "Enter")
    try await program.terminal.wait(for: "  written in the editor")
    try await program.terminal.wait(for: "before")
    try program.terminal.send(keys: "F4")
    try await program.terminal.wait(for: "as others will see it")
    try program.terminal.send(keys: "Enter")
    let sent = try await content(program, friend, room) { $0.hasSuffix("editor") }
    #expect(sent["body"] as? String == "# A **title**\nwritten in the editor")
    let left = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
    #expect(!left.contains { $0.contains("message.md") })
  }

  @Test("a paste in a terminal that does not mark it is one message, which Enter sends")
  func pasteAsKeys() async throws {
    let (program, friend, room) = try await open("Pastes")
    try program.terminal.pasteAsKeys("first line\n\nthird line\nfourth line\n")
    let sent = try await content(program, friend, room) { $0.hasPrefix("first") }
    #expect(sent["body"] as? String == "first line\n\nthird line\nfourth line")
    try program.terminal.pasteAsKeys("fifth line\nsixth line")
    try await program.terminal.wait(for: "  sixth line")
    try program.terminal.send(keys: "Enter")
    let next = try await content(program, friend, room) { $0.hasPrefix("fifth") }
    #expect(next["body"] as? String == "fifth line\nsixth line")
    #expect(try friend.messages(in: room).count == 2)
  }

  @Test(
    "an editor that fails is told in words and loses nothing",
    arguments: [
      ("false", "false failed: the text is as it was"),
      ("no-editor", "no-editor cannot be started"),
      ("rm", "rm left no file: the text is as it was"),
    ])
  func failingEditor(name: String, words: String) async throws {
    let (program, friend, room) = try await open("Failures", environment: ["VISUAL": name])
    try program.terminal.type("kept")
    try program.terminal.send(keys: "C-x", "C-e")
    try await program.terminal.wait(for: words)
    try await program.terminal.wait(for: "> kept")
    try program.terminal.send(keys: "Enter")
    _ = try await content(program, friend, room) { $0 == "kept" }
  }
}
