import Foundation
import TestServers
import Testing

@Suite("A conversation in a terminal", .enabled(if: TestServer.shared != nil))
struct ConversationStories {
  private let server: TestServer

  init() throws {
    server = try #require(TestServer.shared)
  }

  @Test(
    "signs in, writes, reads and signs out",
    arguments: ScreenSizes.shared([(100, 30), (200, 60), (55, 18)]))
  func wholeStory(columns: Int, rows: Int) async throws {
    let friend = try server.newAccount()
    try friend.setDisplayName("Barbara Liskov")
    let room = try friend.createRoom(["preset": "public_chat", "name": "Workshop"])
    let account = try server.newAccount()
    try account.join(room)
    try friend.send("before you came", to: room)
    let program = try Program(on: server, as: account, columns: columns, rows: rows)
    try await program.signIn(to: server)

    try await program.openFirstRoom(named: "Workshop")
    try await program.terminal.wait(for: "before you came")

    try program.say("hello from the terminal")
    try await program.terminal.wait(for: "hello from the terminal")
    try await program.terminal.wait(for: "the message on the server") { _ in
      (try? friend.count(of: "hello from the terminal", in: room)) == 1
    }
    try await program.terminal.wait(forAbsenceOf: "sending…")

    try friend.send("hello back", to: room)
    try await program.terminal.wait(for: "hello back", within: .seconds(5))

    try await profileStory(program, friend: friend)
    try await signOut(program)
  }

  /// Opens the profile of the newest message's sender and refreshes it after changes.
  private func profileStory(_ program: Program, friend: MatrixClient) async throws {
    try await program.escape()
    try program.terminal.send(keys: "G", "p")
    try await program.terminal.wait(for: "BARBARA LISKOV")
    try await program.terminal.wait(for: "This user has 0 friends")
    try await program.terminal.wait(for: "refreshed just now")

    try friend.setDisplayName("Barbara J. Liskov")
    try program.terminal.send(keys: "r")
    try await program.terminal.wait(for: "BARBARA J. LISKOV")
    try await program.escape()
  }

  private func signOut(_ program: Program) async throws {
    try program.terminal.send(keys: "F3")
    try await program.choose("sign out")
    try await program.terminal.wait(for: "Sign out @")
    try await program.confirm()
    try await program.terminal.wait(for: "Password")
    try program.terminal.send(keys: "C-q")
    #expect(try await program.terminal.waitForEnd() == 0)
  }

  @Test("counts a friend after a new direct chat")
  func friends() async throws {
    let friend = try server.newAccount()
    let account = try server.newAccount()
    _ = try friend.createRoom(["preset": "public_chat", "name": "Anteroom"])
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try program.terminal.send(keys: "F3", "p")
    try await program.terminal.wait(for: "This user has 0 friends")

    let chat = try account.createDirectChat(with: friend.userID)
    try friend.join(chat)
    try program.terminal.send(keys: "F5")

    try await program.terminal.wait(for: "This user has 1 friend")
  }

  @Test("pages back to the first message")
  func paging() async throws {
    let account = try server.newAccount()
    let lounge = try account.roomID(of: "#lounge:localhost")
    try account.join(lounge)
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Lounge")

    try await program.turn("PageUp", to: "Message 1 of the lounge")
    try await program.turn("PageUp", to: "Beginning of the room")
    try await program.terminal.wait(for: "created the room")
  }

  @Test("keeps strangers' text inside its own cells")
  func hostileText() async throws {
    let friend = try server.newAccount()
    let room = try friend.createRoom(["preset": "public_chat", "name": "Zoo"])
    let account = try server.newAccount()
    try account.join(room)
    let program = try Program(on: server, as: account)
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Zoo")
    // The room may have been open before; the composer's keys show that it has the focus.
    let before = try await program.terminal.wait(for: "C-j newline")

    let bodies = [
      "\u{1B}[2J\u{1B}[H wiped", "\u{9B}31m\u{90}q\u{9C} c1", "\u{202E}desrever\u{2066} bidi",
      "a" + String(repeating: "\u{0301}", count: 300) + " marks",
      String(repeating: "w", count: 20_000), "\r\u{8}\u{8}\u{7F}\u{0} overwrite",
    ]
    for body in bodies { try friend.send(body, to: room) }
    try friend.send("the end", to: room)
    let after = try await program.terminal.wait(for: "the end")

    #expect(after.rows.count == before.rows.count)
    #expect(after.rows.first?.prefix(40) == before.rows.first?.prefix(40))
    #expect(after.rows.last == before.rows.last)
    #expect(after.rows[1] == before.rows[1])
    if program.showsTwoPanes {
      let list = { (screen: Screen) in screen.rows.dropLast().map { $0.prefix(4) } }
      #expect(list(after).suffix(6) == list(before).suffix(6))
    }
    try program.say("still here")
    try await program.terminal.wait(for: "still here")
  }
}
