import Foundation
import TestServers
import Testing

/// What the user was doing, after the program was killed.
@Suite("A restart", .enabled(if: TestServer.shared != nil))
struct RestartStories {
  private let server: TestServer
  private let friend: MatrixClient
  private let account: MatrixClient
  private let attic: String
  private let cellar: String

  /// Two rooms; the one with the newer message, the attic, is the first in the list.
  init() throws {
    server = try #require(TestServer.shared)
    friend = try server.newAccount()
    cellar = try friend.createRoom(["preset": "public_chat", "name": "Cellar"])
    attic = try friend.createRoom(["preset": "public_chat", "name": "Attic"])
    account = try server.newAccount()
    try account.join(cellar)
    try account.join(attic)
    var last = ""
    for number in 1...60 { last = try friend.send("barrel \(number).", to: cellar) }
    // In a room that was never read all is new, also after a restart.
    try account.read(last, in: cellar)
    try friend.send("mind the gap", to: attic)
  }

  private func openCellar(_ program: Program) async throws {
    try await program.signIn(to: server)
    try await program.openFirstRoom(named: "Attic")
    try program.terminal.send(keys: "F3", "j", "Enter")
    try await program.terminal.wait(for: "> Write to Cellar")
    // A screen of them, to scroll in.
    try await program.terminal.wait(for: "a screen of barrels") {
      let barrels = barrels($0, program)
      return barrels.last == "barrel 60" && barrels.count >= program.size.rows - 10
    }
    try friend.send("anybody up here?", to: attic)
    try await program.terminal.wait(for: "one unread message") { isUnread("Attic", $0, program) }
  }

  @Test("after kill -9 the same room is open, with the draft and the cursor in it")
  func draft() async throws {
    let program = try Program(on: server, as: account)
    try await openCellar(program)
    try program.terminal.type("half a thougt")
    try program.terminal.send(keys: "Left")
    try await program.terminal.wait(for: "> half a thougt")
    try await program.terminal.wait(for: "the draft on the disk") { _ in
      (try? program.vault().range(of: Data("half a thougt".utf8))) != nil
    }
    let before = try program.terminal.capture()
    let cursor = try program.terminal.cursor()
    try await program.kill()
    try friend.send("while you were away", to: cellar)

    try program.restart()
    let screen = try await program.terminal.wait(for: "> half a thougt")
    #expect(isUnread("Attic", screen, program))
    #expect(screen.rows[1] == before.rows[1], "another room is open")
    try await program.terminal.wait(for: "the cursor's place") { _ in
      (try? program.terminal.cursor()).map { $0 == cursor } ?? false
    }
    try await expectMarker(above: "while you were away", program)

    try program.say("h")
    try await program.terminal.wait(for: "> Write to Cellar")
    try await program.terminal.wait(for: "the message on the server") { _ in
      (try? friend.count(of: "half a thought", in: cellar)) == 1
    }
    try await program.kill()
    try program.restart()
    try await program.terminal.wait(for: "> Write to Cellar")
  }

  @Test("after kill -9 a room is open where it was scrolled to, and unread until its end is shown")
  func scrolled() async throws {
    let program = try Program(on: server, as: account)
    try await openCellar(program)
    try program.terminal.send(keys: "PageUp")
    let before = try await program.terminal.wait(for: "earlier barrels") {
      $0.contains("more below") && barrels($0, program).last != "barrel 60"
    }
    try await program.terminal.wait(for: "the place on the disk") { _ in
      (try? program.terminal.capture()) != nil && (try? isPlaceKept(program)) == true
    }
    try await program.kill()
    try friend.send("while you were away", to: cellar)

    try program.restart()
    let after = try await program.terminal.wait(for: "the same barrels") {
      barrels($0, program).last == barrels(before, program).last
    }
    #expect(after.contains(" below, PageDown"))
    try await program.terminal.wait(for: "● online")
    try await program.terminal.wait(for: "an unread message") { isUnread("Cellar", $0, program) }
    #expect(try barrels(program.terminal.capture(), program).last == barrels(before, program).last)

    try await program.escape()
    try program.terminal.send(keys: "G")
    try await expectMarker(above: "while you were away", program)
    try await program.terminal.wait(for: "everything read") { !isUnread("Cellar", $0, program) }
  }

  /// The rows of the room, without the list of rooms on their left, which has the latest message too.
  private func rows(_ screen: Screen, _ program: Program) -> [Substring] {
    screen.rows.map { row in
      program.showsTwoPanes ? row.drop { $0 != "│" } : row[...]
    }
  }

  /// The barrels on the screen, from the top.
  private func barrels(_ screen: Screen, _ program: Program) -> [Substring] {
    rows(screen, program).compactMap { $0.firstMatch(of: /(barrel \d+)\./)?.1 }
  }

  /// Whether a room has an unread message: the attic before the cellar, where only their number is on the
  /// screen.
  private func isUnread(_ room: String, _ screen: Screen, _ program: Program) -> Bool {
    guard program.showsTwoPanes else {
      return screen.contains("inbox \(room == "Attic" ? "" : "2")")
    }
    return screen.rows.contains { $0.firstMatch(of: #/(\w+) +1 /#)?.1 == room[...] }
  }

  /// Whether the vault has the ID of a message beside that of the open room.
  private func isPlaceKept(_ program: Program) throws -> Bool {
    try program.vault().range(of: Data("\(cellar)$".utf8)) != nil
  }

  private func expectMarker(above text: String, _ program: Program) async throws {
    try await program.terminal.wait(for: "the marker above “\(text)”") { screen in
      let rows = rows(screen, program)
      guard let row = rows.lastIndex(where: { $0.contains(text) }) else { return false }
      // Beside narrow messages there is no room for the sender, who has a row of their own.
      return rows[..<row].suffix(2).contains { $0.contains("─ new ─") }
    }
  }
}
